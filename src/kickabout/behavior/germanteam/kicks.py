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
    """How far ahead of the robot's middle the ball has to be, and how precisely."""

    ahead: float  # m
    within: float = 0.02  # m


SPOTS = {
    BallMotion.HEAD_KICK: BallSpot(ahead=0.165, within=0.025),
    BallMotion.GRAB: BallSpot(ahead=0.18, within=0.02),
    BallMotion.FORWARD: BallSpot(ahead=0.18, within=0.02),
    BallMotion.LEFT: BallSpot(ahead=0.18, within=0.02),
    BallMotion.RIGHT: BallSpot(ahead=0.18, within=0.02),
    BallMotion.BACKWARD: BallSpot(ahead=0.18, within=0.02),
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
    return abs(ball.x - spot.ahead) < spot.within and abs(ball.y) < spot.within


def nearest_kick(angle: float) -> BallMotion:
    """Return the kick for a direction relative to the robot: one for each quarter of a turn."""
    return min(AFTER_GRAB, key=lambda motion: abs(wrapped(angle - DIRECTIONS[motion])))


def grab_direction(kick: float, heading: float) -> float:
    """Return the direction in which to grab, so that one of the four kicks goes to `kick`.

    It is the one that needs the smallest turn, but for small deviations that of a kick forward,
    which is over sooner than the others: nobody may hold the ball for long.
    """
    deviation = wrapped(heading - kick)
    quarters = 0 if abs(deviation) < FORWARD_WITHIN else round(deviation / QUARTER_TURN)
    return wrapped(kick + quarters * QUARTER_TURN)
