"""The structure of config/robots/nao.toml: one class per table."""

import math
from typing import Literal

import msgspec
import numpy as np

from kickabout.robots.nao.joints import FloatArray, Joint, Link

Vector2 = tuple[float, float]
Vector3 = tuple[float, float, float]


class Table(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table of the file; an unknown key is an error."""


class HeadPitchLimits(Table, frozen=True):
    """Range of the head pitch as a function of head yaw, rad."""

    yaw: list[float]
    min: list[float]
    max: list[float]


class LinkProperties(Table, frozen=True):
    """Pose in the kinematic tree and mass of a link; inertia xx, yy, zz, xy, xz, yz."""

    name: str
    mass: float
    center_of_mass: Vector3
    inertia: tuple[float, float, float, float, float, float]
    parent: str = ""  # empty for the torso
    joint: str = ""
    origin_in_parent: Vector3 = (0.0, 0.0, 0.0)
    axis: Vector3 = (0.0, 0.0, 0.0)


class Motor(Table, frozen=True):
    """Properties of a motor at its shaft."""

    no_load_speed_rpm: float
    stall_torque: float
    rotor_inertia: float


class Servo(Table, frozen=True):
    """Gains at stiffness 1, friction and damping, all at the joint."""

    proportional: float  # N·m/rad
    derivative: float  # N·m·s/rad
    friction: float  # N·m, dry friction
    damping: float  # N·m·s/rad, also without power


class JointProperties(Table, frozen=True):
    """Range and drive of a joint."""

    name: str
    min: float
    max: float
    motor: str
    gear_ratio: float
    servo: str


class Actuation(Table, frozen=True):
    """Parameters that all motors share."""

    gear_efficiency: float
    backlash: float  # rad
    friction_speed: float  # rad/s
    frame: float  # s
    delay_frames: int


class CollisionShape(Table, frozen=True):
    """Box (half sizes, center), sphere (radius, center) or capsule (radius, both ends)."""

    link: str
    shape: Literal["box", "sphere", "capsule"]
    size: list[float]
    position: Vector3
    end: Vector3 = (0.0, 0.0, 0.0)
    solid: bool = True  # collides with ground and ball too; if false, only with other robots


class Contact(Table, frozen=True):
    """Contact parameters in MuJoCo's terms."""

    friction: float
    time_constant: float
    damping_ratio: float
    impedance: Vector3


class Contacts(Table, frozen=True):
    sole: Contact
    shell: Contact


class CameraMount(Table, frozen=True):
    """Position of a camera in the head; pitch down is positive."""

    position_in_head: Vector3
    pitch: float
    recording_time: float
    delay: float


class Cameras(Table, frozen=True):
    upper: CameraMount
    lower: CameraMount


class Optics(Table, frozen=True):
    """The lens of both cameras."""

    horizontal_opening_angle: float
    vertical_opening_angle: float
    optical_center: Vector2
    frame_rate: float


class Imu(Table, frozen=True):
    """Positions of the inertial sensors in the torso, and their ranges."""

    accelerometer: Vector3
    gyroscope: Vector3
    gyroscope_range: float
    accelerometer_range: float


class Fsr(Table, frozen=True):
    """Force sensors of the left sole, in the sole frame."""

    front_left: Vector2
    front_right: Vector2
    rear_left: Vector2
    rear_right: Vector2
    max_force: float
    resolution: float

    def positions(self, *, left: bool) -> FloatArray:
        """Return front left, front right, rear left, rear right of one foot, 4 × 2."""
        of_left = np.array([self.front_left, self.front_right, self.rear_left, self.rear_right])
        return of_left if left else of_left[[1, 0, 3, 2]] * [1.0, -1.0]


class Switch(Table, frozen=True):
    link: str
    position: Vector3


class Sonar(Table, frozen=True):
    """Left sonars in the torso; the right ones are their mirror images."""

    inner: Vector3
    inner_yaw: float
    outer: Vector3
    outer_yaw: float
    cone: float
    reliable_range: Vector2
    max_range: float


class Microphones(Table, frozen=True):
    """Four microphones in the head, on an isosceles trapezoid in a tilted plane."""

    front_width: float
    rear_width: float
    depth: float
    tilt: float  # rad
    center_height: float

    @property
    def positions_in_head(self) -> tuple[Vector3, Vector3, Vector3, Vector3]:
        """Front left, front right, rear left, rear right."""
        ahead = self.depth / 2 * math.cos(self.tilt)
        up = self.depth / 2 * math.sin(self.tilt)
        front, rear = self.center_height + up, self.center_height - up
        return (
            (ahead, self.front_width / 2, front),
            (ahead, -self.front_width / 2, front),
            (-ahead, self.rear_width / 2, rear),
            (-ahead, -self.rear_width / 2, rear),
        )


class NaoDimensions(Table, frozen=True):
    """All dimensions of the robot, with links and shapes of both sides."""

    name: str
    description: str
    vendor_torso_height: float
    foot_height: float
    hand_in_wrist: Vector3
    sole_outline: list[Vector2]
    joints: list[JointProperties]
    head_pitch_limits: HeadPitchLimits
    links: list[LinkProperties]
    motors: dict[str, Motor]
    servos: dict[str, Servo]
    actuation: Actuation
    collision: list[CollisionShape]
    contact: Contacts
    cameras: Cameras
    optics: Optics
    imu: Imu
    fsr: Fsr
    touch: dict[str, Switch]
    sonar: Sonar
    microphones: Microphones

    @property
    def hip_offset(self) -> float:
        """Half the distance between the hip joints."""
        return self.links[Link.LEFT_PELVIS].origin_in_parent[1]

    @property
    def thigh_length(self) -> float:
        return -self.links[Link.LEFT_TIBIA].origin_in_parent[2]

    @property
    def tibia_length(self) -> float:
        return -self.links[Link.LEFT_ANKLE].origin_in_parent[2]

    @property
    def neck_height(self) -> float:
        """Height of the neck joint above the origin of the torso."""
        return self.links[Link.NECK].origin_in_parent[2]

    @property
    def mass(self) -> float:
        return sum(link.mass for link in self.links)

    def joint_min(self) -> FloatArray:
        return np.array([joint.min for joint in self.joints])

    def joint_max(self) -> FloatArray:
        return np.array([joint.max for joint in self.joints])

    def servo(self, joint: Joint) -> Servo:
        return self.servos[self.joints[joint].servo]

    def max_torque(self, joint: Joint) -> float:
        """Return the stall torque behind the gears."""
        properties = self.joints[joint]
        torque = self.motors[properties.motor].stall_torque
        return torque * properties.gear_ratio * self.actuation.gear_efficiency

    def max_speed(self, joint: Joint) -> float:
        """Return the no-load speed behind the gears."""
        properties = self.joints[joint]
        return (
            self.motors[properties.motor].no_load_speed_rpm
            * math.tau
            / 60.0
            / properties.gear_ratio
        )

    def armature(self, joint: Joint) -> float:
        """Return the inertia of the rotor behind the gears."""
        properties = self.joints[joint]
        return self.motors[properties.motor].rotor_inertia * properties.gear_ratio**2
