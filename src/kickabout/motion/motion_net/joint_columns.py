"""Columns of motor data: from the order of the language to the joints of a robot."""

import numpy as np

from kickabout.geometry import Vec
from kickabout.geometry.arrays import IndexArray
from kickabout.motion.motion_net.motion_text import ANGLES
from kickabout.robots.kind import RobotKind

GROUPS = ("head", "mouth", "tail", "legs")  # of joints, in the order of the columns


class JointColumns:
    """The joints of a robot with four legs in the order of the columns, and their ranges."""

    def __init__(self, kind: RobotKind) -> None:
        self.kind = kind
        self.order: IndexArray = np.concatenate([kind.joints_of(group) for group in GROUPS])
        if len(self.order) != ANGLES:
            raise ValueError(f"{kind.name} has {len(self.order)} of {ANGLES} joints of a motion")
        self.low = np.array([kind.joints[joint].min_angle for joint in self.order])
        self.high = np.array([kind.joints[joint].max_angle for joint in self.order])

    def joints(self, angles: Vec, *, mirrored: bool = False) -> Vec:
        """Return angles of a line for all joints of the robot; NaN: no value."""
        joints = np.full(len(self.kind.joints), np.nan)
        joints[self.order] = angles
        found = self.kind.mirrored(joints) if mirrored else joints
        found.setflags(write=False)
        return found

    def columns(self, joints: Vec) -> Vec:
        """Return angles of all joints in the order of the columns."""
        angles: Vec = joints[self.order]
        return angles

    def problem(self, angles: Vec) -> str:
        """Return which angle of a line is out of its joint's range, or an empty text."""
        for column in range(ANGLES):
            angle, low, high = (1e3 * float(x[column]) for x in (angles, self.low, self.high))
            # Angles are whole milliradians, ranges are not.
            if angle < low - 1.0 or angle > high + 1.0:
                joint = self.kind.joint_names[self.order[column]]
                limits = f"{low:.0f} … {high:.0f} mrad"
                return f"column {column + 1}, {joint}, is {angle:.0f}, expected {limits}"
        return ""
