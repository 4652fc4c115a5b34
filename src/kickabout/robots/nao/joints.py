"""The joints and links of the NAO: names, order, mirror images.

A joint vector has 25 elements in the order of LoLA, the robot's low-level interface. Left and right
hip yaw-pitch are one motor and therefore one element. The first `MOTOR_COUNT` joints move links;
the two hands at the end only open and close.
"""

import enum

import numpy as np
from numpy.typing import NDArray

FloatArray = NDArray[np.float64]


class Joint(enum.IntEnum):
    """Index into a joint vector."""

    HEAD_YAW = 0
    HEAD_PITCH = 1
    LEFT_SHOULDER_PITCH = 2
    LEFT_SHOULDER_ROLL = 3
    LEFT_ELBOW_YAW = 4
    LEFT_ELBOW_ROLL = 5
    LEFT_WRIST_YAW = 6
    HIP_YAW_PITCH = 7
    LEFT_HIP_ROLL = 8
    LEFT_HIP_PITCH = 9
    LEFT_KNEE_PITCH = 10
    LEFT_ANKLE_PITCH = 11
    LEFT_ANKLE_ROLL = 12
    RIGHT_HIP_ROLL = 13
    RIGHT_HIP_PITCH = 14
    RIGHT_KNEE_PITCH = 15
    RIGHT_ANKLE_PITCH = 16
    RIGHT_ANKLE_ROLL = 17
    RIGHT_SHOULDER_PITCH = 18
    RIGHT_SHOULDER_ROLL = 19
    RIGHT_ELBOW_YAW = 20
    RIGHT_ELBOW_ROLL = 21
    RIGHT_WRIST_YAW = 22
    LEFT_HAND = 23
    RIGHT_HAND = 24

    @property
    def key(self) -> str:
        """The name used in configuration files and in the physics model."""
        return self.name.lower()

    @property
    def lola_name(self) -> str:
        """The vendor's name, such as LHipRoll."""
        if self is Joint.HIP_YAW_PITCH:
            return "LHipYawPitch"
        words = self.name.replace("LEFT_", "L_").replace("RIGHT_", "R_").split("_")
        return "".join(word.capitalize() for word in words)


class Link(enum.IntEnum):
    """Rigid parts; each parent comes before its children."""

    TORSO = 0
    NECK = 1
    HEAD = 2
    LEFT_SHOULDER = 3
    LEFT_UPPER_ARM = 4
    LEFT_ELBOW = 5
    LEFT_LOWER_ARM = 6
    LEFT_WRIST = 7
    LEFT_PELVIS = 8
    LEFT_HIP = 9
    LEFT_THIGH = 10
    LEFT_TIBIA = 11
    LEFT_ANKLE = 12
    LEFT_FOOT = 13
    RIGHT_SHOULDER = 14
    RIGHT_UPPER_ARM = 15
    RIGHT_ELBOW = 16
    RIGHT_LOWER_ARM = 17
    RIGHT_WRIST = 18
    RIGHT_PELVIS = 19
    RIGHT_HIP = 20
    RIGHT_THIGH = 21
    RIGHT_TIBIA = 22
    RIGHT_ANKLE = 23
    RIGHT_FOOT = 24

    @property
    def key(self) -> str:
        """The name used in configuration files and in the physics model."""
        return self.name.lower()


JOINT_COUNT = len(Joint)
MOTORS = tuple(joint for joint in Joint if joint < Joint.LEFT_HAND)
MOTOR_COUNT = len(MOTORS)
HEAD = slice(Joint.HEAD_YAW, Joint.HEAD_PITCH + 1)
LEFT_ARM = slice(Joint.LEFT_SHOULDER_PITCH, Joint.LEFT_WRIST_YAW + 1)
RIGHT_ARM = slice(Joint.RIGHT_SHOULDER_PITCH, Joint.RIGHT_WRIST_YAW + 1)
LEFT_LEG = slice(Joint.HIP_YAW_PITCH, Joint.LEFT_ANKLE_ROLL + 1)  # with the shared hip yaw-pitch
RIGHT_LEG = slice(Joint.RIGHT_HIP_ROLL, Joint.RIGHT_ANKLE_ROLL + 1)  # without it
LEGS = slice(Joint.HIP_YAW_PITCH, Joint.RIGHT_ANKLE_ROLL + 1)


def mirrored_name(name: str) -> str:
    """Return the name of the same part on the other side; a part in the middle keeps its name."""
    if name.startswith("left_"):
        return name.replace("left_", "right_", 1)
    if name.startswith("right_"):
        return name.replace("right_", "left_", 1)
    return name


def mirror_sign(joint_name: str) -> float:
    """Return −1 for rolls and yaws, which mirroring negates, and 1 for all other joints."""
    return 1.0 if joint_name.endswith(("_pitch", "_hand")) else -1.0


MIRRORED_JOINT = np.array([Joint[mirrored_name(joint.key).upper()] for joint in Joint])
MIRROR_SIGN = np.array([mirror_sign(joint.key) for joint in Joint])


def mirrored(values: FloatArray) -> FloatArray:
    """Return the mirror image of a vector of joint angles (or speeds, or torques)."""
    image: FloatArray = values[MIRRORED_JOINT] * MIRROR_SIGN
    return image
