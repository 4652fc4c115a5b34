"""Step polygons: from a wished speed to one inside a polygon that shrinks with turning.

As in the B-Human walk of 2021: forward and sideways are not traded against each other; each may be
complete. The faster the robot turns, the smaller the polygon, less so for walking around the ball.
"""

import math

from kickabout.motion.walk.step_limits import Speed, SpeedLimits, clipped

Corners = tuple[tuple[float, float], ...]

SHRINK = 0.9  # share of the polygon that the fastest turn takes away
SHRINK_FAST = 0.5
CUT = 0.4  # share of both axes at which corners are cut off: legs cannot do both to the end


def polygon(limits: SpeedLimits, turn: float, shrink: float) -> Corners:
    """Corners of possible translations at a turn speed, counterclockwise from the front left."""
    used = min(1.0, abs(turn) / limits.turn) if limits.turn > 0.0 else 0.0
    left = 1.0 - shrink * used
    front, back, side = (
        left * limits.forward,
        left * limits.backward,
        left * limits.sideways,
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
    """How far one may go along a vector before leaving the polygon, in lengths of the vector."""
    farthest = math.inf
    for (ax, ay), (bx, by) in zip(corners, (*corners[1:], corners[0]), strict=True):
        # Outward normal of an edge of a counterclockwise polygon.
        nx, ny = by - ay, ax - bx
        along = nx * x + ny * y
        if along > 1e-12:
            farthest = min(farthest, (nx * ax + ny * ay) / along)
    return farthest


def _clamped(speed: Speed, limits: SpeedLimits, shrink: float) -> Speed:
    turn = clipped(speed.turn, -limits.turn, limits.turn)
    scale = min(1.0, reach(polygon(limits, turn, shrink), speed.x, speed.y))
    return Speed(speed.x * scale, speed.y * scale, turn)


def clamped_to_polygon(speed: Speed, limits: SpeedLimits) -> Speed:
    """For walking from one place to another."""
    return _clamped(speed, limits, SHRINK)


def clamped_to_fast_polygon(speed: Speed, limits: SpeedLimits) -> Speed:
    """For walking around the ball: turning takes less away."""
    return _clamped(speed, limits, SHRINK_FAST)
