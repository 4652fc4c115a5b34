"""Functions that motions call: they generate motor data that are too complex for lines of it."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from kickabout.geometry import Pose2, Robot, Vec, Vec3, zeros
from kickabout.representations import WalkRequest


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class MotorFrame:
    """Motor data of a frame for all joints; NaN: no value."""

    angles: Vec
    stiffness: float = 1.0
    parameters: Vec3 = zeros(3)  # fractions of the fastest forward, to the left, turning
    speed: Pose2[Robot, Robot] = Pose2()  # expected, m/s, m/s, rad/s


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class FunctionInputs:
    """What a function gets in each frame."""

    walk: WalkRequest
    leaving: bool  # another motion is requested
    angles: Vec  # commanded in the last frame
    dt: float  # s


class Generator(Protocol):
    """A function that generates motor data; a new one is made for each call."""

    def advance(self, given: FunctionInputs) -> MotorFrame | None:
        """Return the next frame, or None if the function has ended."""


# Makes the generator of a call from its arguments; wrong ones raise an error.
MotionFunction = Callable[..., Generator]
