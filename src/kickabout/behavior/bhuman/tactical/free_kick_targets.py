"""Free kicks: where to kick the ball, and where teammates wait for it."""

import math
from collections.abc import Sequence

from kickabout.behavior.bhuman.tactical.sector_wheel import SectorKind, SectorWheel
from kickabout.behavior.shared.tactical.goal_view import AngleRange
from kickabout.geometry import Field, Vector2
from kickabout.geometry.pose2 import wrapped
from kickabout.representations import FieldDimensions

RoundObstacle = tuple[Vector2[Field], float]  # position and radius, in m
Positions = tuple[Vector2[Field], Vector2[Field]]  # of the foremost supporter and the next one
TEAMMATE_FAR = 2.0  # m; teammates farther away will not get the ball


def corner_sectors(
    ball: Vector2[Field],
    field: FieldDimensions,
    opponents: Sequence[RoundObstacle],
    *,
    min_width: float,
) -> list[AngleRange]:
    """Return free sectors between near post and side line, those near the goal first."""
    side = side_of(ball)
    to_post = (near_post(ball, field) - ball).angle
    along_line = -math.pi  # back along the side line
    wheel = SectorWheel(ball)
    for position, radius in opponents:
        wheel.add_circle(position, radius + 0.15, SectorKind.OBSTACLE)
    if side > 0.0:
        allowed = AngleRange(along_line + 0.3, to_post)
    else:
        allowed = AngleRange(to_post, math.pi - 0.3)
    found = [
        AngleRange(max(s.start, allowed.right), min(s.end, allowed.left))
        for s in wheel.of_kind(SectorKind.FREE)
    ]
    wide = [sector for sector in found if sector.size >= min_width]
    return sorted(wide, key=lambda sector: abs(sector.nearest(to_post) - to_post))


def corner_receiver_position(
    ball: Vector2[Field], field: FieldDimensions, kick: float, *, room: float
) -> Vector2[Field]:
    """Return a position behind a kick, relative to the goal, as far as the near post."""
    post = near_post(ball, field)
    distance = ball.distance_to(post)
    away = math.copysign(1.0, wrapped(kick - (post - ball).angle))
    return ball + Vector2.from_polar(distance, kick + away * room / distance)


def near_post(ball: Vector2[Field], field: FieldDimensions) -> Vector2[Field]:
    """Return the opponents' goal post on the side of the ball."""
    return Vector2(field.goal.post_x, side_of(ball) * field.goal.post_y)


def side_of(ball: Vector2[Field]) -> float:
    return math.copysign(1.0, ball.y) if ball.y else 1.0


def corner_waiting_positions(ball: Vector2[Field], field: FieldDimensions) -> Positions:
    """Return positions near goal and center circle, used until the kick is announced."""
    side = side_of(ball)
    middle = field.center_circle_radius + 0.5
    return Vector2(field.goal_line_x - 1.4, -side * 0.5), Vector2(middle, side * 0.5)


def kick_in_positions(ball: Vector2[Field], field: FieldDimensions) -> Positions:
    """Return positions in the middle ahead of the ball and nearer to the far side line."""
    ahead = min(ball.x + 1.5, field.goal_line_x - 1.3)
    return Vector2(ahead, 0.0), Vector2(min(ball.x + 0.5, ahead), -side_of(ball) * 1.4)


def goal_kick_positions(ball: Vector2[Field]) -> Positions:
    """Ahead on the ball's side, and in the middle a bit behind."""
    side = side_of(ball)
    return Vector2(0.0, side * 1.5), Vector2(-0.8, -side * 0.5)


def near_goal_direction(
    ball: Vector2[Field],
    field: FieldDimensions,
    opponents: Sequence[Vector2[Field]],
    teammates: Sequence[Vector2[Field]],
) -> float:
    """Return a direction to the front of the goal, past opponents and near a teammate."""
    aims = [
        Vector2[Field](field.penalty_mark_x + 0.3, y)
        for y in (0.0, 0.6, -0.6, 1.2, -1.2, 1.8, -1.8)
    ]

    def rating(aim: Vector2[Field]) -> float:
        teammate = min((aim.distance_to(position) for position in teammates), default=TEAMMATE_FAR)
        return _freedom(ball, aim, opponents) - 0.3 * abs(aim.y) - 0.2 * min(teammate, TEAMMATE_FAR)

    return (max(aims, key=rating) - ball).angle


def forward_direction(
    ball: Vector2[Field],
    field: FieldDimensions,
    opponents: Sequence[Vector2[Field]],
    teammates: Sequence[Vector2[Field]],
) -> float:
    """Return the direction in which the ball gets farthest up, past opponents."""
    room = field.side_line_y - 0.3

    def gain(angle: float) -> float:
        end = ball + Vector2[Field].from_polar(3.0, angle)
        outside = max(0.0, abs(end.y) - room)
        near_teammate = min((end.distance_to(m) for m in teammates), default=3.0)
        blocked = 1.0 - min(1.0, _freedom(ball, end, opponents))
        return end.x - 3.0 * outside - 0.3 * near_teammate - 3.0 * blocked

    return max((math.radians(10.0 * k) for k in range(-6, 7)), key=gain)


def _freedom(
    ball: Vector2[Field], aim: Vector2[Field], opponents: Sequence[Vector2[Field]]
) -> float:
    """Return the distance of the nearest opponent from the ball's path, in m, at most 1."""
    offset = aim - ball
    length = max(offset.norm, 1e-6)
    unit = offset / length
    nearest = 1.0
    for opponent in opponents:
        to_opponent = opponent - ball
        if 0.0 < unit.dot(to_opponent) < length:
            nearest = min(nearest, abs(unit.cross(to_opponent)))
    return nearest
