"""Scene source: from a recording to all that a picture shows of a moment."""

import json
from collections import deque
from dataclasses import dataclass

import msgspec
import numpy as np

from kickabout.geometry import FloatArray
from kickabout.representations import FieldDimensions, TrueWorld
from kickabout.robots.kind import RobotKind, robot_kind
from kickabout.simulation.match.scene import Scene
from kickabout.simulation.physics.snapshot import Snapshot
from kickabout.simulation.referee.view import RobotId, TeamSide
from kickabout.studio.sources.recorded_match import RecordedMatch
from kickabout.studio.sources.recorded_moments import TRUTH
from kickabout.studio.sources.source import Moment

TRAIL_TIME = 1.2  # s
CAPTION_TIME = 2.5  # s that a decision is shown
MAX_CAPTIONS = 2
USUAL_COLORS = {"home": "blue", "away": "red"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Caption:
    text: str
    age: float  # s


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class FilmMoment:
    """What a picture shows."""

    moment: Moment
    trail: FloatArray  # point × (age in s, x, y) of the ball, the oldest first
    score: tuple[int, int]
    state: str
    captions: tuple[Caption, ...]
    penalized: frozenset[str]

    @property
    def time(self) -> float:
        return self.moment.time


class SceneSource:
    """Moments of a recorded match, which are asked for in the order of time."""

    def __init__(self, match: RecordedMatch) -> None:
        self.match = match
        self.robots = tuple(match.robots)
        self.scene = _scene(match)
        self.field: FieldDimensions = match.league.field
        self.carpet = match.league.carpet
        plans = self.scene.teams()
        self.colors = {side: plans[side].color or USUAL_COLORS[side] for side in USUAL_COLORS}
        self.kinds = tuple(
            robot_kind(program.team.robot, program.team.packages)
            for program in match.recording.programs.values()
        )
        self.names = {side: plans[side].team or side for side in USUAL_COLORS}
        self.has_truth = TRUTH in match.recording.topics
        self._decisions = [e for e in match.events() if e.source == "referee"]
        self._trail: deque[tuple[float, float, float]] = deque()
        self._trail_end = -1.0

    @property
    def ids(self) -> tuple[RobotId, ...]:
        pairs = (name.split(" ") for name in self.robots)
        return tuple(RobotId(TeamSide(side), int(number)) for side, number in pairs)

    def at(self, time: float) -> FilmMoment:
        """Return what is shown at a time."""
        self.match.transport.go_to(time)
        moment, status = self.match.moment(), self.match.status()
        return FilmMoment(
            moment=moment,
            trail=self._trail_until(time),
            score=status.score,
            state=f"{status.state}: {status.detail}" if status.detail else status.state,
            captions=self._captions(time),
            penalized=frozenset(status.penalties),
        )

    def _trail_until(self, time: float) -> FloatArray:
        if not self.has_truth:
            return np.zeros((0, 3))
        begin = max(self._trail_end, time - TRAIL_TIME)
        for at, world in self.match.recording.values(TRUTH, start=begin, end=time):
            assert isinstance(world, TrueWorld)
            self._trail.append((at, float(world.ball_position[0]), float(world.ball_position[1])))
        self._trail_end = max(time, begin)
        while self._trail and self._trail[0][0] < time - TRAIL_TIME:
            self._trail.popleft()
        rows = np.array(self._trail).reshape(-1, 3)
        return np.column_stack((time - rows[:, 0], rows[:, 1:]))

    def _captions(self, time: float) -> tuple[Caption, ...]:
        newest = [e for e in self._decisions if time - CAPTION_TIME < e.time <= time]
        return tuple(Caption(text=e.text, age=time - e.time) for e in newest[-MAX_CAPTIONS:])


def snapshot_of(moment: Moment, kinds: tuple[RobotKind, ...]) -> Snapshot:
    """Return a moment as the renderer wants it; what no picture shows is zero."""
    count, frame_time = len(moment.torsos), min(kind.frame_time for kind in kinds)
    return Snapshot(
        frame=round(moment.time / frame_time),
        time=moment.time,
        frame_time=frame_time,
        kinds=kinds,
        torso_positions=np.ascontiguousarray(moment.torsos[:, :3]),
        torso_quaternions=np.ascontiguousarray(moment.torsos[:, 3:]),
        joint_angles=moment.joints,
        joint_torques=np.zeros_like(moment.joints),
        gyros=np.zeros((count, 3)),
        accelerometers=np.zeros((count, 3)),
        foot_forces=np.zeros((count, 0, 4)),
        switches=np.zeros((count, 0), np.bool_),
        ranges=np.zeros((count, 0)),
        ball_position=_known(moment.ball[:3]),
        ball_quaternion=moment.ball[3:].copy(),
        ball_velocity=np.zeros(3),
    )


def _known(position: FloatArray) -> FloatArray:
    """Return a ball's position; one that is not known is put below the ground."""
    return position.copy() if np.isfinite(position).all() else np.array((0.0, 0.0, -1.0))


def _scene(match: RecordedMatch) -> Scene:
    data = json.loads(match.recording.facts.get("scene", "{}"))
    wanted = ("league", "field", "fidelity", "home", "away", "light")
    return msgspec.convert({key: data[key] for key in wanted if key in data}, Scene, strict=False)
