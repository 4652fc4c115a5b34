"""The state of the own body: joints, posture, feet, falls, contacts."""

import enum

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
from kickabout.representations.body import JOINTS


@representation
class JointState:
    """Calibrated joint angles."""

    angles: Vec = zeros(JOINTS)  # rad
    velocities: Vec = zeros(JOINTS)  # rad/s
    measured_at: float = 0.0  # s


@representation
class JointCalibration:
    """What has to be added to the measured angles."""

    offsets: Vec = zeros(JOINTS)  # rad


class JointCondition(enum.Enum):
    """How far a joint can be trusted."""

    GOOD = "good"
    HOT = "hot"
    STUCK = "stuck"
    BROKEN = "broken"


@representation
class JointHealthState:
    """Conditions of all joints and what they mean for what the robot may do."""

    conditions: tuple[JointCondition, ...] = (JointCondition.GOOD,) * JOINTS
    hottest: float = 0.0  # °C
    can_kick: tuple[bool, bool] = (True, True)  # left, right
    can_get_up: bool = True


@representation
class BodyModel:
    """Where all links are and where the weight is, relative to the torso."""

    link_rotations: Vec = zeros(0, 3, 3)  # link × matrix, link_to_torso; order as in robots/<robot>
    link_positions: Vec = zeros(0, 3)  # m
    left_sole_to_torso: Pose3[Link, Torso] = Pose3.identity()
    right_sole_to_torso: Pose3[Link, Torso] = Pose3.identity()
    center_of_mass_in_torso: Vec3 = zeros(3)  # m
    mass: float = 0.0  # kg


@representation
class GyroOffsetState:
    """Bias of the gyroscope, and whether the board works."""

    offset: Vec3 = zeros(3)  # rad/s
    known: bool = False
    faulty: bool = False  # so large that only a restart of the robot helps
    board_dead: bool = False  # the same values again and again
    board_disconnected: bool = False


@representation
class InertialState:
    """Filtered inertial data: how the torso is turned against the vertical."""

    torso_to_level: Mat3 = unit(3)  # rotation to a level frame with the torso's heading
    torso_to_start: Mat3 = unit(3)  # the same with all turns about the vertical since the start
    roll: float = 0.0  # rad
    pitch: float = 0.0  # rad
    gyro: Vec3 = zeros(3)  # rad/s, without bias
    acceleration: Vec3 = zeros(3)  # m/s², in the torso
    variance: float = 1.0  # rad², of roll and pitch


@representation
class TorsoState:
    """Where the torso is above the ground."""

    torso_to_robot: Pose3[Torso, Robot] = Pose3.identity()
    valid: bool = False  # false in the air or on the floor


@representation
class GroundContactState:
    """Whether the robot stands on the ground or was lifted."""

    contact: bool = True
    changed_at: float = 0.0  # s


@representation
class FootSupportState:
    """How the weight is shared between the feet."""

    support: float = 0.0  # −1 all on the right foot … 1 all on the left
    reliable: bool = False  # whether the sensors of both feet work
    switched: bool = False  # the weight went over to the other foot in this frame
    predicted_switch: bool = False  # it will within the motion delay
    pressures: tuple[float, float] = (0.0, 0.0)  # N, left and right, after self-calibration


class FallPhase(enum.Enum):
    """How upright the robot is."""

    PICKED_UP = "picked up"
    UPRIGHT = "upright"
    STAGGERING = "staggering"
    FALLING = "falling"
    FALLEN = "fallen"
    SQUATTING = "squatting"

    @property
    def on_feet(self) -> bool:
        """Standing or walking, perhaps not steadily."""
        return self is FallPhase.UPRIGHT or self is FallPhase.STAGGERING


class FallDirection(enum.Enum):
    """Where to the robot falls, or which side lies below."""

    NONE = "none"
    FRONT = "front"
    BACK = "back"
    LEFT = "left"
    RIGHT = "right"


@representation
class FallState:
    """Falling is noticed early enough to protect the joints."""

    phase: FallPhase = FallPhase.UPRIGHT
    direction: FallDirection = FallDirection.NONE
    since: float = 0.0  # s, time of the last change of phase
    torso_angles: tuple[float, float] = (0.0, 0.0)  # rad, roll and pitch used for the decision


class PushDirection(enum.Enum):
    """Where to an arm is pushed; inward is towards the other arm."""

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
    """Arms that are pushed by something in the way; entries are left, right."""

    contact: tuple[bool, bool] = (False, False)
    direction: tuple[PushDirection, PushDirection] = (PushDirection.NONE, PushDirection.NONE)
    for_seconds: tuple[float, float] = (0.0, 0.0)


@representation
class FootBumperState:
    """Feet that hit something; entries are left, right."""

    contact: tuple[bool, bool] = (False, False)
    last_contact_at: tuple[float, float] = (-1e9, -1e9)  # s
    working: tuple[bool, bool] = (True, True)


@representation
class Odometry:
    """Where the robot came to by its own steps since the start."""

    robot_to_start: Pose2[Robot, Robot] = Pose2()
    step: Pose2[Robot, Robot] = Pose2()  # in the motion cycle that told this
    walked: float = 0.0  # m, length of the way


@representation
class ButtonState:
    """Buttons with how long they have been held."""

    chest_held_for: float = 0.0  # s
    chest_clicks: int = 0  # of the last finished series
    head_held_for: tuple[float, float, float] = (0.0, 0.0, 0.0)  # s; front, middle, rear


@representation
class SonarState:
    """Obstacles near the chest by ultrasound."""

    distances: tuple[float, float] = (5.0, 5.0)  # m, left and right, filtered
    working: bool = False
