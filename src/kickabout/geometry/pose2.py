"""Position and direction in a plane, as the transform from a child frame to its parent."""

import math
from collections.abc import Iterable
from typing import Generic, TypeVar, overload

import msgspec
import numpy as np
import numpy.typing as npt

from kickabout.geometry.arrays import FLOAT, Points2, Vec3
from kickabout.geometry.frames import Frame
from kickabout.geometry.vector2 import Vector2

Child = TypeVar("Child", bound=Frame)
Parent = TypeVar("Parent", bound=Frame)
Grandchild = TypeVar("Grandchild", bound=Frame)

PI = math.pi
TWO_PI = 2.0 * math.pi


class Pose2(msgspec.Struct, Generic[Child, Parent], frozen=True, gc=False):
    """Pose of a child frame in its parent frame: `robot_to_field = Pose2(x, y, theta)`."""

    x: float = 0.0
    y: float = 0.0
    theta: float = 0.0

    @classmethod
    def from_array(cls, array: npt.NDArray[np.floating]) -> "Pose2[Child, Parent]":
        x, y, theta = array.tolist()
        return cls(x, y, theta)

    @classmethod
    def from_position(cls, position: Vector2[Parent], theta: float) -> "Pose2[Child, Parent]":
        return cls(position.x, position.y, theta)

    @overload
    def __matmul__(self, other: Vector2[Child]) -> Vector2[Parent]: ...
    @overload
    def __matmul__(self, other: "Pose2[Grandchild, Child]") -> "Pose2[Grandchild, Parent]": ...
    @overload
    def __matmul__(self, other: Points2) -> Points2: ...

    def __matmul__(
        self, other: "Vector2[Child] | Pose2[Grandchild, Child] | Points2"
    ) -> "Vector2[Parent] | Pose2[Grandchild, Parent] | Points2":
        """Transform a vector, chain with a pose, or transform an array of points (…, 2)."""
        c, s = math.cos(self.theta), math.sin(self.theta)
        if isinstance(other, Vector2):
            return Vector2(self.x + c * other.x - s * other.y, self.y + s * other.x + c * other.y)
        if isinstance(other, Pose2):
            return Pose2(
                self.x + c * other.x - s * other.y,
                self.y + s * other.x + c * other.y,
                wrapped(self.theta + other.theta),
            )
        points: Points2 = other @ np.array(((c, s), (-s, c))) + np.array((self.x, self.y))
        return points

    def each(self, vectors: Iterable[Vector2[Child]]) -> list[Vector2[Parent]]:
        """Transform many vectors, computing sine and cosine only once."""
        x, y, c, s = self.x, self.y, math.cos(self.theta), math.sin(self.theta)
        return [Vector2(x + c * v.x - s * v.y, y + s * v.x + c * v.y) for v in vectors]

    def inverse(self) -> "Pose2[Parent, Child]":
        c, s = math.cos(self.theta), math.sin(self.theta)
        return Pose2(-c * self.x - s * self.y, s * self.x - c * self.y, wrapped(-self.theta))

    def normalized(self) -> "Pose2[Child, Parent]":
        """Return the same pose with theta in (-pi, pi]."""
        return Pose2(self.x, self.y, wrapped(self.theta))

    @property
    def position(self) -> Vector2[Parent]:
        return Vector2(self.x, self.y)

    @property
    def direction(self) -> Vector2[Parent]:
        """Unit vector along the child's x axis."""
        return Vector2(math.cos(self.theta), math.sin(self.theta))

    @property
    def array(self) -> Vec3:
        return np.array((self.x, self.y, self.theta), FLOAT)


def wrapped(angle: float) -> float:
    """Return the same as `normalized_angle`; not compiled, so faster to call from Python."""
    if -PI < angle <= PI:
        return angle
    remainder = math.remainder(angle, TWO_PI)
    return remainder if remainder > -PI else PI
