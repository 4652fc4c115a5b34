"""Forward kinematics of any robot that is a tree of links."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from kickabout.geometry.arrays import FloatArray, Vec, Vec3
from kickabout.robots.appearance import Point
from kickabout.robots.forward_kernels import forward


@dataclass(frozen=True, slots=True, kw_only=True)
class TreeRow:
    """A link, or a further frame without mass; parents come before their children."""

    name: str
    parent: str = ""
    joint: int = -1  # index of the joint that turns it; −1: none
    origin: Point = (0.0, 0.0, 0.0)  # m, in the frame of the parent
    axis: Point = (0.0, 1.0, 0.0)
    angle: float = 0.0  # rad about the axis, added to that of the joint
    center_of_mass: Point = (0.0, 0.0, 0.0)  # m
    mass: float = 0.0  # kg


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class TreePoses:
    """Poses of all rows in the frame of the first one."""

    rotations: FloatArray
    translations: FloatArray
    center_of_mass_in_torso: Vec3


class TreeKinematics:
    """Forward kinematics from a list of links and frames."""

    def __init__(self, rows: Sequence[TreeRow]) -> None:
        self.rows = tuple(rows)
        names = [row.name for row in rows]
        parents = [names.index(row.parent) if row.parent else -1 for row in rows]
        joints = [row.joint for row in rows]
        self.tree = np.array(list(zip(parents, joints, strict=True)), np.int64)
        self.geometry = np.array(
            [(*r.origin, *r.axis, r.angle, *r.center_of_mass, r.mass) for r in rows]
        )

    def forward(self, angles: Vec) -> TreePoses:
        """Return the poses of all rows at these joint angles."""
        count = len(self.tree)
        poses = TreePoses(
            rotations=np.empty((count, 3, 3)),
            translations=np.empty((count, 3)),
            center_of_mass_in_torso=np.empty(3),
        )
        forward(
            angles,
            self.tree,
            self.geometry,
            poses.rotations,
            poses.translations,
            poses.center_of_mass_in_torso,
        )
        return poses
