"""The rule against pushing opponents, with its exceptions."""

import math
from collections.abc import Iterable, Iterator

from kickabout.representations.game import GameState, Penalty, SetPlay
from kickabout.simulation.referee.referee_context import IN_PLAY, Offense, RefereeContext
from kickabout.simulation.referee.view import RobotId, RobotView

SIDE_CONTACT = math.radians(60.0)  # from straight ahead
TOWARDS_BALL = math.radians(45.0)
BALL_BETWEEN = 0.4  # m from both robots
JUST_FALLEN = 1.0  # s

Push = tuple[RobotId, RobotId]  # pusher, pushed robot


class PlayerPushingRule:
    """The pushing rule: a push counts if it lasts or makes the opponent fall."""

    def __init__(self) -> None:
        self._since: dict[Push, float] = {}
        self._latest: dict[Push, float] = {}  # when robots in a push were in contact, s

    def judge(self, context: RefereeContext) -> Iterator[Offense]:
        pushes = dict(self._pushes(context)) if context.game.state in IN_PLAY else {}
        self._continue(pushes, context)
        accused: set[RobotId] = set()
        for push, (pusher, pushed) in pushes.items():
            limits = context.rules.judgment
            guards = _guards_its_goal(pushed, context)
            allowed = min(limits.push_for, limits.push_keeper_for) if guards else limits.push_for
            lasts = context.time - self._since[push] > allowed
            fell = pushed.fallen_since is not None
            fell = fell and context.time - (pushed.fallen_since or 0.0) < JUST_FALLEN
            first = self._since.get((push[1], push[0]), math.inf) >= self._since[push]
            if (lasts or fell) and first and pusher.id not in accused:
                accused |= {pusher.id, pushed.id}
                yield self._offense(pusher, pushed, context)

    def _continue(self, pushes: Iterable[Push], context: RefereeContext) -> None:
        """Update since when robots push; a push outlasts short gaps without contact."""
        gap = context.rules.judgment.push_gap if context.game.state in IN_PLAY else 0.0
        self._latest |= dict.fromkeys(pushes, context.time)
        self._latest = {
            push: latest
            for push, latest in self._latest.items()
            if latest == context.time or context.time - latest < gap
        }
        self._since = {push: self._since.get(push, context.time) for push in self._latest}

    def _pushes(
        self, context: RefereeContext
    ) -> Iterator[tuple[Push, tuple[RobotView, RobotView]]]:
        robots = {robot.id: robot for robot in context.players()}
        for pushed in robots.values():
            pusher = robots.get(pushed.pushed_by) if pushed.pushed_by is not None else None
            if pusher is None or pusher.id.team is pushed.id.team:
                continue
            if not _is_excused(pusher, pushed, context):
                yield (pusher.id, pushed.id), (pusher, pushed)

    def _offense(self, pusher: RobotView, pushed: RobotView, context: RefereeContext) -> Offense:
        game, rules = context.game, context.rules
        near = context.distance_to_ball(pusher) < rules.judgment.push_near_ball
        restart = SetPlay.NONE
        if near and game.in_open_play:
            position = game.in_field(pusher.id.team, pushed.position)
            field = context.field
            in_area = position.x < -field.penalty_area_x and abs(position.y) < field.penalty_area_y
            penalty_kick = rules.penalty_kick.awarded and field.has_penalty_area and in_area
            restart = SetPlay.PENALTY_KICK if penalty_kick else SetPlay.PUSHING_FREE_KICK
        return Offense(
            robot=pusher.id, penalty=Penalty.PLAYER_PUSHING, call="pushing", restart=restart
        )


def _is_excused(pusher: RobotView, pushed: RobotView, context: RefereeContext) -> bool:
    """Whether the pusher stands, gets up, guards its goal, or contests the ball."""
    if not pusher.walks or pusher.fallen_since is not None:
        return True
    if _guards_its_goal(pusher, context):
        return True
    if math.isfinite(context.rules.judgment.push_keeper_for) and _guards_its_goal(pushed, context):
        return False
    world_to_pusher = pusher.robot_to_world.inverse()
    pushed_in_robot = world_to_pusher @ pushed.position
    ball_in_robot = world_to_pusher @ context.ball
    from_the_side = abs(pushed_in_robot.angle) > SIDE_CONTACT
    to_the_ball = abs(ball_in_robot.angle) < TOWARDS_BALL
    return (from_the_side and to_the_ball) or _ball_is_between(pusher, pushed, context)


def _guards_its_goal(robot: RobotView, context: RefereeContext) -> bool:
    return context.game.is_goalkeeper(robot.id) and context.in_own_goal_area(robot)


def _ball_is_between(first: RobotView, second: RobotView, context: RefereeContext) -> bool:
    between = second.position - first.position
    to_ball = context.ball - first.position
    ratio = to_ball.dot(between) / max(between.squared_norm, 1e-9)
    near = max(context.distance_to_ball(first), context.distance_to_ball(second)) < BALL_BETWEEN
    faces = abs((second.robot_to_world.inverse() @ first.position).angle) < SIDE_CONTACT
    playing = context.game.state is GameState.PLAYING
    return playing and near and faces and 0.0 < ratio < 1.0
