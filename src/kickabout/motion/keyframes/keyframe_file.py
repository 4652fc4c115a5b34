"""Key-frame files: from TOML to motions, with errors that name file and line.

Angles are in degrees, limb by limb. A limb that a frame does not name keeps its angles; one that
is listed in `free` is not controlled. `arms_deg` and `legs_deg` are given for the left side and
mirrored to the right. `mirror_of` makes a whole file the mirror image of another one.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

import numpy as np

from kickabout.framework.errors import ConfigurationError, did_you_mean
from kickabout.framework.teams.robot_configuration import RobotConfiguration
from kickabout.framework.teams.toml_file import TomlFile, read_toml
from kickabout.framework.teams.typed_file import read_as
from kickabout.geometry import Pose2, Vec
from kickabout.motion.keyframes.keyframe_motion import (
    Balance,
    Compensation,
    Condition,
    Keyframe,
    KeyframeMotion,
    Label,
    TiltLimits,
    uniform,
)
from kickabout.robots.nao.configuration import NAO
from kickabout.robots.nao.joints import HEAD, LEFT_ARM, LEFT_LEG, RIGHT_ARM, RIGHT_LEG, Joint
from kickabout.robots.nao.kind import KIND as NAO_KIND
from kickabout.robots.nao.postures import STAND

T = TypeVar("T")
SORT = "keyframes"  # folder of the robot's configuration
LIMBS = {
    "head": HEAD,
    "left_arm": LEFT_ARM,
    "right_arm": RIGHT_ARM,
    "left_leg": LEFT_LEG,
    "right_leg": RIGHT_LEG,
}
BOTH = {"arms": ("left_arm", "right_arm"), "legs": ("left_leg", "right_leg")}
Numbers = tuple[float, ...]
Range = tuple[float, float]
ANYTHING: Range = (-math.inf, math.inf)


@dataclass(frozen=True, slots=True, kw_only=True)
class LimitsEntry:
    pitch: Range = ANYTHING
    roll: Range = ANYTHING


@dataclass(frozen=True, slots=True, kw_only=True)
class CompensationEntry:
    joint: str
    helpers: Mapping[str, float]


@dataclass(frozen=True, slots=True, kw_only=True)
class WaitEntry:
    until: Condition
    at_most: float


@dataclass(frozen=True, slots=True, kw_only=True)
class FrameEntry:
    duration: float
    note: str = ""
    label: str = ""
    interpolated: bool = True
    stand: bool = False  # the posture in which walking begins
    head_deg: Numbers = ()
    arms_deg: Numbers = ()
    left_arm_deg: Numbers = ()
    right_arm_deg: Numbers = ()
    legs_deg: Numbers = ()
    left_leg_deg: Numbers = ()
    right_leg_deg: Numbers = ()
    free: tuple[str, ...] = ()
    off: tuple[str, ...] = ()
    stiffness: Mapping[str, float] = field(default_factory=dict)
    stiffness_duration: float = 0.0
    only_if: tuple[Condition, ...] = ()
    linked: bool = False
    wait: WaitEntry | None = None
    limits_deg: LimitsEntry | None = None
    balance: str = ""
    compensate: tuple[CompensationEntry, ...] = ()
    resume_at: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class MotionEntry:
    frames: tuple[FrameEntry, ...] = ()
    mirror_of: str = ""
    stiffness: Mapping[str, float] = field(default_factory=dict)
    limits_deg: LimitsEntry = LimitsEntry()
    balances: Mapping[str, Balance] = field(default_factory=dict)
    step: tuple[float, float, float] = (0.0, 0.0, 0.0)  # m, m, rad
    stable: bool = True


def load_motion(name: str, robot: RobotConfiguration = NAO) -> KeyframeMotion:
    """Load a motion of the configuration by its name."""
    return read_motion(robot.find(SORT, name), robot)


def motion_names(robot: RobotConfiguration = NAO) -> list[str]:
    return robot.names(SORT)


def read_motion(path: Path, robot: RobotConfiguration = NAO) -> KeyframeMotion:
    """Read a motion from a file; its name is that of the file."""
    return motion_in(read_toml(path), robot)


def motion_in(file: TomlFile, robot: RobotConfiguration = NAO) -> KeyframeMotion:
    """Return the motion of a parsed file."""
    path, entry = file.path, read_as(robot.checked(file), MotionEntry)
    if entry.mirror_of:
        beside = path.with_name(f"{entry.mirror_of}.toml")
        found = beside if beside.is_file() else robot.find(SORT, entry.mirror_of)
        original = read_motion(found, robot)
        return original.mirrored(path.stem)
    if not entry.frames:
        raise file.error("a motion needs at least one [[frames]]")
    return _Reader(file, entry).motion(path.stem)


class _Reader:
    """Converter from entries to frames, with the angles that limbs keep."""

    def __init__(self, file: TomlFile, entry: MotionEntry) -> None:
        self.file = file
        self.entry = entry
        self.angles = np.array(STAND)
        self.index = -1  # of the frame that is being read
        self.labels = {frame.label: i for i, frame in enumerate(entry.frames) if frame.label}

    def motion(self, name: str) -> KeyframeMotion:
        entry = self.entry
        stiffness = self._stiffness(entry.stiffness)
        return KeyframeMotion(
            name=name,
            frames=tuple(self._frame(index, frame) for index, frame in enumerate(entry.frames)),
            stiffness=np.where(np.isnan(stiffness), 1.0, stiffness),
            labels=tuple(Label(name=name, frame=index) for name, index in self.labels.items()),
            step=Pose2(*entry.step),
            stable=entry.stable,
        )

    def _frame(self, index: int, entry: FrameEntry) -> Keyframe:
        self.index = index
        if entry.duration <= 0.0:
            raise self._error(
                f"duration is {entry.duration:g} s, expected more than 0 s", "duration"
            )
        limits = entry.limits_deg or self.entry.limits_deg
        wait = entry.wait
        return Keyframe(
            angles=self._angles(entry),
            duration=entry.duration,
            interpolated=entry.interpolated,
            off=tuple(self._joint(name, "off") for name in entry.off),
            stiffness=self._stiffness(entry.stiffness) if entry.stiffness else None,
            stiffness_duration=entry.stiffness_duration,
            only_if=entry.only_if,
            linked=entry.linked,
            wait=wait.until if wait else None,
            wait_limit=wait.at_most if wait else 0.0,
            limits=TiltLimits(pitch=_radians(limits.pitch), roll=_radians(limits.roll)),
            balance=self._known(entry.balance, self.entry.balances, "balance"),
            compensations=tuple(self._compensation(item) for item in entry.compensate),
            resume_at=self._known(entry.resume_at, self.labels, "resume_at"),
            label=entry.label,
        )

    def _angles(self, entry: FrameEntry) -> Vec:
        if entry.stand:
            self.angles = np.array(STAND)
        for key, (left, right) in BOTH.items():
            self._fill(left, getattr(entry, f"{key}_deg"), f"{key}_deg")
            if getattr(entry, f"{key}_deg"):
                self.angles[LIMBS[right]] = NAO_KIND.mirrored(self.angles)[LIMBS[right]]
        for limb in LIMBS:
            self._fill(limb, getattr(entry, f"{limb}_deg"), f"{limb}_deg")
        angles = np.array(self.angles)
        for name in entry.free:
            for limb in self._limbs(name, "free"):
                angles[LIMBS[limb]] = math.nan
        return angles

    def _fill(self, limb: str, degrees: Numbers, key: str) -> None:
        if not degrees:
            return
        joints = LIMBS[limb]
        count = joints.stop - joints.start
        if len(degrees) != count:
            names = ", ".join(joint.key for joint in list(Joint)[joints])
            raise self._error(f"{key} has {len(degrees)} angles, expected {count}: {names}", key)
        self.angles[joints] = np.radians(degrees)

    def _stiffness(self, entries: Mapping[str, float]) -> Vec:
        stiffness = uniform(math.nan)
        for name, value in entries.items():
            if not 0.0 <= value <= 1.0:
                raise self._error(f"stiffness of {name} is {value:g}, expected 0 … 1", "stiffness")
            for limb in self._limbs(name, "stiffness"):
                stiffness[LIMBS[limb]] = value
        return stiffness

    def _limbs(self, name: str, key: str) -> tuple[str, ...]:
        if name == "all":
            return tuple(LIMBS)
        if name in LIMBS:
            return (name,)
        if name in BOTH:
            return BOTH[name]
        raise self._error(f"unknown limb '{name}'.{did_you_mean(name, [*LIMBS, *BOTH])}", key)

    def _joint(self, name: str, key: str) -> Joint:
        if name.upper() not in Joint.__members__:
            hint = did_you_mean(name, [joint.key for joint in Joint])
            raise self._error(f"unknown joint '{name}'.{hint}", key)
        return Joint[name.upper()]

    def _compensation(self, entry: CompensationEntry) -> Compensation:
        helpers = entry.helpers.items()
        return Compensation(
            joint=self._joint(entry.joint, "compensate"),
            helpers=tuple((self._joint(name, "compensate"), factor) for name, factor in helpers),
        )

    def _known(self, name: str, known: Mapping[str, T], key: str) -> T | None:
        if name and name not in known:
            raise self._error(f"{key} '{name}' is not defined.{did_you_mean(name, known)}", key)
        return known.get(name)

    def _error(self, message: str, key: str) -> ConfigurationError:
        line = _line_in_frame(self.file.text, self.index, key)
        return ConfigurationError(message, file=self.file.path, line=line)


def _line_in_frame(text: str, index: int, key: str) -> int | None:
    """Return the line of a key in the frame with this index; −1 is before all frames."""
    frame = -1
    for number, line in enumerate(text.splitlines(), start=1):
        if line.strip().startswith("[[frames]]"):
            frame += 1
        elif frame == index and line.split("=")[0].strip() == key:
            return number
    return None


def _radians(degrees: Range) -> Range:
    return math.radians(degrees[0]), math.radians(degrees[1])
