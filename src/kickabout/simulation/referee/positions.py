"""Rules about positions: own half, center circle, areas, and distance to free kicks."""

from collections.abc import Iterator

from kickabout.representations.game import GameState, Penalty, SetPlay
from kickabout.simulation.referee.referee_context import (
    IN_PLAY,
    Offense,
    Persistence,
    RefereeContext,
)
from kickabout.simulation.referee.view import RobotId, RobotView, TeamSide

PUSHED_RECENTLY = 5.0  # s within which a robot has to leave an area it was pushed into
ON_GOAL_LINE = 0.15  # m around the goal line in which a keeper still touches it


def illegal_kick_off_positions(context: RefereeContext) -> list[RobotView]:
    """Return robots at a kick-off outside their half or illegally in the center circle."""
    kicking = context.game.kicking_team
    wrong = []
    for team in TeamSide:
        robots = context.players(team)
        in_circle = sorted(
            (robot for robot in robots if _in_circle(robot, context)),
            key=lambda robot: robot.position.norm,
        )
        rules = context.rules.kick_off
        allowed = list(robots) if team is kicking else [r for r in robots if r not in in_circle]
        if team is kicking and rules.one_in_circle:
            allowed = [r for r in robots if r not in in_circle[1:]]
        kicker = in_circle[:1] if team is kicking and rules.kicker_may_cross else []
        wrong += [
            robot
            for robot in robots
            if robot not in allowed or (robot not in kicker and not _in_own_half(robot, context))
        ]
    return wrong


def _in_circle(robot: RobotView, context: RefereeContext) -> bool:
    radius = context.field.center_circle_radius - context.rules.judgment.tolerance
    return robot.position.norm < radius


def _in_own_half(robot: RobotView, context: RefereeContext) -> bool:
    """Whether a robot is in its half, not on the border strip; the goal counts as inside."""
    position, field = context.in_field(robot), context.field
    tolerance = field.line_width / 2.0 + context.rules.judgment.tolerance
    in_goal = position.x < -field.goal_line_x and abs(position.y) < field.goal.post_y
    in_lines = (
        position.x > -field.goal_line_x - tolerance
        and abs(position.y) < field.side_line_y + tolerance
    )
    return position.x < -field.line_width / 2.0 and (in_goal or in_lines)


def illegal_penalty_kick_positions(context: RefereeContext) -> list[RobotView]:
    """Return robots in the area of a penalty kick that are neither keeper nor kicker."""
    kicking = context.game.kicking_team
    if kicking is None:
        return []
    mark = context.game.in_field(kicking, context.ball)
    attackers = [r for r in context.players(kicking) if context.in_opponents_penalty_area(r)]
    attackers.sort(key=lambda robot: context.in_field(robot).distance_to(mark))
    defenders = [
        robot
        for robot in context.players(kicking.other)
        if context.in_own_penalty_area(robot) and not context.game.is_goalkeeper(robot.id)
    ]
    return attackers[1:] + defenders


class PositionsInSet:
    """Positions when set is called: checked once, without tolerance in time."""

    def judge(self, context: RefereeContext) -> Iterator[Offense]:
        if context.game.set_play is SetPlay.PENALTY_KICK:
            wrong = illegal_penalty_kick_positions(context)
        else:
            wrong = illegal_kick_off_positions(context)
        for robot in wrong:
            yield Offense(
                robot=robot.id,
                penalty=Penalty.ILLEGAL_POSITION_IN_SET,
                call="illegal position in set",
            )


class PositionsBeforeBallIsFree:
    """Positions between the whistle for a kick-off or penalty kick and the touch of the ball."""

    def __init__(self) -> None:
        self._wrong = Persistence()

    def judge(self, context: RefereeContext) -> Iterator[Offense]:
        game = context.game
        penalty_kick = game.set_play is SetPlay.PENALTY_KICK
        if game.state is not GameState.PLAYING or not (game.kick_off or penalty_kick):
            self._wrong.clear()
            return
        wrong = self._at_penalty_kick(context) if penalty_kick else self._at_kick_off(context)
        for robot in context.players():
            wrong_for = self._wrong.duration(robot.id, robot.id in wrong, time=context.time)
            if wrong_for > context.rules.judgment.illegal_position_for:
                self._wrong.forget(robot.id)
                yield _illegal_position(robot.id)

    def _at_kick_off(self, context: RefereeContext) -> set[RobotId]:
        kicking = context.game.kicking_team
        if context.rules.kick_off.own_half_until_ball_free:
            return {
                robot.id
                for robot in illegal_kick_off_positions(context)
                if abs(robot.position.y) < context.field.side_line_y
            }
        return {
            robot.id
            for robot in context.players()
            if robot.id.team is not kicking and _in_circle(robot, context)
        }

    def _at_penalty_kick(self, context: RefereeContext) -> set[RobotId]:
        wrong = {robot.id for robot in illegal_penalty_kick_positions(context)}
        return wrong | {robot.id for robot in keepers_off_their_line(context)}


def keepers_off_their_line(context: RefereeContext) -> list[RobotView]:
    """Return the keeper at a penalty kick if it is in its area but not on the goal line."""
    kicking = context.game.kicking_team
    if kicking is None:
        return []
    return [
        robot
        for robot in context.players(kicking.other)
        if context.game.is_goalkeeper(robot.id)
        and context.in_own_penalty_area(robot)
        and context.in_field(robot).x > -context.field.goal_line_x + ON_GOAL_LINE
    ]


class CrowdedArea:
    """Too many robots of one team in front of one goal; the last to enter is penalized."""

    def __init__(self) -> None:
        self._inside: dict[bool, Persistence] = {True: Persistence(), False: Persistence()}
        self._pushed_at: dict[RobotId, float] = {}

    def judge(self, context: RefereeContext) -> Iterator[Offense]:
        if context.game.state not in IN_PLAY:
            for inside in self._inside.values():
                inside.clear()
            return
        for robot in context.view.robots:
            if robot.pushed_by is not None:
                self._pushed_at[robot.id] = context.time
        yield from self._judge_area(context, own=True)
        if context.rules.judgment.in_both_areas:
            yield from self._judge_area(context, own=False)

    def _judge_area(self, context: RefereeContext, *, own: bool) -> Iterator[Offense]:
        limits = context.rules.judgment
        for team in TeamSide:
            inside_for = {
                robot.id: duration
                for robot in context.players(team)
                if (duration := self._inside_for(robot, context, own=own)) is not None
            }
            surplus = len(inside_for) - limits.players_in_area
            if own and limits.keeper_only:
                inside_for = _without_keeper(inside_for, context)
                surplus = len(inside_for)
            latest = sorted(inside_for, key=lambda robot: inside_for[robot])
            for robot_id in latest[: max(0, surplus)]:
                pushed_at = self._pushed_at.get(robot_id)
                pushed = pushed_at is not None and context.time - pushed_at < PUSHED_RECENTLY
                if inside_for[robot_id] > limits.illegal_position_for and not pushed:
                    self._inside[own].forget(robot_id)
                    yield _illegal_position(robot_id)

    def _inside_for(self, robot: RobotView, context: RefereeContext, *, own: bool) -> float | None:
        """Return the seconds in the area; None if the robot is outside."""
        if context.rules.judgment.crowded_area == "goal_area":
            inside = own and context.in_own_goal_area(robot)
        else:
            check = context.in_own_penalty_area if own else context.in_opponents_penalty_area
            inside = check(robot)
        duration = self._inside[own].duration(robot.id, inside, time=context.time)
        return duration if inside else None


def _without_keeper(
    inside_for: dict[RobotId, float], context: RefereeContext
) -> dict[RobotId, float]:
    return {r: seconds for r, seconds in inside_for.items() if not context.game.is_goalkeeper(r)}


class Encroachment:
    """Opponents near the ball at a free kick; those there at its start have time to leave."""

    def __init__(self) -> None:
        self._near = Persistence()
        self._was_near: set[RobotId] = set()
        self._kick: tuple[SetPlay, float] | None = None

    def judge(self, context: RefereeContext) -> Iterator[Offense]:
        game, limits = context.game, context.rules.judgment
        free_kick = game.set_play not in (SetPlay.NONE, SetPlay.PENALTY_KICK)
        if game.state is not GameState.PLAYING or not free_kick or game.kicking_team is None:
            self._kick = None
            return
        kick = (game.set_play, context.watch.restart.time)
        near = [r for r in context.players(game.kicking_team.other) if self._is_near(r, context)]
        if self._kick != kick:
            self._kick = kick
            self._near.clear()
            self._was_near = {robot.id for robot in near}
        for robot in context.players(game.kicking_team.other):
            near_for = self._near.duration(robot.id, robot in near, time=context.time)
            if robot not in near:
                self._was_near.discard(robot.id)
                continue
            was_near = robot.id in self._was_near
            clear_within = context.rules.free_kick.clear_within
            limit = clear_within if was_near else limits.illegal_position_for
            plays_ball = robot.touches_ball and not was_near and robot.fallen_since is None
            if near_for > limit or plays_ball:
                self._near.forget(robot.id)
                yield _illegal_position(robot.id)

    def _is_near(self, robot: RobotView, context: RefereeContext) -> bool:
        radius = context.rules.free_kick.radius - context.rules.judgment.tolerance
        near = robot.position.distance_to(context.game.free_kick_ball) < radius
        keeper = context.game.is_goalkeeper(robot.id) and context.in_own_goal_area(robot)
        return near and not (keeper and not robot.touches_ball)


def _illegal_position(robot: RobotId) -> Offense:
    return Offense(robot=robot, penalty=Penalty.ILLEGAL_POSITION, call="illegal position")
