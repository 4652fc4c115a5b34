"""What can be watched: one interface to a match, a recording or robots."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol, Self

import numpy as np

from kickabout.framework import KickaboutError
from kickabout.framework.errors import did_you_mean
from kickabout.geometry import FloatArray, Vec
from kickabout.simulation.match.inspection import Question
from kickabout.simulation.referee.referee import Referee

TORSO, ESTIMATE = 7, 5  # numbers of a robot's torso and of its estimate
HEAD = 10  # numbers of a packed moment before those of the robots
MAX_ROBOTS, MAX_JOINTS = 22, 200

Point = tuple[float, float]  # m, or m/s
RobotPlacement = tuple[float, float, float]  # x and y in m, heading in rad


class StudioError(KickaboutError):
    """A request that cannot be fulfilled."""


def padded(rows: Sequence[Vec], width: int = 0) -> FloatArray:
    """Return joint angles of robots as a table; rows of fewer joints than others end with zeros."""
    table = np.zeros((len(rows), max((width, *(len(row) for row in rows)))))
    for line, row in zip(table, rows, strict=True):
        line[: len(row)] = row
    return table


@dataclass(frozen=True, slots=True, kw_only=True)
class Moment:
    """Where everything is, and where the robots estimate it to be, in the world."""

    time: float  # s
    ball: Vec  # position and quaternion
    torsos: FloatArray  # robot × (position, quaternion)
    joints: FloatArray  # robot × joint, rad; zeros after the last joint of a robot
    estimates: FloatArray  # robot × (x, y, heading, ball x, ball y); NaN where unknown

    def packed(self) -> bytes:
        """Return single floats: time, numbers of robots and of joints, ball, then each robot."""
        rows = np.concatenate((self.torsos, self.joints, self.estimates), axis=1)
        head = np.concatenate(((self.time, len(rows), self.joints.shape[1]), self.ball))
        return np.concatenate((head, rows.ravel())).astype("<f4").tobytes()

    @classmethod
    def unpacked(cls, data: bytes) -> Self:
        """Decode a packed moment; other bytes raise an error."""
        valid = len(data) % 4 == 0
        numbers = np.frombuffer(data, "<f4").astype(np.float64) if valid else np.empty(0)
        has_head = len(numbers) > HEAD and 0 < numbers[1] <= MAX_ROBOTS
        if not has_head or not 0 <= numbers[2] <= MAX_JOINTS:
            raise ValueError(f"a moment cannot have {len(data)} bytes")
        robots, joints = int(numbers[1]), int(numbers[2])
        width = TORSO + joints + ESTIMATE
        if len(numbers) != HEAD + robots * width:
            raise ValueError(f"a moment cannot have {len(data)} bytes")
        rows = numbers[HEAD:].reshape(robots, width)
        return cls(
            time=float(numbers[0]),
            ball=numbers[3:HEAD],
            torsos=rows[:, :TORSO],
            joints=rows[:, TORSO : TORSO + joints],
            estimates=rows[:, TORSO + joints :],
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class TimelineEvent:
    """Something that happened at a time, with its source."""

    time: float  # s
    source: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Status:
    """State of the game and of playing, for the bar at the top of the page."""

    mode: str  # "live", "back", "log", "robot" or "introduction"
    time: float  # s
    start: float = 0.0  # s, of the range that can be scrubbed
    end: float = 0.0
    running: bool = False
    speed: float | None = None  # None: as fast as possible
    factor: float = 0.0  # times real time, measured
    compiling: int | None = None  # kernels already compiled, while more are being compiled
    score: tuple[int, int] = (0, 0)
    state: str = ""
    detail: str = ""  # set play and the team that may kick
    remaining: float | None = None  # s of this half
    home_direction: float = 1.0  # direction along x in which the home team attacks
    penalties: Mapping[str, str] = field(default_factory=dict)
    failure: str = ""
    notice: str = ""  # what people at the page should know while they wait
    can_look_back: bool = False
    read_only: bool = False
    shift: float | None = None  # s, of a recording against what it is shown beside


class Transport(Protocol):
    """Controls which time is shown and how fast it passes. Any thread may call its methods."""

    def play(self) -> None: ...
    def pause(self) -> None: ...
    def step(self, frames: int) -> None: ...
    def change_speed(self, factor: float | None) -> None: ...
    def go_to(self, time: float) -> None: ...

    def find(self, robot: str, condition: str, *, forward: bool) -> float | None:
        """Go to the next time at which a condition becomes true; None if it never does."""


class Controls(Protocol):
    """What people may change by hand in a match. Any thread may call its methods."""

    def referee(self, call: Callable[[Referee], None]) -> None:
        """Call a function with the match's referee."""

    def place_ball(self, position: Point, velocity: Point) -> None:
        """Place the ball in the world frame."""

    def place_robot(self, robot: str, pose: RobotPlacement) -> None:
        """Place a robot in the world frame."""


class Source(Protocol):
    """A match, a recording or robots. Any thread may call its methods."""

    @property
    def robots(self) -> Sequence[str]:
        """Names such as "home 2", in the order of moments."""

    @property
    def transport(self) -> Transport: ...
    @property
    def controls(self) -> Controls: ...

    @property
    def spent(self) -> float:
        """Seconds that a match has lost by answering."""

    def stage(self) -> dict[str, Any]:
        """What never changes, for the browser."""

    def moment(self) -> Moment: ...
    def status(self) -> Status: ...
    def events(self) -> Sequence[TimelineEvent]: ...

    def inspect(self, robot: str, question: Question) -> bytes:
        """Return values, drawings and images of a robot's program as JSON."""

    def value(self, robot: str, path: str) -> Any:
        """Return the value at a path such as `BallModel.position_in_robot.x`."""

    def annotate(self, text: str) -> None:
        """Add a note at the present time."""

    def change(self, robot: str, what: str, *arguments: object) -> Any:
        """Change a robot's program."""

    def close(self) -> None: ...


def robot_index(robots: Sequence[str], name: str) -> int:
    """Return the index of a robot; an unknown name raises an error with the nearest one."""
    if name not in robots:
        raise StudioError(f"unknown robot '{name}'.{did_you_mean(name, robots)}")
    return list(robots).index(name)
