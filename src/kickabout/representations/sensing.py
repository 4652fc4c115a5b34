"""State of the robot's own body: joints, orientation, feet, falls, contacts."""

import enum
from collections.abc import Mapping
from dataclasses import field

from kickabout.framework import representation
from kickabout.geometry import (
    Link,
    Mat3,
    Pose2,
    Pose3,
    Robot,
    Torso,
    Vec,
    Vec3,
    unit,
    zeros,
)
from kickabout.representations.defaults import zeros_per


@representation
class JointState:
    """Calibrated joint angles."""

    angles: Vec = zeros_per("joints")  # rad
    velocities: Vec = zeros_per("joints")  # rad/s
    measured_at: float = 0.0  # s


@representation
class JointCalibration:
    """Offsets to add to the measured joint angles."""

    offsets: Vec = zeros_per("joints")  # rad


class JointCondition(enum.Enum):
    """Condition of a joint."""

    GOOD = "good"
    HOT = "hot"
    STUCK = "stuck"
    BROKEN = "broken"


@representation
class JointHealthState:
    """Conditions of all joints, and which motions they still allow."""

    conditions: tuple[JointCondition, ...] = ()  # by joint; if empty, all are good
    hottest: float = 0.0  # °C
    can_kick: tuple[bool, bool] = (True, True)  # left, right
    can_get_up: bool = True


@representation
class BodyModel:
    """Poses of all links and the center of mass, relative to the torso."""

    link_rotations: Vec = zeros(0, 3, 3)  # link × matrix, link_to_torso; order as in robots/<robot>
    link_positions: Vec = zeros(0, 3)  # m
    # of robots with two legs, for the modules made for them
    left_sole_to_torso: Pose3[Link, Torso] = Pose3.identity()
    right_sole_to_torso: Pose3[Link, Torso] = Pose3.identity()
    center_of_mass_in_torso: Vec3 = zeros(3)  # m
    mass: float = 0.0  # kg


@representation
class GyroOffsetState:
    """Bias of the gyroscope, and whether the inertial board works."""

    offset: Vec3 = zeros(3)  # rad/s
    known: bool = False
    faulty: bool = False  # the bias is so large that the robot must be restarted
    board_dead: bool = False  # the values no longer change
    board_disconnected: bool = False


@representation
class InertialState:
    """Filtered inertial data: orientation of the torso relative to the vertical."""

    torso_to_level: Mat3 = unit(3)  # rotation to a level frame with the heading of the torso
    torso_to_start: Mat3 = unit(3)  # the same, plus all rotation about the vertical since the start
    roll: float = 0.0  # rad
    pitch: float = 0.0  # rad
    gyro: Vec3 = zeros(3)  # rad/s, in the torso's frame, bias removed
    acceleration: Vec3 = zeros(3)  # m/s², in the torso's frame
    variance: float = 1.0  # rad², of roll and pitch


@representation
class TorsoState:
    """Pose of the torso above the ground."""

    torso_to_robot: Pose3[Torso, Robot] = Pose3.identity()
    valid: bool = False  # false if the robot is lifted or lies on the ground


@representation
class GroundContactState:
    """Whether the robot stands on the ground or was lifted."""

    contact: bool = True
    changed_at: float = 0.0  # s


@representation
class FootSupportState:
    """Distribution of the weight between the feet."""

    support: float = 0.0  # −1: all on the right foot … 1: all on the left foot
    reliable: bool = False  # whether the sensors of both feet work
    switched: bool = False  # the supporting foot changed in this frame
    predicted_switch: bool = False  # the supporting foot will change within the motion delay
    pressures: tuple[float, float] = (0.0, 0.0)  # N, left and right, self-calibrated


class FallPhase(enum.Enum):
    """Phase of a fall."""

    PICKED_UP = "picked up"
    UPRIGHT = "upright"
    STAGGERING = "staggering"
    FALLING = "falling"
    FALLEN = "fallen"
    SQUATTING = "squatting"

    @property
    def on_feet(self) -> bool:
        """Whether the robot stands or walks, steadily or not."""
        return self in _ON_FEET


_ON_FEET = (FallPhase.UPRIGHT, FallPhase.STAGGERING)


class FallDirection(enum.Enum):
    """Direction of a fall; after the fall, the side that is down."""

    NONE = "none"
    FRONT = "front"
    BACK = "back"
    LEFT = "left"
    RIGHT = "right"


@representation
class FallState:
    """Whether the robot is falling, detected early enough to protect the joints."""

    phase: FallPhase = FallPhase.UPRIGHT
    direction: FallDirection = FallDirection.NONE
    since: float = 0.0  # s, time of the last change of phase
    torso_angles: tuple[float, float] = (0.0, 0.0)  # rad, roll and pitch used to decide


class PushDirection(enum.Enum):
    """Direction in which an arm is pushed; inward is towards the other arm."""

    NONE = "none"
    FORWARD = "forward"
    FORWARD_OUTWARD = "forward outward"
    OUTWARD = "outward"
    BACKWARD_OUTWARD = "backward outward"
    BACKWARD = "backward"
    BACKWARD_INWARD = "backward inward"
    INWARD = "inward"
    FORWARD_INWARD = "forward inward"


@representation
class ArmContactState:
    """Arms that are pushed by an obstacle; entries are left, right."""

    contact: tuple[bool, bool] = (False, False)
    direction: tuple[PushDirection, PushDirection] = (PushDirection.NONE, PushDirection.NONE)
    for_seconds: tuple[float, float] = (0.0, 0.0)  # duration of the contact


@representation
class FootBumperState:
    """Contacts of the feet with obstacles; entries are left, right."""

    contact: tuple[bool, bool] = (False, False)
    last_contact_at: tuple[float, float] = (-1e9, -1e9)  # s
    working: tuple[bool, bool] = (True, True)


@representation
class Odometry:
    """Pose since the start, integrated from the robot's own steps."""

    robot_to_start: Pose2[Robot, Robot] = Pose2()
    step: Pose2[Robot, Robot] = Pose2()  # in the motion cycle that published this
    walked: float = 0.0  # m, length of the path


@representation
class ButtonState:
    """Durations for which buttons have been pressed, and clicks; by name of the button."""

    held_for: Mapping[str, float] = field(default_factory=dict)  # s
    clicks: Mapping[str, int] = field(default_factory=dict)  # in the last finished series


@representation
class SonarState:
    """Distances to obstacles in front, measured by ultrasound."""

    distances: Mapping[str, float] = field(default_factory=dict)  # m, by sensor, filtered
    working: bool = False
