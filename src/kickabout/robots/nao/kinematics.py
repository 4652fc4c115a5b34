"""Kinematics of the NAO: from joint angles to poses, and from poses to joint angles."""

import bisect
import functools
import math

import msgspec
import numpy as np

from kickabout.geometry import frames
from kickabout.geometry.arrays import FloatArray, IndexArray, Vec, Vec3
from kickabout.geometry.pose3 import Pose3
from kickabout.robots.forward_kernels import forward
from kickabout.robots.nao.cameras import LOWER, UPPER
from kickabout.robots.nao.dimension_tables import CameraMount, NaoDimensions
from kickabout.robots.nao.dimensions import nao_dimensions
from kickabout.robots.nao.joints import JOINT_COUNT, LEGS, Joint, Link
from kickabout.robots.nao.leg_kernels import solve_legs

LINKS = len(Link)
LEFT_SOLE, RIGHT_SOLE, UPPER_CAMERA, LOWER_CAMERA, LEFT_HAND, RIGHT_HAND = range(LINKS, LINKS + 6)
FRAMES = RIGHT_HAND + 1
CAMERAS = {UPPER: UPPER_CAMERA, LOWER: LOWER_CAMERA}


class BodyPoses(msgspec.Struct, frozen=True, kw_only=True, eq=False):
    """Poses in the torso frame; rows in the order of `Link`, then soles, cameras, hands."""

    rotations: FloatArray  # row × 3 × 3
    translations: FloatArray  # row × 3
    center_of_mass_in_torso: Vec3

    def link_to_torso(self, link: Link) -> Pose3[frames.Link, frames.Torso]:
        return Pose3(self.rotations[link], self.translations[link])

    @property
    def left_sole_to_torso(self) -> Pose3[frames.Sole, frames.Torso]:
        return Pose3(self.rotations[LEFT_SOLE], self.translations[LEFT_SOLE])

    @property
    def right_sole_to_torso(self) -> Pose3[frames.Sole, frames.Torso]:
        return Pose3(self.rotations[RIGHT_SOLE], self.translations[RIGHT_SOLE])

    def camera_to_torso(self, camera: str) -> Pose3[frames.Camera, frames.Torso]:
        row = UPPER_CAMERA if camera == UPPER else LOWER_CAMERA
        return Pose3(self.rotations[row], self.translations[row])


class LegAngles(msgspec.Struct, frozen=True, kw_only=True, eq=False):
    """Leg angles for requested sole poses; flags and errors say what is not reached."""

    angles: Vec  # in the order of joints[LEGS]: hip yaw-pitch, left leg, right leg
    left_reached: bool
    right_reached: bool
    left_yaw_error: float  # rad, yaw of the target relative to the foot
    right_yaw_error: float


class HeadAngles(msgspec.Struct, frozen=True, kw_only=True):
    """Head angles within the limits, and whether the point is then at the image center."""

    yaw: float
    pitch: float
    reached: bool


class NaoKinematics:
    """All kinematics of a robot; a calibrated robot has its own dimensions."""

    def __init__(self, dimensions: NaoDimensions) -> None:
        self.dimensions = dimensions
        self.joint_min = dimensions.joint_min()
        self.joint_max = dimensions.joint_max()
        self.tree, self.geometry = _tables(dimensions)
        shared = dimensions.joints[Joint.HIP_YAW_PITCH]
        lengths = (dimensions.hip_offset, dimensions.thigh_length, dimensions.tibia_length)
        self._yaw_range = (
            float(self.joint_min[Joint.HEAD_YAW]),
            float(self.joint_max[Joint.HEAD_YAW]),
        )
        self._upper_axis = _optical_axis(dimensions.cameras.upper)
        self._lower_axis = _optical_axis(dimensions.cameras.lower)
        self.leg = np.array((*lengths, dimensions.foot_height, shared.min, shared.max))

    def forward(self, angles: Vec) -> BodyPoses:
        """Return the poses of all links, soles, cameras and hands, and the center of mass."""
        if angles.shape != (JOINT_COUNT,):
            raise ValueError(f"joint angles of shape {angles.shape}; expected ({JOINT_COUNT},)")
        rotations = np.empty((FRAMES, 3, 3))
        translations = np.empty((FRAMES, 3))
        center_of_mass = np.empty(3)
        forward(angles, self.tree, self.geometry, rotations, translations, center_of_mass)
        for array in (rotations, translations, center_of_mass):
            array.setflags(write=False)
        return BodyPoses(
            rotations=rotations, translations=translations, center_of_mass_in_torso=center_of_mass
        )

    def legs(
        self,
        *,
        left_sole_to_torso: Pose3[frames.Sole, frames.Torso],
        right_sole_to_torso: Pose3[frames.Sole, frames.Torso],
        left_weight: float = 0.5,
    ) -> LegAngles:
        """Return the angles that bring both soles to their targets.

        Both hip yaw-pitch joints have one motor: with `left_weight` 1 the left foot is exact, with
        0 the right one. The other foot keeps its position and tilt, but not its yaw. Only hip
        yaw-pitch is limited to its range; `clamped` limits the other joints.
        """
        angles = np.empty(11)
        left_reached, right_reached, left_error, right_error = solve_legs(
            left_sole_to_torso.rotation,
            left_sole_to_torso.translation,
            right_sole_to_torso.rotation,
            right_sole_to_torso.translation,
            left_weight,
            self.leg,
            angles,
        )
        return LegAngles(
            angles=angles,
            left_reached=left_reached,
            right_reached=right_reached,
            left_yaw_error=left_error,
            right_yaw_error=right_error,
        )

    def head(self, point_in_torso: Vec3 | tuple[float, float, float], camera: str) -> HeadAngles:
        """Return the angles with which a camera has a point in the center of its image."""
        x, y = float(point_in_torso[0]), float(point_in_torso[1])
        z = float(point_in_torso[2]) - self.dimensions.neck_height
        yaw = math.atan2(y, x)
        # In the vertical plane through the point, the optical axis passes the neck joint at a fixed
        # distance; so, relative to the neck joint, the point is at this angle above the axis.
        camera_pitch, offset = self._upper_axis if camera == UPPER else self._lower_axis
        distance = math.hypot(x, y, z)
        above_axis = math.asin(offset / distance) if distance > offset else math.pi / 2.0
        pitch = above_axis - camera_pitch - math.atan2(z, math.hypot(x, y))
        clamped_yaw, clamped_pitch = self.clamped_head(yaw, pitch)
        reached = distance > offset and clamped_yaw == yaw and clamped_pitch == pitch
        return HeadAngles(yaw=clamped_yaw, pitch=clamped_pitch, reached=reached)

    def clamped_head(self, yaw: float, pitch: float) -> tuple[float, float]:
        """Return the nearest head angles that the shells allow; the pitch range depends on yaw."""
        min_yaw, max_yaw = self._yaw_range
        yaw = min(max_yaw, max(min_yaw, yaw))
        min_pitch, max_pitch = self._pitch_range(yaw)
        return yaw, min(max_pitch, max(min_pitch, pitch))

    def _pitch_range(self, yaw: float) -> tuple[float, float]:
        """Interpolate the table of limits, without numpy, which would allocate arrays."""
        limits = self.dimensions.head_pitch_limits
        after = bisect.bisect_right(limits.yaw, yaw)
        if after == 0 or after == len(limits.yaw):
            row = min(after, len(limits.yaw) - 1)
            return limits.min[row], limits.max[row]
        offset = yaw - limits.yaw[after - 1]
        span = limits.yaw[after] - limits.yaw[after - 1]
        low, high = limits.min[after - 1], limits.max[after - 1]
        return (
            (limits.min[after] - low) / span * offset + low,
            (limits.max[after] - high) / span * offset + high,
        )

    def clamped(self, angles: Vec) -> Vec:
        """Return a joint vector limited to the ranges of the joints."""
        return np.clip(angles, self.joint_min, self.joint_max)

    def with_legs(self, angles: Vec, legs: LegAngles) -> Vec:
        """Return a copy of a joint vector with the legs replaced."""
        result = angles.copy()
        result[LEGS] = legs.angles
        return result


@functools.cache
def nao_kinematics() -> NaoKinematics:
    """Return the kinematics with the dimensions that come with the package."""
    return NaoKinematics(nao_dimensions())


def _optical_axis(mount: CameraMount) -> tuple[float, float]:
    """Return the pitch of a camera (rad) and its axis' distance from the neck joint (m)."""
    x, _, z = mount.position_in_head
    return mount.pitch, z * math.cos(mount.pitch) + x * math.sin(mount.pitch)


def _tables(dimensions: NaoDimensions) -> tuple[IndexArray, FloatArray]:
    tree: list[tuple[int, int]] = []
    geometry: list[tuple[float, ...]] = []
    for link in dimensions.links:
        joint = int(Joint[link.joint.upper()]) if link.joint else -1
        parent = int(Link[link.parent.upper()]) if link.parent else -1
        tree.append((parent, joint))
        joint_axis = (*link.origin_in_parent, *link.axis, 0.0)
        geometry.append((*joint_axis, *link.center_of_mass, link.mass))
    for parent, origin, pitch in _attached(dimensions):
        tree.append((parent, -1))
        geometry.append((*origin, 0.0, 1.0, 0.0, pitch, 0.0, 0.0, 0.0, 0.0))
    return np.array(tree, dtype=np.int64), np.array(geometry)


def _attached(
    dimensions: NaoDimensions,
) -> list[tuple[Link, tuple[float, float, float], float]]:
    sole = (0.0, 0.0, -dimensions.foot_height)
    upper, lower = dimensions.cameras.upper, dimensions.cameras.lower
    hand_x, hand_y, hand_z = dimensions.hand_in_wrist
    return [
        (Link.LEFT_FOOT, sole, 0.0),
        (Link.RIGHT_FOOT, sole, 0.0),
        (Link.HEAD, upper.position_in_head, upper.pitch),
        (Link.HEAD, lower.position_in_head, lower.pitch),
        (Link.LEFT_WRIST, (hand_x, hand_y, hand_z), 0.0),
        (Link.RIGHT_WRIST, (hand_x, -hand_y, hand_z), 0.0),
    ]
