"""What can be watched: a match, a recording or robots, by one set of questions."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

import numpy as np

from kickabout.framework import KickaboutError
from kickabout.framework.errors import did_you_mean
from kickabout.geometry import FloatArray, Vec
from kickabout.simulation.match.inspection import Question

JOINTS = 25
BELIEF = 5  # numbers of a belief


class StudioError(KickaboutError):
    """A wish that cannot be granted."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Moment:
    """Where everything is, and where the robots believe it to be, in the world."""

    time: float  # s
    ball: Vec  # position and quaternion
    torsos: FloatArray  # robot × (position, quaternion)
    joints: FloatArray  # robot × joint, rad
    beliefs: FloatArray  # robot × (x, y, heading, ball x, ball y); NaN where unknown

    def packed(self) -> bytes:
        """Single floats: time, number of robots, ball, then each robot."""
        rows = np.concatenate((self.torsos, self.joints, self.beliefs), axis=1)
        head = np.concatenate(((self.time, float(len(rows))), self.ball))
        return np.concatenate((head, rows.ravel())).astype("<f4").tobytes()


@dataclass(frozen=True, slots=True, kw_only=True)
class TimelineEvent:
    """Something to be listed with its time."""

    time: float  # s
    source: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Status:
    """How things stand, for the bar at the top of the page."""

    mode: str  # "live", "back", "log" or "robot"
    time: float  # s
    start: float = 0.0  # s, of what can be scrubbed
    end: float = 0.0
    running: bool = False
    speed: float | None = None  # None: as fast as possible
    factor: float = 0.0  # times real time, measured
    compiling: int | None = None  # kernels compiled so far, while more are being compiled
    score: tuple[int, int] = (0, 0)
    state: str = ""
    detail: str = ""  # set play and who may kick
    remaining: float | None = None  # s of this half
    home_direction: float = 1.0  # which way along x the home team attacks
    penalties: Mapping[str, str] = field(default_factory=dict)
    failure: str = ""
    can_look_back: bool = False
    read_only: bool = False


class Source(Protocol):
    """A match, a recording or robots. Methods may be called from any thread."""

    spent: float  # s, that went into answers so far

    @property
    def robots(self) -> Sequence[str]:
        """Names such as "home 2", in the order of moments."""

    def stage(self) -> dict[str, Any]:
        """What never changes, for the browser."""

    def moment(self) -> Moment: ...
    def status(self) -> Status: ...
    def events(self) -> Sequence[TimelineEvent]: ...

    def inspect(self, robot: str, question: Question) -> bytes:
        """A robot's thoughts as JSON."""

    def value(self, robot: str, path: str) -> Any:
        """The value at a path such as `BallModel.position_in_robot.x`."""

    def play(self) -> None: ...
    def pause(self) -> None: ...
    def step(self, frames: int) -> None: ...
    def change_speed(self, factor: float | None) -> None: ...
    def go_to(self, time: float) -> None: ...
    def find(self, robot: str, condition: str, *, forward: bool) -> float | None: ...
    def annotate(self, text: str) -> None: ...

    def change(self, robot: str, what: str, *arguments: object) -> Any:
        """Change a robot's program."""

    def referee(self, call: Callable[[Any], None]) -> None:
        """Do something with the match's referee."""

    def place(
        self,
        *,
        ball: tuple[float, float] | None = None,
        velocity: tuple[float, float] = (0.0, 0.0),
        robot: str = "",
        pose: tuple[float, float, float] = (0.0, 0.0, 0.0),
    ) -> None:
        """Put the ball or a robot somewhere, in the world."""

    def close(self) -> None: ...


def robot_index(robots: Sequence[str], name: str) -> int:
    """The place of a robot, or a sentence with the nearest name."""
    if name not in robots:
        raise StudioError(f"nobody is '{name}'.{did_you_mean(name, robots)}")
    return list(robots).index(name)
