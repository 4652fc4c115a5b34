"""Position and orientation in space, as the transform from a child frame to its parent."""

from typing import Generic, TypeVar, overload

import msgspec
import numpy as np
import numpy.typing as npt

from kickabout.geometry import rotations
from kickabout.geometry.arrays import (
    FloatArray,
    Mat3,
    Mat4,
    Vec3,
    readonly,
    shared_unit,
    shared_zeros,
)
from kickabout.geometry.frames import Frame
from kickabout.geometry.pose2 import Pose2

Child = TypeVar("Child", bound=Frame)
Parent = TypeVar("Parent", bound=Frame)
Grandchild = TypeVar("Grandchild", bound=Frame)


class Pose3(msgspec.Struct, Generic[Child, Parent], frozen=True, eq=False):
    """Pose of a child frame in its parent frame; arrays are copied unless they are read-only."""

    rotation: Mat3 = shared_unit(3)
    translation: Vec3 = shared_zeros(3)

    def __post_init__(self) -> None:
        rotation, translation = readonly(self.rotation), readonly(self.translation)
        if rotation.shape != (3, 3) or translation.shape != (3,):
            raise ValueError(
                f"rotation and translation of a Pose3 have the shapes {rotation.shape} and "
                f"{translation.shape}, expected (3, 3) and (3,)"
            )
        if rotation is not self.rotation:
            msgspec.structs.force_setattr(self, "rotation", rotation)
        if translation is not self.translation:
            msgspec.structs.force_setattr(self, "translation", translation)

    @classmethod
    def identity(cls) -> "Pose3[Child, Parent]":
        return cls()

    @classmethod
    def from_matrix(cls, matrix: Mat4) -> "Pose3[Child, Parent]":
        """Make the pose from a homogeneous 4×4 matrix."""
        return cls(matrix[:3, :3], matrix[:3, 3])

    @classmethod
    def from_translation(cls, x: float, y: float, z: float) -> "Pose3[Child, Parent]":
        return cls(shared_unit(3), sealed(np.array((x, y, z))))

    @classmethod
    def rotation_x(cls, angle: float) -> "Pose3[Child, Parent]":
        return cls(sealed(rotations.rotation_x(angle)))

    @classmethod
    def rotation_y(cls, angle: float) -> "Pose3[Child, Parent]":
        return cls(sealed(rotations.rotation_y(angle)))

    @classmethod
    def rotation_z(cls, angle: float) -> "Pose3[Child, Parent]":
        return cls(sealed(rotations.rotation_z(angle)))

    @classmethod
    def from_pose2(cls, pose: Pose2[Child, Parent], height: float = 0.0) -> "Pose3[Child, Parent]":
        """Make an upright pose at the given height."""
        rotation = sealed(rotations.rotation_z(pose.theta))
        return cls(rotation, sealed(np.array((pose.x, pose.y, height))))

    @overload
    def __matmul__(self, other: "Pose3[Grandchild, Child]") -> "Pose3[Grandchild, Parent]": ...
    @overload
    def __matmul__(self, other: FloatArray) -> FloatArray: ...

    def __matmul__(
        self, other: "Pose3[Grandchild, Child] | FloatArray"
    ) -> "Pose3[Grandchild, Parent] | FloatArray":
        """Chain with a pose, or transform a point (3,) or points (N, 3)."""
        if isinstance(other, Pose3):
            rotation, translation = rotations.chained(
                self.rotation, self.translation, other.rotation, other.translation
            )
            return Pose3(sealed(rotation), sealed(translation))
        return other @ self.rotation.T + self.translation

    def inverse(self) -> "Pose3[Parent, Child]":
        rotation, translation = rotations.inverted(self.rotation, self.translation)
        return Pose3(sealed(rotation), sealed(translation))

    @property
    def matrix(self) -> Mat4:
        """Homogeneous 4×4 matrix."""
        matrix = np.eye(4)
        matrix[:3, :3] = self.rotation
        matrix[:3, 3] = self.translation
        return matrix


def sealed(array: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """Make a new array read-only in place, without a copy."""
    array.setflags(write=False)
    return array
