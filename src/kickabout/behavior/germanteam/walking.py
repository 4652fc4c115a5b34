"""Walks: from a target relative to the robot to speeds, around the ball and other robots."""

import math

from kickabout.behavior.germanteam.requests import limited, walk
from kickabout.behavior.germanteam.world_model import GermanTeamWorld
from kickabout.geometry import Robot, Vector2
from kickabout.representations import MotionRequest

NEAR = 0.12  # m, distance to a target below which the robot slows down
NEAR_TURN = 0.5  # rad
MIN_PACE = 0.4  # of the fastest walk: shorter steps hardly move the robot
THERE = 0.008  # m
TURN_FIRST = 1.0  # rad, direction of a far target to which the robot turns before it walks
CLEARANCE = 0.27  # m, between the middles of two robots that pass each other
LOOK_AHEAD = 0.5  # m
BALL_CLEARANCE = 0.19  # m, between the robot's middle and a ball that it walks around


def forward_to(angle: float, speed: float) -> MotionRequest:
    """Return a walk head first in a direction; the robot turns first if that is aside."""
    turn = limited(angle / NEAR_TURN)
    if abs(angle) > TURN_FIRST:
        return walk(0.0, 0.0, turn)
    ahead = math.cos(angle) - 0.5 * abs(turn)
    return walk(speed * max(0.0, ahead), 0.0, 0.6 * turn)


def omnidirectional(target: Vector2[Robot], heading: float, speed: float) -> MotionRequest:
    """Return a walk in any direction that also turns to a heading relative to the robot."""
    pace = speed * min(1.0, max(MIN_PACE, target.norm / NEAR)) if target.norm > THERE else 0.0
    direction = target.normalized()
    return walk(pace * direction.x, pace * direction.y, 0.8 * limited(heading / NEAR_TURN))


def steered_around(target: Vector2[Robot], world: GermanTeamWorld) -> Vector2[Robot]:
    """Return the target, or a point beside the first robot that stands on the way to it."""
    length = target.norm
    blocking = [other for other in world.others if _blocks(other, target, length)]
    if not blocking:
        return target
    other = min(blocking, key=lambda other: other.norm)
    side = -1.0 if target.cross(other) > 0.0 else 1.0  # pass it on the side it leaves open
    spread = math.asin(min(1.0, CLEARANCE / max(other.norm, 1e-6)))
    return Vector2.from_polar(length, other.angle + side * spread)


def _blocks(other: Vector2[Robot], target: Vector2[Robot], length: float) -> bool:
    if length < 1e-6:
        return False
    along = target.dot(other) / length
    across = abs(target.cross(other)) / length
    return 0.0 < along < min(length, LOOK_AHEAD) and across < CLEARANCE


def steered_beside(target: Vector2[Robot], ball: Vector2[Robot], heading: float) -> Vector2[Robot]:
    """Return the target, or a point beside the ball while the ball lies on the way to it."""
    length = target.norm
    if length < 0.05:
        return target
    along = target.dot(ball) / length
    across = target.cross(ball) / length
    if not 0.0 < along < length or abs(across) > BALL_CLEARANCE:
        return target
    side = -1.0 if across > 0.0 else 1.0
    spread = math.asin(min(1.0, BALL_CLEARANCE / max(ball.norm, BALL_CLEARANCE)))
    return Vector2.from_polar(length, ball.angle + side * spread)
