"""The decision whether a ball in the goal counts."""

from enum import StrEnum, auto

from kickabout.representations.game import SetPlay
from kickabout.simulation.referee.ball_watch import BallWatch, Touch
from kickabout.simulation.referee.referee_context import RefereeContext
from kickabout.simulation.referee.view import TeamSide

OWN_PASS = 0.75  # m that the ball has to roll before one robot plays it a second time


class GoalRuling(StrEnum):
    VALID = auto()
    KICK_OFF_SHOT = auto()  # shot before the ball left the center circle
    NOT_INDIRECT = auto()  # shot straight from a restart
    SECOND_TOUCH = auto()  # a penalty kick played twice by one robot
    HANDS = auto()
    NO_OPPONENT = auto()  # own goal with no opponent left on the field


def ruling(context: RefereeContext, scoring: TeamSide) -> GoalRuling:
    """Decide about a ball that has just entered the goal that a team attacks."""
    watch, rules = context.watch, context.rules.goals
    last, last_of_team = watch.last_touch(), watch.last_touch(scoring)
    own_goal = last is not None and last.robot.team is not scoring
    if own_goal and not any(robot.fallen_since is None for robot in context.players(scoring)):
        return GoalRuling.NO_OPPONENT
    if last_of_team is None:
        return GoalRuling.VALID
    if not own_goal and last_of_team.with_arm:
        return GoalRuling.HANDS
    restart = watch.restart
    if restart.set_play is SetPlay.PENALTY_KICK and restart.team is scoring:
        return GoalRuling.SECOND_TOUCH if _kicked_twice(watch) else GoalRuling.VALID
    if restart.kick_off and not rules.kick_off_shot_counts:
        out_at = watch.left_circle_at
        in_circle = out_at is None or last_of_team.ended_at < out_at
        return GoalRuling.KICK_OFF_SHOT if in_circle else GoalRuling.VALID
    concerns = restart.kick_off or (
        restart.set_play is not SetPlay.NONE and restart.team is scoring
    )
    if concerns and not rules.direct_restart_counts and not _is_indirect(watch, scoring):
        return GoalRuling.NOT_INDIRECT
    return GoalRuling.VALID


def _kicked_twice(watch: BallWatch) -> bool:
    """Whether the kicker touched the ball again before any other robot."""
    first, second = (*watch.touches, None, None)[:2]
    return first is not None and second is not None and first.robot == second.robot


def _is_indirect(watch: BallWatch, scoring: TeamSide) -> bool:
    """Whether the team played the ball a second time, not counting an opponent's deflection."""
    played: Touch | None = None
    deflected = False
    for touch in watch.touches:
        if touch.robot.team is not scoring:
            deflected = played is not None
            continue
        if played is not None:
            rolled = played.ball_at_end.distance_to(touch.ball_at_begin)
            if touch.robot != played.robot or deflected or rolled > OWN_PASS:
                return True
        played = touch
    return False
