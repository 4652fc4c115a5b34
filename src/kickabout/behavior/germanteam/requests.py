"""What a skill requests: a motion of the body and a task of the head."""

from kickabout.framework import frozen
from kickabout.geometry import Pose2, Robot
from kickabout.representations import (
    HeadTask,
    HeadTaskRequest,
    KickRequest,
    Motion,
    MotionRequest,
    WalkMode,
    WalkRequest,
)

STAND = MotionRequest(motion=Motion.STAND)


@frozen
class Requests:
    """The requests of one skill."""

    motion: MotionRequest = STAND
    head: HeadTaskRequest = HeadTaskRequest()


def kick(name: str) -> MotionRequest:
    """Return the request for a kick by its name."""
    return MotionRequest(motion=Motion.KICK, kick=KickRequest(name=name))


def special(name: str) -> MotionRequest:
    """Return the request for a special motion by its name."""
    return MotionRequest(motion=Motion.SPECIAL, special=name)


def walk(forward: float, left: float, turn: float) -> MotionRequest:
    """Return a walk; speeds are fractions of the maximum, −1 … 1."""
    speed: Pose2[Robot, Robot] = Pose2(limited(forward), limited(left), limited(turn))
    request = WalkRequest(mode=WalkMode.RELATIVE_SPEED, speed=speed)
    return MotionRequest(motion=Motion.WALK, walk=request)


def limited(value: float, most: float = 1.0) -> float:
    return max(-most, min(most, value))


def head(task: HeadTask) -> HeadTaskRequest:
    return HEADS[task]


HEADS = {task: HeadTaskRequest(task=task) for task in HeadTask}
