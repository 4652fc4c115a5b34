"""The structure of config/robots/ers7.toml and ers210.toml: one class per table."""

from typing import Literal

import msgspec
import numpy as np

from kickabout.geometry.arrays import FloatArray

Vector2 = tuple[float, float]
Vector3 = tuple[float, float, float]


class Table(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table of the file; an unknown key is an error."""


class JointProperties(Table, frozen=True):
    """A joint: its range, its recommended maximum speed and its servo."""

    name: str
    min: float  # rad
    max: float  # rad
    max_speed: float  # rad/s
    servo: str

    @property
    def moves_link(self) -> bool:
        """Ears only switch between two positions, so physics does without them."""
        return not self.name.endswith("_ear")


class LinkProperties(Table, frozen=True):
    """Pose in the kinematic tree and mass of a link; its inertia is that of a uniform box."""

    name: str
    mass: float  # kg
    box: Vector3  # m, edge lengths
    center_of_mass: Vector3
    parent: str = ""  # empty for the body
    joint: str = ""
    origin_in_parent: Vector3 = (0.0, 0.0, 0.0)
    axis: Vector3 = (0.0, 0.0, 0.0)

    @property
    def inertia(self) -> Vector3:
        """About the axes of the link through its center of mass, kg·m²."""
        x, y, z = (edge * edge / 12.0 for edge in self.box)
        return self.mass * (y + z), self.mass * (x + z), self.mass * (x + y)


class Frame(Table, frozen=True):
    """A further frame on a link; pitch down is positive."""

    name: str
    link: str
    position: Vector3
    pitch: float = 0.0  # rad


class Servo(Table, frozen=True):
    """A position servo at the joint at stiffness 1, and what the joint adds."""

    torque: float  # N·m, at standstill
    proportional: float  # N·m/rad
    derivative: float  # N·m·s/rad
    friction: float  # N·m
    damping: float  # N·m·s/rad
    armature: float  # kg·m²


class Actuation(Table, frozen=True):
    """What all motors share, and how targets and samples are exchanged with the robot."""

    no_load_speed: float  # in recommended maximum speeds
    friction_speed: float  # rad/s
    backlash: float  # rad
    frame: float  # s
    frames_per_buffer: int
    buffers: int
    frames_per_packet: int

    @property
    def delay_frames(self) -> int:
        """Frames from a sample to the target that answers it.

        The sample waits until its packet is complete, then the target until the buffers before its
        own are empty.
        """
        return self.frames_per_packet + self.frames_per_buffer * (self.buffers - 1)


class CollisionShape(Table, frozen=True):
    """Box (half sizes, center), sphere (radius, center) or capsule (radius, both ends)."""

    link: str
    shape: Literal["box", "sphere", "capsule"]
    size: list[float]
    position: Vector3
    end: Vector3 = (0.0, 0.0, 0.0)
    solid: bool = True  # collides with ground and ball too; if false, only with other robots
    name: str = ""


class Contact(Table, frozen=True):
    """Contact parameters in MuJoCo's terms."""

    friction: float
    time_constant: float
    damping_ratio: float
    impedance: Vector3


class Contacts(Table, frozen=True):
    paw: Contact
    shell: Contact


class Camera(Table, frozen=True):
    """The camera in the nose."""

    size: tuple[int, int]  # px
    opening_angles: Vector2  # rad
    rate: float  # Hz
    readout_time: float  # s
    shot_noise: float
    read_noise: float
    border_tint: float
    shutters: dict[str, float]  # s, by name; these three are the choices of the camera's settings
    gains: dict[str, float]
    white_balances: dict[str, Vector3]  # factors of red, green and blue


class Microphones(Table, frozen=True):
    positions: tuple[Vector3, ...]  # m, in the head


class AiboDimensions(Table, frozen=True):
    """All dimensions of a robot, with links, frames and shapes of both sides."""

    name: str
    description: str
    paw_radius: float
    joints: list[JointProperties]
    links: list[LinkProperties]
    frames: list[Frame]
    servos: dict[str, Servo]
    actuation: Actuation
    collision: list[CollisionShape]
    contact: Contacts
    camera: Camera
    distances: dict[str, Vector2]
    microphones: Microphones

    @property
    def motors(self) -> list[JointProperties]:
        """The joints that move links; they come first."""
        return [joint for joint in self.joints if joint.moves_link]

    @property
    def joint_names(self) -> list[str]:
        return [joint.name for joint in self.joints]

    def joint_min(self) -> FloatArray:
        return np.array([joint.min for joint in self.joints])

    def joint_max(self) -> FloatArray:
        return np.array([joint.max for joint in self.joints])

    def servo(self, joint: JointProperties) -> Servo:
        return self.servos[joint.servo]

    def link(self, name: str) -> LinkProperties:
        return next(link for link in self.links if link.name == name)

    def frame(self, name: str) -> Frame:
        return next(frame for frame in self.frames if frame.name == name)
