"""Rules about where robots may stand: own half, center circle, areas, and away from free kicks."""

from collections.abc import Iterator

from kickabout.representations.game import GameState, Penalty, SetPlay
from kickabout.simulation.referee.referee_context import (
    IN_PLAY,
    Offense,
    Persistence,
    RefereeContext,
)
from kickabout.simulation.referee.view import RobotId, RobotView, TeamSide

PUSHED_RECENTLY = 5.0  # s that a robot has to leave an area it was pushed into
ON_GOAL_LINE = 0.15  # m around the goal line in which a keeper still touches it


def illegal_kick_off_positions(scene: RefereeContext) -> list[RobotView]:
    """Who stands wrong for a kick-off: outside the own half, or in the center circle."""
    kicking = scene.game.kicking_team
    wrong = []
    for team in TeamSide:
        robots = scene.players(team)
        in_circle = sorted(
            (robot for robot in robots if _in_circle(robot, scene)),
            key=lambda robot: robot.position.norm,
        )
        rules = scene.rules.kick_off
        allowed = list(robots) if team is kicking else [r for r in robots if r not in in_circle]
        if team is kicking and rules.one_in_circle:
            allowed = [r for r in robots if r not in in_circle[1:]]
        kicker = in_circle[:1] if team is kicking and rules.kicker_may_cross else []
        wrong += [
            robot
            for robot in robots
            if robot not in allowed or (robot not in kicker and not _in_own_half(robot, scene))
        ]
    return wrong


def _in_circle(robot: RobotView, scene: RefereeContext) -> bool:
    edge = scene.field.center_circle_radius - scene.rules.judgment.tolerance
    return robot.position.norm < edge


def _in_own_half(robot: RobotView, scene: RefereeContext) -> bool:
    """Behind the halfway line and not on the border strip; the own goal counts as inside."""
    position, field = scene.in_field(robot), scene.field
    slack = field.line_width / 2.0 + scene.rules.judgment.tolerance
    in_goal = position.x < -field.goal_line_x and abs(position.y) < field.goal.post_y
    in_lines = (
        position.x > -field.goal_line_x - slack and abs(position.y) < field.side_line_y + slack
    )
    return position.x < -field.line_width / 2.0 and (in_goal or in_lines)


def illegal_penalty_kick_positions(scene: RefereeContext) -> list[RobotView]:
    """Who stands wrong for a penalty kick: in the area, but neither keeper nor the one kicker."""
    kicking = scene.game.kicking_team
    if kicking is None:
        return []
    mark = scene.game.in_field(kicking, scene.ball)
    attackers = [r for r in scene.players(kicking) if scene.in_opponents_penalty_area(r)]
    attackers.sort(key=lambda robot: scene.in_field(robot).distance_to(mark))
    defenders = [
        robot
        for robot in scene.players(kicking.other)
        if scene.in_own_penalty_area(robot) and not scene.game.is_goalkeeper(robot.id)
    ]
    return attackers[1:] + defenders


class PositionsInSet:
    """Judged once, when set is called: no patience, but only a short penalty."""

    def judge(self, scene: RefereeContext) -> Iterator[Offense]:
        if scene.game.set_play is SetPlay.PENALTY_KICK:
            wrong = illegal_penalty_kick_positions(scene)
        else:
            wrong = illegal_kick_off_positions(scene)
        for robot in wrong:
            yield Offense(
                robot=robot.id,
                penalty=Penalty.ILLEGAL_POSITION_IN_SET,
                call="illegal position in set",
            )


class PositionsBeforeBallIsFree:
    """After the whistle for a kick-off or penalty kick the others still have to stay away."""

    def __init__(self) -> None:
        self._wrong = Persistence()

    def judge(self, scene: RefereeContext) -> Iterator[Offense]:
        game = scene.game
        penalty_kick = game.set_play is SetPlay.PENALTY_KICK
        if game.state is not GameState.PLAYING or not (game.kick_off or penalty_kick):
            self._wrong.clear()
            return
        wrong = self._at_penalty_kick(scene) if penalty_kick else self._at_kick_off(scene)
        for robot in scene.players():
            wrong_for = self._wrong.duration(robot.id, robot.id in wrong, time=scene.time)
            if wrong_for > scene.rules.judgment.illegal_position_for:
                self._wrong.forget(robot.id)
                yield _illegal_position(robot.id)

    def _at_kick_off(self, scene: RefereeContext) -> set[RobotId]:
        kicking = scene.game.kicking_team
        if scene.rules.kick_off.own_half_until_ball_free:
            return {
                robot.id
                for robot in illegal_kick_off_positions(scene)
                if abs(robot.position.y) < scene.field.side_line_y
            }
        return {
            robot.id
            for robot in scene.players()
            if robot.id.team is not kicking and _in_circle(robot, scene)
        }

    def _at_penalty_kick(self, scene: RefereeContext) -> set[RobotId]:
        wrong = {robot.id for robot in illegal_penalty_kick_positions(scene)}
        return wrong | {robot.id for robot in keepers_off_their_line(scene)}


def keepers_off_their_line(scene: RefereeContext) -> list[RobotView]:
    """The goalkeeper at a penalty kick, if it is in its area but not on the goal line."""
    kicking = scene.game.kicking_team
    if kicking is None:
        return []
    return [
        robot
        for robot in scene.players(kicking.other)
        if scene.game.is_goalkeeper(robot.id)
        and scene.in_own_penalty_area(robot)
        and scene.in_field(robot).x > -scene.field.goal_line_x + ON_GOAL_LINE
    ]


class CrowdedArea:
    """Too many robots of one team in front of one goal; the last to come has to go."""

    def __init__(self) -> None:
        self._inside: dict[bool, Persistence] = {True: Persistence(), False: Persistence()}
        self._pushed_at: dict[RobotId, float] = {}

    def judge(self, scene: RefereeContext) -> Iterator[Offense]:
        if scene.game.state not in IN_PLAY:
            for inside in self._inside.values():
                inside.clear()
            return
        for robot in scene.view.robots:
            if robot.pushed_by is not None:
                self._pushed_at[robot.id] = scene.time
        yield from self._judge_area(scene, own=True)
        if scene.rules.judgment.in_both_areas:
            yield from self._judge_area(scene, own=False)

    def _judge_area(self, scene: RefereeContext, *, own: bool) -> Iterator[Offense]:
        limits = scene.rules.judgment
        for team in TeamSide:
            inside_for = {
                robot.id: duration
                for robot in scene.players(team)
                if (duration := self._inside_for(robot, scene, own=own)) is not None
            }
            surplus = len(inside_for) - limits.players_in_area
            latest = sorted(inside_for, key=lambda robot: inside_for[robot])
            for robot_id in latest[: max(0, surplus)]:
                pushed_at = self._pushed_at.get(robot_id)
                pushed = pushed_at is not None and scene.time - pushed_at < PUSHED_RECENTLY
                if inside_for[robot_id] > limits.illegal_position_for and not pushed:
                    self._inside[own].forget(robot_id)
                    yield _illegal_position(robot_id)

    def _inside_for(self, robot: RobotView, scene: RefereeContext, *, own: bool) -> float | None:
        """Seconds in the area, None if the robot is not there."""
        if scene.rules.judgment.crowded_area == "goal_area":
            inside = own and scene.in_own_goal_area(robot)
        else:
            check = scene.in_own_penalty_area if own else scene.in_opponents_penalty_area
            inside = check(robot)
        duration = self._inside[own].duration(robot.id, inside, time=scene.time)
        return duration if inside else None


class Encroachment:
    """Opponents near the ball at a free kick: who was there may leave, who comes is penalized."""

    def __init__(self) -> None:
        self._near = Persistence()
        self._was_near: set[RobotId] = set()
        self._kick: tuple[SetPlay, float] | None = None

    def judge(self, scene: RefereeContext) -> Iterator[Offense]:
        game, limits = scene.game, scene.rules.judgment
        free_kick = game.set_play not in (SetPlay.NONE, SetPlay.PENALTY_KICK)
        if game.state is not GameState.PLAYING or not free_kick or game.kicking_team is None:
            self._kick = None
            return
        kick = (game.set_play, scene.watch.restart.time)
        near = [r for r in scene.players(game.kicking_team.other) if self._is_near(r, scene)]
        if self._kick != kick:
            self._kick = kick
            self._near.clear()
            self._was_near = {robot.id for robot in near}
        for robot in scene.players(game.kicking_team.other):
            near_for = self._near.duration(robot.id, robot in near, time=scene.time)
            if robot not in near:
                self._was_near.discard(robot.id)
                continue
            was_near = robot.id in self._was_near
            clear_within = scene.rules.free_kick.clear_within
            limit = clear_within if was_near else limits.illegal_position_for
            plays_ball = robot.touches_ball and not was_near and robot.fallen_since is None
            if near_for > limit or plays_ball:
                self._near.forget(robot.id)
                yield _illegal_position(robot.id)

    def _is_near(self, robot: RobotView, scene: RefereeContext) -> bool:
        radius = scene.rules.free_kick.radius - scene.rules.judgment.tolerance
        near = robot.position.distance_to(scene.game.free_kick_ball) < radius
        keeper = scene.game.is_goalkeeper(robot.id) and scene.in_own_goal_area(robot)
        return near and not (keeper and not robot.touches_ball)


def _illegal_position(robot: RobotId) -> Offense:
    return Offense(robot=robot, penalty=Penalty.ILLEGAL_POSITION, call="illegal position")
