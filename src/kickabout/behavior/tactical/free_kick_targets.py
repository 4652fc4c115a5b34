"""Where free kicks go: corners between the others, near the goal, or simply forward."""

import math
from collections.abc import Sequence

from kickabout.behavior.tactical.goal_view import AngleRange
from kickabout.behavior.tactical.sector_wheel import SectorWheel, Sight
from kickabout.geometry import Field, Vector2
from kickabout.representations import FieldDimensions

Round = tuple[Vector2[Field], float]  # place and radius in m


def corner_sectors(
    ball: Vector2[Field], field: FieldDimensions, rivals: Sequence[Round], *, smallest: float
) -> list[AngleRange]:
    """Free sectors between the near post and the side line, those near the goal first."""
    side = math.copysign(1.0, ball.y) if ball.y else 1.0
    post: Vector2[Field] = Vector2(field.goal.post_x, side * field.goal.post_y)
    to_post = (post - ball).angle
    along_line = -math.pi  # back along the side line
    wheel = SectorWheel(ball)
    for place, radius in rivals:
        wheel.add_circle(place, radius + 0.15, Sight.OBSTACLE)
    if side > 0.0:
        allowed = AngleRange(along_line + 0.3, to_post)
    else:
        allowed = AngleRange(to_post, math.pi - 0.3)
    found = [
        AngleRange(max(s.start, allowed.right), min(s.end, allowed.left))
        for s in wheel.seen(Sight.FREE)
    ]
    wide = [sector for sector in found if sector.size >= smallest]
    return sorted(wide, key=lambda sector: abs(sector.nearest(to_post) - to_post))


def near_goal_direction(
    ball: Vector2[Field], field: FieldDimensions, rivals: Sequence[Vector2[Field]]
) -> float:
    """Towards a place before the goal, past those who stand in the way."""
    aims = [
        Vector2[Field](field.penalty_mark_x + 0.3, y)
        for y in (0.0, 0.6, -0.6, 1.2, -1.2, 1.8, -1.8)
    ]
    best = max(aims, key=lambda aim: _freedom(ball, aim, rivals) - 0.3 * abs(aim.y))
    return (best - ball).angle


def forward_direction(
    ball: Vector2[Field],
    field: FieldDimensions,
    rivals: Sequence[Vector2[Field]],
    mates: Sequence[Vector2[Field]],
) -> float:
    """Where the ball gets farthest up the field and a teammate is nearer than a rival."""
    room = field.side_line_y - 0.3

    def gain(angle: float) -> float:
        end = ball + Vector2[Field].from_polar(3.0, angle)
        outside = max(0.0, abs(end.y) - room)
        near_mate = min((end.distance_to(m) for m in mates), default=3.0)
        blocked = 1.0 - min(1.0, _freedom(ball, end, rivals))
        return end.x - 3.0 * outside - 0.3 * near_mate - 3.0 * blocked

    return max((math.radians(10.0 * k) for k in range(-6, 7)), key=gain)


def _freedom(ball: Vector2[Field], aim: Vector2[Field], rivals: Sequence[Vector2[Field]]) -> float:
    """Distance of the nearest rival from the way, in m, at most 1."""
    way = aim - ball
    length = max(way.norm, 1e-6)
    unit = way / length
    nearest = 1.0
    for rival in rivals:
        to_rival = rival - ball
        if 0.0 < unit.dot(to_rival) < length:
            nearest = min(nearest, abs(unit.cross(to_rival)))
    return nearest
