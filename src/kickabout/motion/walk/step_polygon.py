"""Step polygons: from a requested speed to one inside a polygon that shrinks with turning.

As in the B-Human walk of 2021, forward and sideways speed hardly limit each other. The faster the
robot turns, the smaller the polygon, though less so for walking around the ball.
"""

import math

from kickabout.motion.walk.step_limits import Speed, SpeedLimits, clipped

Corners = tuple[tuple[float, float], ...]

SHRINK = 0.9  # fraction by which the fastest turn shrinks the polygon
SHRINK_FAST = 0.5
CUT = (
    0.4  # fraction of both axes by which corners are cut off: legs cannot reach both limits at once
)


def polygon(limits: SpeedLimits, turn: float, shrink: float) -> Corners:
    """Return the corners of possible translations, counterclockwise from the front left."""
    used = min(1.0, abs(turn) / limits.turn_limit) if limits.turn_limit > 0.0 else 0.0
    size = 1.0 - shrink * used
    front, back, side = (
        size * limits.forward_limit,
        size * limits.backward_limit,
        size * limits.side_limit,
    )
    inner = 1.0 - CUT
    return (
        (front, inner * side),
        (inner * front, side),
        (-inner * back, side),
        (-back, inner * side),
        (-back, -inner * side),
        (-inner * back, -side),
        (inner * front, -side),
        (front, -inner * side),
    )


def reach(corners: Corners, x: float, y: float) -> float:
    """Return the factor that scales a vector to the boundary of the polygon."""
    farthest = math.inf
    for (ax, ay), (bx, by) in zip(corners, (*corners[1:], corners[0]), strict=True):
        # Outward normal of an edge of a counterclockwise polygon.
        nx, ny = by - ay, ax - bx
        along = nx * x + ny * y
        if along > 1e-12:
            farthest = min(farthest, (nx * ax + ny * ay) / along)
    return farthest


def _clamped(speed: Speed, limits: SpeedLimits, shrink: float) -> Speed:
    turn = clipped(speed.turn, -limits.turn_limit, limits.turn_limit)
    scale = min(1.0, reach(polygon(limits, turn, shrink), speed.x, speed.y))
    return Speed(speed.x * scale, speed.y * scale, turn)


def clamped_to_polygon(speed: Speed, limits: SpeedLimits) -> Speed:
    """Limit a speed for walking to a target."""
    return _clamped(speed, limits, SHRINK)


def clamped_to_fast_polygon(speed: Speed, limits: SpeedLimits) -> Speed:
    """Limit a speed for walking around the ball, where turning reduces the rest less."""
    return _clamped(speed, limits, SHRINK_FAST)
