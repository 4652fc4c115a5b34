"""Motions with the ball: what each requests, and where the ball has to be for it."""

import enum
import math

from kickabout.behavior.germanteam.requests import kick, special
from kickabout.framework import frozen
from kickabout.geometry import Robot, Vector2
from kickabout.geometry.pose2 import wrapped

QUARTER_TURN = 0.5 * math.pi


class BallMotion(enum.Enum):
    """Motions with the ball, by what they are for."""

    HEAD_KICK = "head kick"  # forward, for a ball that opponents are close to
    GRAB = "grab"
    FORWARD = "forward"
    LEFT = "left"
    RIGHT = "right"
    BACKWARD = "backward"


@frozen
class BallSpot:
    """Where the ball has to be in the robot's frame, and how precisely.

    The robot begins the motion at the far end of this range, and then still moves a little.
    """

    ahead: float  # m
    within: float  # m
    within_aside: float = 0.025  # m


BEFORE_HEAD = BallSpot(ahead=0.153, within=0.014)
BEFORE_LEGS = BallSpot(ahead=0.165, within=0.012)
SPOTS = {
    BallMotion.HEAD_KICK: BEFORE_HEAD,
    BallMotion.GRAB: BEFORE_LEGS,
    BallMotion.FORWARD: BEFORE_LEGS,
    BallMotion.LEFT: BEFORE_LEGS,
    BallMotion.RIGHT: BEFORE_LEGS,
    BallMotion.BACKWARD: BEFORE_LEGS,
}
REQUESTS = {
    BallMotion.HEAD_KICK: kick("head_kick"),
    BallMotion.GRAB: special("grab"),
    BallMotion.FORWARD: kick("grab_kick_forward"),
    BallMotion.LEFT: kick("grab_kick_left"),
    BallMotion.RIGHT: kick("grab_kick_right"),
    BallMotion.BACKWARD: kick("bicycle_kick"),
}
DIRECTIONS = {
    BallMotion.HEAD_KICK: 0.0,
    BallMotion.FORWARD: 0.0,
    BallMotion.LEFT: QUARTER_TURN,
    BallMotion.RIGHT: -QUARTER_TURN,
    BallMotion.BACKWARD: math.pi,
}
FORWARD_WITHIN = 1.3  # rad, deviation from its kick up to which a robot prefers to kick forward
AFTER_GRAB = (BallMotion.FORWARD, BallMotion.LEFT, BallMotion.RIGHT, BallMotion.BACKWARD)


def is_in_place(motion: BallMotion, ball: Vector2[Robot]) -> bool:
    """Return whether the ball is where the motion needs it."""
    spot = SPOTS[motion]
    return abs(ball.x - spot.ahead) < spot.within and abs(ball.y) < spot.within_aside


def nearest_kick(angle: float) -> BallMotion:
    """Return the kick for a direction relative to the robot: one for each quarter of a turn."""
    return min(AFTER_GRAB, key=lambda motion: abs(wrapped(angle - DIRECTIONS[motion])))


def grab_direction(kick: float, heading: float) -> float:
    """Return the direction in which to grab, so that one of the four kicks goes to `kick`.

    It is the one that needs the smallest turn, but for small deviations that of a kick forward,
    which takes less time than the others: robots may not hold the ball for long.
    """
    deviation = wrapped(heading - kick)
    quarters = 0 if abs(deviation) < FORWARD_WITHIN else round(deviation / QUARTER_TURN)
    return wrapped(kick + quarters * QUARTER_TURN)
