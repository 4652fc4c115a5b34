"""Kinematics of an Aibo: from joint angles to poses, from paws and viewing targets to angles."""

import functools
import math
from dataclasses import dataclass

import numpy as np

from kickabout.geometry.arrays import FloatArray, Vec, Vec3
from kickabout.robots.aibo.dimension_tables import AiboDimensions
from kickabout.robots.aibo.dimensions import aibo_dimensions
from kickabout.robots.aibo.leg_kernels import paw_position, solve_leg, solve_legs
from kickabout.robots.tree_kinematics import TreeKinematics, TreeRow

LEGS = ("left_fore", "right_fore", "left_hind", "right_hind")
LEG_JOINTS = 12
CAMERA = "upper_camera"


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class LegAngles:
    """Angles of all legs within their ranges, and which legs reach their positions."""

    angles: Vec  # 12, in the order of the joints
    reached: tuple[bool, bool, bool, bool]  # in the order of LEGS


@dataclass(frozen=True, slots=True, kw_only=True)
class HeadAngles:
    """Head angles within their ranges, and whether the point is then on the optical axis."""

    tilt: float  # rad, up is positive
    pan: float
    third: float  # rad, nod (ERS-7, up is positive) or roll (ERS-210)
    reached: bool


class AiboKinematics(TreeKinematics):
    """All kinematics of an Aibo; a calibrated robot has its own dimensions."""

    def __init__(self, dimensions: AiboDimensions) -> None:
        super().__init__(_rows(dimensions))
        self.dimensions = dimensions
        self.joint_min, self.joint_max = dimensions.joint_min(), dimensions.joint_max()
        self.limits = np.array((self.joint_min[:LEG_JOINTS], self.joint_max[:LEG_JOINTS]))
        self.shoulders = np.array([_shoulder(dimensions, leg) for leg in LEGS])
        self.legs = np.array([_leg(dimensions, leg) for leg in LEGS])
        self.neck = np.array(dimensions.link("neck_base").origin_in_parent)
        self.neck_length = dimensions.link("head").origin_in_parent[2]
        self.camera_in_head = dimensions.frame(CAMERA).position
        names = dimensions.joint_names
        self.head = names.index("neck_tilt")
        self.nods = "neck_nod" in names

    def paws(self, angles: Vec) -> FloatArray:
        """Return the positions of the four paws in the frame of the body."""
        paws = np.empty((4, 3))
        for leg in range(4):
            paw_position(angles[3 * leg : 3 * leg + 3], self.legs[leg], paws[leg])
        paws += self.shoulders
        return paws

    def leg(self, leg: int, paw_in_body: Vec3, *, bent: bool = True) -> tuple[Vec, bool]:
        """Return the angles of one leg, without limits, and whether the position is reachable."""
        angles = np.empty(3)
        reached = solve_leg(paw_in_body - self.shoulders[leg], self.legs[leg], bent, angles)
        return angles, reached

    def stretched_knee(self, leg: int) -> float:
        """Return the knee angle at which the paw is farthest from the shoulder."""
        _, _, knee_x, _, knee_z, paw_x, _, paw_z = self.legs[leg].tolist()
        return math.atan2(knee_z * paw_x - knee_x * paw_z, knee_x * paw_x + knee_z * paw_z)

    def leg_angles(self, paws_in_body: FloatArray) -> LegAngles:
        """Return the angles that bring all paws to positions in the frame of the body."""
        angles = np.empty(LEG_JOINTS)
        missed = solve_legs(paws_in_body, self.shoulders, self.legs, self.limits, angles)
        reached = (not missed & 1, not missed & 2, not missed & 4, not missed & 8)
        return LegAngles(angles=angles, reached=reached)

    def look_at(self, point_in_body: Vec3, *, neck_tilt: float = 0.0) -> HeadAngles:
        """Return the head angles with which the camera has a point in the middle of its image.

        A head that nods has one axis more than needed: its neck keeps `neck_tilt`. A head that
        rolls stays level.
        """
        x, y, z = (point_in_body - self.neck).tolist()
        if self.nods:
            return self._nodding(x, y, z, neck_tilt)
        return self._rolling(x, y, z)

    def _nodding(self, x: float, y: float, z: float, tilt: float) -> HeadAngles:
        s, c = math.sin(tilt), math.cos(tilt)
        x, z = x * c + z * s, z * c - x * s - self.neck_length
        ahead = math.hypot(x, y)
        height, distance = self.camera_in_head[2], math.hypot(ahead, z)
        visible = distance > abs(height)
        above = math.asin(height / distance) if visible else 0.0
        nod = math.atan2(z, ahead) - above
        return self.limited_head(tilt, math.atan2(y, x), nod, visible=visible)

    def _rolling(self, x: float, y: float, z: float) -> HeadAngles:
        height, distance = self.camera_in_head[2], math.hypot(x, z)
        visible = distance > abs(height)
        above = math.asin(height / distance) if visible else 0.0
        tilt = math.atan2(z, x) - above
        pan = math.atan2(y, x * math.cos(tilt) + z * math.sin(tilt))
        return self.limited_head(tilt, pan, 0.0, visible=visible)

    def limited_head(
        self, tilt: float, pan: float, third: float, *, visible: bool = True
    ) -> HeadAngles:
        """Return the nearest angles within the ranges of the joints."""
        wanted = np.array((tilt, pan, third))
        joints = slice(self.head, self.head + 3)
        limited = np.clip(wanted, self.joint_min[joints], self.joint_max[joints])
        reached = visible and bool(np.all(limited == wanted))
        return HeadAngles(
            tilt=float(limited[0]), pan=float(limited[1]), third=float(limited[2]), reached=reached
        )


@functools.cache
def aibo_kinematics(kind: str) -> AiboKinematics:
    """Return the kinematics with the dimensions that come with the package."""
    return AiboKinematics(aibo_dimensions(kind))


def _shoulder(dimensions: AiboDimensions, leg: str) -> tuple[float, float, float]:
    return dimensions.link(f"{leg}_shoulder").origin_in_parent


def _leg(dimensions: AiboDimensions, leg: str) -> tuple[float, ...]:
    """Return a row as for `paw_position`, with offsets as for the left fore leg."""
    x_side = 1.0 if leg.endswith("fore") else -1.0
    y_side = 1.0 if leg.startswith("left") else -1.0
    knee = dimensions.link(f"{leg}_lower").origin_in_parent
    paw = dimensions.frame(f"{leg}_paw").position
    offsets = ((x_side * x, y_side * y, z) for x, y, z in (knee, paw))
    return (x_side, y_side, *(value for offset in offsets for value in offset))


def _rows(dimensions: AiboDimensions) -> list[TreeRow]:
    names = dimensions.joint_names
    links = [
        TreeRow(
            name=link.name,
            parent=link.parent,
            joint=names.index(link.joint) if link.joint else -1,
            origin=link.origin_in_parent,
            axis=link.axis,
            center_of_mass=link.center_of_mass,
            mass=link.mass,
        )
        for link in dimensions.links
    ]
    frames = [
        TreeRow(name=frame.name, parent=frame.link, origin=frame.position, angle=frame.pitch)
        for frame in dimensions.frames
    ]
    return [*links, *frames]
