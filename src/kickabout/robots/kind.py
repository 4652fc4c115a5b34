"""Robot kinds: what a robot is, as data from which everything else takes its sizes and names.

A kind is in `robots/<name>/kind.py` of this package, or of a package that a team file lists, and
is called `KIND` there. No other file has to know it.
"""

import functools
import importlib
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum, auto
from typing import Protocol

import mujoco
import numpy as np

from kickabout.framework import Team
from kickabout.framework.errors import ConfigurationError, did_you_mean
from kickabout.framework.teams.configuration import package_folders
from kickabout.geometry import Robot, Vector2
from kickabout.geometry.arrays import FloatArray, IndexArray, Vec, Vec3
from kickabout.representations.defaults import Defaults
from kickabout.robots.appearance import Point, Primitive, Rgb
from kickabout.robots.sensor_kinds import SensorErrors, SensorKind
from kickabout.robots.servo import ServoParameters

NO_ROBOT = Defaults()
HOME = "kickabout"  # the package whose kinds every team may use


@dataclass(frozen=True, slots=True, kw_only=True)
class JointKind:
    """A joint with its range; one that moves no link, such as a finger, has no motor in physics."""

    name: str
    min_angle: float  # rad
    max_angle: float  # rad
    moves_link: bool = True
    mirrored: str = ""  # joint on the other side; empty: the joint itself
    mirror_sign: float = 1.0  # −1 if mirroring negates the angle


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkKind:
    """A rigid part; parents come before their children, and the first one is the torso."""

    name: str
    parent: str = ""
    joint: str = ""  # that moves it
    mass: float = 0.0  # kg


class PixelFormat(StrEnum):
    """Format of the pixels that a camera's driver delivers."""

    YUYV = auto()  # YCbCr 4:2:2, two pixels in Y, Cb, Y, Cr; the width is even
    RGB = auto()
    GRAY = auto()


@dataclass(frozen=True, slots=True, kw_only=True)
class CameraKind:
    """A camera: its images, its lens, its sensor and the link that carries it."""

    name: str
    link: str
    size: tuple[int, int]  # px, width and height
    pixel_format: PixelFormat = PixelFormat.YUYV
    opening_angles: tuple[float, float]  # rad, horizontal and vertical
    rate: float  # Hz
    readout_time: float = 0.0  # s, from the first row to the last one
    optical_center: tuple[float, float] = (0.5, 0.5)  # in image widths and heights
    distortion: tuple[float, float] = (0.0, 0.0)  # of radius² and radius⁴, at focal length 1
    vignetting: float = 0.25  # fraction of the light that is lost in the corners
    border_tint: float = 0.0  # fraction by which less of the blue light is lost there
    softness: float = 0.13  # fraction of the light on each neighbor pixel; at most 0.25
    shot_noise: float = 0.014  # standard deviation at full scale and gain 1, in full scales
    read_noise: float = 0.0016  # standard deviation in the dark at gain 1, in full scales
    exposure_range: tuple[float, float] = (0.0005, 0.03)  # s, of the automatic exposure


@dataclass(frozen=True, slots=True, kw_only=True)
class LightKind:
    """A group of lights that are set together."""

    name: str
    count: int = 1
    colored: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class MicrophoneArray:
    """Microphones on one link; empty for a robot that is deaf."""

    link: str = ""
    positions: tuple[Point, ...] = ()  # m, in the frame of the link


@dataclass(frozen=True, slots=True, kw_only=True)
class CoveredArea:
    """Where a robot covers the ball: a rectangle around the point midway between its feet.

    If the center of the ball is inside, more than half of the ball is covered. By default, nothing
    is.
    """

    front: float = 0.0  # m
    rear: float = 0.0  # m, behind the middle
    half_width: float = 0.0  # m

    @property
    def reach(self) -> float:
        """Distance beyond which nothing is covered, in m."""
        return max(self.front, self.rear) + self.half_width

    def contains(self, ball_in_robot: Vector2[Robot]) -> bool:
        x, y = ball_in_robot
        return -self.rear < x < self.front and abs(y) < self.half_width


@dataclass(frozen=True, slots=True, kw_only=True)
class RobotShape:
    """The robot as others perceive it."""

    radius: float  # m, of a standing robot
    height: float  # m, of a standing robot
    half_width: float  # m, of a standing robot, from its middle to its sides
    fallen_radius: float  # m, half the width of a lying robot
    fallen_height: float  # m
    half_length: float  # m, of a lying robot, from its middle to its ends
    long_axis: int = 2  # of the torso, from end to end: 0 is x and 2 is z
    depth: float  # m, distance sensors measure this much less than to the middle
    push_force: float  # N, from which an opponent that leans on it pushes it
    covers: CoveredArea = CoveredArea()  # where it holds a ball


@dataclass(frozen=True, slots=True, kw_only=True)
class Uprightness:
    """When a robot counts as upright: an axis of its torso points up, and the torso is not low."""

    min_cosine: float  # between the axis and the vertical
    min_height: float  # m, of the torso's origin
    axis: Point = (0.0, 0.0, 1.0)  # in the torso's frame, length 1
    torso_height: float = 0.0  # m, of the torso's origin while the robot stands


class LinkPoses(Protocol):
    """Poses in the frame of the torso: one row per link, then one per further frame."""

    @property
    def rotations(self) -> FloatArray: ...
    @property
    def translations(self) -> FloatArray: ...
    @property
    def center_of_mass_in_torso(self) -> Vec3: ...


class Kinematics(Protocol):
    """Forward kinematics with the tables that kernels need; see `forward_kernels.forward`."""

    tree: IndexArray
    geometry: FloatArray

    def forward(self, angles: Vec) -> LinkPoses: ...


class Builder(Protocol):
    """Adds a robot to a world under a prefix.

    The names in the model are those of the kind: one body for each link, one joint and one actuator
    for each joint, the free joint `root`, the sensors `gyroscope` and `accelerometer` (in the model
    also of a robot that reports no such values).
    """

    def __call__(
        self, spec: mujoco.MjSpec, *, prefix: str, position: tuple[float, float, float]
    ) -> None: ...


class Painter(Protocol):
    """Returns the visible shapes of a robot."""

    def __call__(self, *, jersey: Rgb, number: int) -> tuple[Primitive, ...]: ...


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class RobotKind:
    """A kind of robot."""

    name: str
    package: str = HOME  # in whose folder `robots` it is
    description: str = ""
    joints: tuple[JointKind, ...]
    links: tuple[LinkKind, ...]
    frames: tuple[str, ...] = ()  # further frames of the kinematics: soles, cameras, …
    feet: tuple[str, ...]  # links or frames midway between which the robot stands
    foot_radius: float = 0.0  # m, of round feet around these frames
    joint_groups: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # head, legs, …
    link_groups: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # arms, …
    # In head requests → joint; "-" before a joint that counts the other way round.
    head_axes: Mapping[str, str] = field(default_factory=dict)
    followers: Mapping[str, str] = field(default_factory=dict)  # coupled joint → that leads it
    sensors: SensorKind = SensorKind()
    sensor_errors: SensorErrors = SensorErrors()  # a scene may change single ones
    lights: tuple[LightKind, ...] = ()
    cameras: tuple[CameraKind, ...] = ()
    microphones: MicrophoneArray = MicrophoneArray()
    loudspeaker: bool = False
    frame_time: float  # s, of the control loop
    # s, from a frame's sensor values to the beginning of the effect of the command that answers
    # them, also while frames wait for others to travel with them in one packet
    command_delay: float
    shape: RobotShape
    upright: Uprightness
    wide_stance: float = math.inf  # m between the feet, above which the stance is too wide
    stand: Vec  # joint angles of the posture in which the robot is placed
    kinematics: Callable[[], Kinematics]
    servos: Callable[[], ServoParameters]
    add_to_world: Builder
    appearance: Painter

    def __reduce__(self) -> tuple[Callable[[str, str], "RobotKind"], tuple[str, str]]:
        """Send only the name to other processes."""
        return _robot_kind, (self.name, self.package)

    @property
    def joint_names(self) -> tuple[str, ...]:
        return tuple(joint.name for joint in self.joints)

    @property
    def link_names(self) -> tuple[str, ...]:
        return tuple(link.name for link in self.links)

    @property
    def motor_count(self) -> int:
        """Number of joints that move links; they come first."""
        return sum(joint.moves_link for joint in self.joints)

    @property
    def defaults(self) -> Defaults:
        """What this robot knows at first: the defaults of all representations in its sizes."""
        return _defaults(len(self.joints), self.sensors.foot_count)

    @property
    def mass(self) -> float:
        return sum(link.mass for link in self.links)

    def row(self, name: str) -> int:
        """Return the row of a link or further frame in the poses of the kinematics."""
        rows = _rows_of(self)
        if name not in rows:
            return _index(name, tuple(rows), f"{self.name} has no link or frame")
        return rows[name]

    def joint(self, name: str) -> int:
        """Return the index of a joint in joint vectors."""
        return _index(name, self.joint_names, f"{self.name} has no joint")

    def joints_of(self, group: str) -> IndexArray:
        """Return the indices of a group's joints; none if the robot has no such group."""
        names = self.joint_groups.get(group, ())
        return np.array([self.joint(name) for name in names], np.int64)

    def light(self, name: str) -> LightKind:
        names = [light.name for light in self.lights]
        return self.lights[_index(name, names, f"{self.name} has no lights")]

    def camera(self, name: str) -> CameraKind:
        names = [camera.name for camera in self.cameras]
        return self.cameras[_index(name, names, f"{self.name} has no camera")]

    def mirrored(self, values: Vec) -> Vec:
        """Return the mirror image of a vector of joint angles."""
        image: Vec = values[self.mirror_partners] * self.mirror_signs
        return image

    @property
    def mirror_partners(self) -> IndexArray:
        """For each joint, the index of the joint on the other side."""
        return _mirror_table(self)[0]

    @property
    def mirror_signs(self) -> FloatArray:
        """For each joint, −1 if mirroring negates its angle, else 1."""
        return _mirror_table(self)[1]


@functools.cache
def _mirror_table(kind: RobotKind) -> tuple[IndexArray, FloatArray]:
    partners = [kind.joint(joint.mirrored or joint.name) for joint in kind.joints]
    return np.array(partners, np.int64), np.array([joint.mirror_sign for joint in kind.joints])


@functools.cache
def _defaults(joints: int, feet: int) -> Defaults:
    return Defaults(joints=joints, feet=feet)


@functools.cache  # asked for every image
def _rows_of(kind: RobotKind) -> Mapping[str, int]:
    return {name: row for row, name in enumerate((*kind.link_names, *kind.frames))}


def _index(name: str, known: Sequence[str], problem: str) -> int:
    if name not in known:
        raise ConfigurationError(f"{problem} '{name}'.{did_you_mean(name, known)}")
    return known.index(name)


def robot_kind(name: str, packages: Sequence[str] = ()) -> RobotKind:
    """Return the kind of this name, of these packages or of kickabout."""
    for package in (*packages, HOME):
        if name in _names_in(package):
            return _robot_kind(name, package)
    known = robot_names(packages)
    raise ConfigurationError(f"there is no robot '{name}'.{did_you_mean(name, known)}")


def kind_of(team: Team) -> RobotKind | None:
    """Return the kind of a team's robots, if it names one."""
    return robot_kind(team.robot, team.packages) if team.robot else None


def defaults_of(team: Team) -> Defaults:
    """Return what the robots of a team know at first."""
    kind = kind_of(team)
    return kind.defaults if kind else NO_ROBOT


def robot_names(packages: Sequence[str] = ()) -> list[str]:
    """Return the names of all kinds of kickabout and of these packages."""
    return sorted({name for package in (*packages, HOME) for name in _names_in(package)})


@functools.cache
def _robot_kind(name: str, package: str) -> RobotKind:
    kind: RobotKind = importlib.import_module(f"{package}.robots.{name}.kind").KIND
    if (kind.name, kind.package) != (name, package):
        raise ConfigurationError(
            f"the robot in {package}.robots.{name} is called {kind.package}.robots.{kind.name}"
        )
    return kind


def _names_in(package: str) -> list[str]:
    folders = package_folders(package)
    if not folders:
        raise ConfigurationError(f"there is no package '{package}' to take robots from")
    return sorted(p.parent.name for folder in folders for p in folder.glob("robots/*/kind.py"))
