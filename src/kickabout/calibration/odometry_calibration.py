"""Odometry calibration: from walks and other motions in simulation to the table of their speeds."""

import math
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

import numpy as np

from kickabout.evaluation.trials.motion_net_trials import (
    FENCE,
    STAND,
    net_drill,
    special,
    state_of,
    walk_request,
)
from kickabout.geometry import Vec3
from kickabout.motion.motion_net.motion_text import Call, MotionSet, MotionText
from kickabout.motion.motion_net.odometry_table import Key, MotionSpeeds, OdometryTable, grid
from kickabout.representations import MotionRequest
from kickabout.simulation.match.drill import Drill

SETTLING = 1.5  # s, until a walk is steady
MAX_MOTION = 6.0  # s, of a motion without parameters


@dataclass(frozen=True, slots=True, kw_only=True)
class OdometryCheck:
    """How well a table describes a walk."""

    expected: Vec3  # m/s, m/s, rad/s
    measured: Vec3

    @property
    def error(self) -> float:
        """Return the difference relative to the speed; a turn counts by a radius of 0.1 m."""
        scale = np.array((1.0, 1.0, 0.1))
        size = float(np.linalg.norm(scale * self.expected))
        return float(np.linalg.norm(scale * (self.expected - self.measured))) / max(size, 1e-9)


@dataclass(frozen=True, slots=True, kw_only=True)
class MotionKinds:
    """The motions of a net by how their speed is measured."""

    walks: tuple[str, ...]  # walk as requested: on a grid of their parameters
    steady: tuple[str, ...]  # walk with parameters of their own
    others: tuple[str, ...]  # from their beginning to their end


def motion_kinds(motions: MotionSet) -> MotionKinds:
    """Return the motions of a net whose speed is measured; stand-ups do not lead anywhere."""
    walks = tuple(name for name, text in motions.motions.items() if _is_requested_walk(text))
    steady = tuple(name for name in _members(motions, "walks") if name not in walks)
    skipped = {*walks, *steady, *_members(motions, "get_ups"), "play_dead"}
    others = tuple(name for name in motions.motions if name not in skipped)
    return MotionKinds(walks=walks, steady=steady, others=others)


def _is_requested_walk(text: MotionText) -> bool:
    return len(text.statements) == 1 and any(
        isinstance(statement, Call)
        and statement.function == "trot"
        and len(statement.arguments) == 1
        for statement in text.statements
    )


def _members(motions: MotionSet, group: str) -> tuple[str, ...]:
    return motions.groups[group].members if group in motions.groups else ()


def calibrated_table(
    kinds: MotionKinds,
    *,
    steps: int,
    seconds: float,
    seed: int,
    progress: Callable[[str], object] = lambda _: None,
) -> OdometryTable:
    """Return the measured speeds of walks on a grid, and the mean ones of other motions."""
    entries: dict[str, MotionSpeeds] = {}
    with net_drill(seed=seed) as drill:
        for name in (*kinds.others, *kinds.steady):
            progress(name)
            steady = name in kinds.steady
            speed = (
                walk_speed(drill, special(name), seconds) if steady else _mean_speed(drill, name)
            )
            entries[name] = MotionSpeeds(steps=0, speeds={(0, 0, 0): _rounded(speed)})
        for name in kinds.walks:
            found: dict[Key, tuple[float, float, float]] = {}
            for key in grid(steps):
                progress(f"{name} {key}")
                found[key] = _rounded(grid_speed(drill, name, key, steps, seconds))
            entries[name] = MotionSpeeds(steps=steps, speeds=found)
    return OdometryTable(motions=entries)


def checks(
    table: OdometryTable, name: str, *, keys: Iterable[Key], steps: int, seconds: float, seed: int
) -> Iterator[OdometryCheck]:
    """Measure walks again, with other random numbers."""
    with net_drill(seed=seed) as drill:
        for key in keys:
            expected = table.speed(name, np.array(key) / steps)
            measured = grid_speed(drill, name, key, steps, seconds)
            yield OdometryCheck(expected=expected, measured=measured)


def grid_speed(drill: Drill, name: str, key: Key, steps: int, seconds: float) -> Vec3:
    """Return the measured speed of a walk with parameters."""
    if key == (0, 0, 0):
        return np.zeros(3)
    x, y, turn = (number / steps for number in key)
    request = walk_request(x, y, turn, "" if name == "walk" else name)
    return walk_speed(drill, request, seconds)


def walk_speed(drill: Drill, request: MotionRequest, seconds: float) -> Vec3:
    """Return the mean speed of a steady walk along the robot's axes."""
    drill.put_back()
    drill.request(STAND)
    drill.run(0.5, fence=FENCE)
    drill.request(request)
    drill.run(SETTLING, fence=FENCE)
    moved = drill.run(seconds, put_back_after=3.0, fence=FENCE).movement
    return np.array((moved.x, moved.y, moved.theta)) / seconds


def _mean_speed(drill: Drill, name: str) -> Vec3:
    """Return the mean speed of a motion from its beginning to its end."""
    drill.put_back()
    drill.request(STAND)
    drill.run(0.6, fence=FENCE)
    drill.request(special(name))
    while state_of(drill).motion != name:
        drill.run(drill.frame_time, fence=FENCE)
    start, begin = drill.pose, drill.time
    while state_of(drill).motion == name and drill.time - begin < MAX_MOTION:
        if state_of(drill).finished:
            break
        drill.run(drill.frame_time, fence=math.inf)
    moved, seconds = start.inverse() @ drill.pose, max(drill.time - begin, drill.frame_time)
    return np.array((moved.x, moved.y, moved.theta)) / seconds


def _rounded(speed: Vec3) -> tuple[float, float, float]:
    x, y, turn = (round(value, 4) + 0.0 for value in speed.tolist())
    return x, y, turn
