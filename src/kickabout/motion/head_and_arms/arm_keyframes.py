"""Arm key frames: from TOML files to angles and stiffness of an arm over time."""

import math
from dataclasses import dataclass

import numpy as np

from kickabout.framework import ConfigurationError
from kickabout.framework.teams.robot_configuration import RobotConfiguration
from kickabout.framework.teams.typed_file import read_as
from kickabout.geometry import Vec, readonly
from kickabout.motion.selection.default_stiffness import DEFAULT_STIFFNESS
from kickabout.robots.nao.configuration import NAO
from kickabout.robots.nao.joints import LEFT_ARM
from kickabout.robots.nao.kind import KIND as NAO_KIND

SORT = "arms"  # folder of the robot's configuration
JOINTS = LEFT_ARM.stop - LEFT_ARM.start
MIRROR = readonly(NAO_KIND.mirror_signs[LEFT_ARM])


@dataclass(frozen=True, slots=True, kw_only=True)
class ArmStateEntry:
    """One state as written in the file; a negative stiffness means the default."""

    angles_deg: tuple[float, ...]
    duration: float  # s
    stiffness: tuple[float, ...] = (-1.0,) * JOINTS


@dataclass(frozen=True, slots=True, kw_only=True)
class ArmFile:
    """A file of a robot's folder `arms`, written for the left arm."""

    description: str
    states: tuple[ArmStateEntry, ...]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ArmState:
    """Angles and stiffness that an arm reaches after a duration."""

    angles: Vec  # rad, in the order of the joint vector
    stiffness: Vec
    duration: float  # s


def load_arm_motion(name: str, robot: RobotConfiguration = NAO) -> tuple[ArmState, ...]:
    """Load the states of a motion for the left arm."""
    file = robot.load(SORT, name)
    entries = read_as(file, ArmFile).states
    for entry in entries:
        if len(entry.angles_deg) != JOINTS or len(entry.stiffness) != JOINTS:
            raise ConfigurationError(
                f"{file.path.name}: a state has {len(entry.angles_deg)} angles and "
                f"{len(entry.stiffness)} stiffnesses, expected {JOINTS} of each"
            )
        if entry.duration <= 0.0:
            raise ConfigurationError(
                f"{file.path.name}: duration is {entry.duration:g} s, expected more than 0 s"
            )
    return tuple(_state(entry) for entry in entries)


def arm_motion_names(robot: RobotConfiguration = NAO) -> list[str]:
    return robot.names(SORT)


def _state(entry: ArmStateEntry) -> ArmState:
    stiffness = np.array(entry.stiffness)
    return ArmState(
        angles=readonly([math.radians(angle) for angle in entry.angles_deg]),
        stiffness=readonly(np.where(stiffness < 0.0, DEFAULT_STIFFNESS[LEFT_ARM], stiffness)),
        duration=entry.duration,
    )


class ArmPlayer:
    """Playback of the states for one arm, in left-arm angles; holds the last state."""

    def __init__(self) -> None:
        self.states: tuple[ArmState, ...] = ()
        self.angles: Vec = np.zeros(JOINTS)
        self.stiffness: Vec = np.zeros(JOINTS)
        self._start: Vec = np.zeros(JOINTS)
        self._index = 0
        self._time = 0.0

    @property
    def active(self) -> bool:
        return bool(self.states)

    @property
    def done(self) -> bool:
        return self._index >= len(self.states)

    def begin(self, states: tuple[ArmState, ...], angles: Vec) -> None:
        """Start a motion from these angles."""
        self.states = states
        self.angles = self._start = np.array(angles)
        self._index = 0
        self._time = 0.0

    def stop(self) -> None:
        """End the motion; angles and stiffness stay as they are."""
        self.states = ()

    def advance(self, dt: float, hurry: float = 1.0) -> None:
        """Advance by `dt` times `hurry`."""
        if not self.states:
            return
        self._time += dt * hurry
        while not self.done and self._time >= self.states[self._index].duration:
            state = self.states[self._index]
            self._time -= state.duration
            self._start = self.angles = state.angles
            self.stiffness = state.stiffness
            self._index += 1
        if not self.done:
            state = self.states[self._index]
            ratio = self._time / state.duration
            self.angles = self._start + ratio * (state.angles - self._start)
            self.stiffness = state.stiffness
