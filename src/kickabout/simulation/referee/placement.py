"""Poses and positions for robots and ball that the referee places."""

import math
from collections.abc import Iterable

from kickabout.geometry import Field, Pose2, Robot, Vector2, World
from kickabout.representations.field import FieldDimensions
from kickabout.representations.game import SetPlay
from kickabout.simulation.referee.game import Game
from kickabout.simulation.referee.rules import Rules
from kickabout.simulation.referee.view import RobotId, TeamSide

HALF_TURN = math.pi
QUARTER_TURN = math.pi / 2.0
BEHIND_THE_WALL = 0.1  # m
OFF_THE_CARPET = 0.5  # m, for robots that do not take part in a shoot-out


def removal_pose(
    game: Game,
    field: FieldDimensions,
    *,
    team: TeamSide,
    robot_in_world: Vector2[World],
    ball_in_world: Vector2[World],
    others: Iterable[Vector2[World]],
) -> Pose2[Robot, World]:
    """Return a pose beside the nearer side line of its half, turned away from the field."""
    side = math.copysign(1.0, robot_in_world.y)
    y = side * (field.side_line_y + game.rules.removal.outside)
    x = _free_x(game, field, team=team, y=y, ball_x=ball_in_world.x, others=others)
    return Pose2(x, y, side * QUARTER_TURN)


def return_pose(
    game: Game,
    field: FieldDimensions,
    *,
    team: TeamSide,
    ball_in_world: Vector2[World],
    others: Iterable[Vector2[World]],
) -> Pose2[Robot, World]:
    """Return a pose at the side line farther from the ball, level with its penalty mark."""
    side = -1.0 if ball_in_world.y >= 0.0 else 1.0
    y = side * (field.side_line_y + game.rules.removal.return_outside)
    x = _free_x(game, field, team=team, y=y, ball_x=ball_in_world.x, others=others)
    return Pose2(x, y, -side * QUARTER_TURN)


def _free_x(
    game: Game,
    field: FieldDimensions,
    *,
    team: TeamSide,
    y: float,
    ball_x: float,
    others: Iterable[Vector2[World]],
) -> float:
    """Return the free x closest to its penalty mark, preferably away from the ball."""
    spacing = game.rules.removal.spacing
    mark = -game.direction(team) * field.penalty_mark_x
    away = -1.0 if ball_x > mark else 1.0
    taken = [other.x for other in others if abs(other.y - y) < spacing]
    steps = range(int(2.0 * field.goal_line_x / spacing))
    candidates = [mark + sign * away * step * spacing for step in steps for sign in (1.0, -1.0)]
    for x in candidates:
        own_half = -field.goal_line_x <= game.direction(team) * x <= -spacing
        if own_half and all(abs(x - other) > 0.9 * spacing for other in taken):
            return x
    return mark


def lined_up(field: FieldDimensions, rules: Rules, number: int) -> Pose2[Robot, Field]:
    """Return the pose before the game: at a side line of its half, facing the field."""
    positions = rules.placement.initial
    x, side = positions[(number - 1) % len(positions)]
    lap = (number - 1) // len(positions)
    spacing = rules.removal.spacing
    turn = -math.copysign(QUARTER_TURN, side)
    return Pose2(x * field.length_ratio + lap * spacing, side * field.side_line_y, turn)


def initial_pose(game: Game, field: FieldDimensions, robot: RobotId) -> Pose2[Robot, World]:
    """Return a pose on a side line of its half, facing the field, for the start of a half."""
    own = lined_up(field, game.rules, robot.number)
    return game.pose_in_world(robot.team, own)


def manual_pose(
    game: Game, field: FieldDimensions, rank: int, *, team: TeamSide
) -> Pose2[Robot, World]:
    """Return a legal kick-off pose for the rank-th robot of a team; the goalkeeper is first."""
    kicks = game.kicking_team is team
    placement = game.rules.placement
    positions = placement.kicking if kicks else placement.defending
    x, y = field.scaled(positions[rank % len(positions)])
    return game.pose_in_world(team, Pose2(x, y, 0.0))


def bench_pose(game: Game, field: FieldDimensions, robot: RobotId) -> Pose2[Robot, World]:
    """Return a pose off the carpet, for robots that do not take part."""
    side = 1.0 if robot.team is TeamSide.HOME else -1.0
    spacing = game.rules.removal.spacing
    y = side * (field.boundary_y + OFF_THE_CARPET)
    return Pose2(-field.penalty_mark_x + spacing * robot.number, y, -side * QUARTER_TURN)


def striker_pose(game: Game, field: FieldDimensions, team: TeamSide) -> Pose2[Robot, World]:
    x = field.penalty_mark_x - game.rules.shootout.striker_behind_ball
    return game.pose_in_world(team, Pose2(x, 0.0, 0.0))


def keeper_pose(game: Game, field: FieldDimensions, team: TeamSide) -> Pose2[Robot, World]:
    """Return the pose in the middle of its goal line, facing the field."""
    return game.pose_in_world(team, Pose2(-field.goal_line_x, 0.0, 0.0))


def penalty_mark(game: Game, field: FieldDimensions, team: TeamSide) -> Vector2[World]:
    """Return the position of the penalty mark from which a team shoots."""
    return game.in_world(team, Vector2(field.penalty_mark_x, 0.0))


def held_ball(field: FieldDimensions) -> Vector2[World]:
    """Return the position of the ball while the referee holds it: beside the halfway line."""
    if field.border:
        return Vector2(0.0, field.side_line_y + field.border_depth + BEHIND_THE_WALL)
    return Vector2(0.0, (field.side_line_y + field.boundary_y) / 2.0)


def restart_position(
    kind: SetPlay, *, out_at: Vector2[World], field: FieldDimensions, rules: Rules
) -> Vector2[World]:
    """Return the position at which a ball that left the field is put down."""
    end, side = math.copysign(1.0, out_at.x), math.copysign(1.0, out_at.y)
    if kind is SetPlay.CORNER_KICK:
        return Vector2(end * field.goal_line_x, side * field.side_line_y)
    if kind is SetPlay.GOAL_KICK:
        at_mark = rules.free_kick.goal_kick_position == "penalty_mark"
        x = field.penalty_mark_x if at_mark else field.goal_area_x
        return Vector2(end * x, side * field.goal_area_y)
    if kind is SetPlay.KICK_IN:
        x = max(-field.goal_line_x, min(field.goal_line_x, out_at.x))
        return Vector2(x, side * field.side_line_y)
    raise ValueError(f"a '{kind}' is not awarded for a ball that left the field")


def drop_point(
    ball: Vector2[World], *, field: FieldDimensions, rules: Rules, apart: float = 0.0
) -> Vector2[World]:
    """Return the drop point nearest to the ball, of those at least this far from it."""
    points: list[Vector2[World]] = [
        Vector2(sx * x, sy * y)
        for x, y in rules.ball_out.drop_points
        for sx in (1.0, -1.0)
        for sy in (1.0, -1.0)
    ]
    far = [point for point in points if point.distance_to(ball) >= apart]
    return min(far or points, key=ball.distance_to)


def whistle_position(field: FieldDimensions) -> Vector2[World]:
    """Return the intersection of the halfway line and a side line, where the referee stands."""
    return Vector2(0.0, field.side_line_y)
