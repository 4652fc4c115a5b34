"""Search problems: from a kick, the walk or a get-up to values, their ranges and their cost."""

import math
import re
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from pathlib import Path
from typing import Any

from kickabout.evaluation.trials.fall_trials import get_up
from kickabout.evaluation.trials.kick_trials import standing_kick, summary, walk_kicks
from kickabout.evaluation.trials.motion_trials import pushes, random_walk, steady_walk
from kickabout.learning.search.parameter_search import Range, Values
from kickabout.motion.keyframes.keyframe_file import SORT as KEYFRAMES
from kickabout.motion.kick.bezier_kick import SORT as STANDING
from kickabout.motion.kick.walk_kick import SORT as WALKING
from kickabout.motion.walk.walk_parameters import WalkEngineParameters
from kickabout.robots.nao.configuration import NAO

# Searched values of a kick's file: scale of a noticeable change, lower and upper limit.
KICK_RANGES: Mapping[str, tuple[float, float, float]] = {
    "placement.behind": (0.012, 0.03, 0.25),
    "placement.aside": (0.008, 0.09, 0.26),
    "placement.duration": (0.02, 0.2, 0.35),
    "placement.lift": (0.003, 0.008, 0.03),
    "kick.x": (0.015, -0.03, 0.09),
    "kick.y": (0.012, -0.06, 0.06),
    "kick.duration": (0.025, 0.2, 0.45),
    "kick.lift": (0.004, 0.008, 0.035),
    "frames.phase": (0.05, 0.05, 0.95),
    "frames.x": (0.015, -0.1, 0.16),
    "frames.y": (0.012, -0.12, 0.1),
    "frames.z": (0.005, -0.01, 0.05),
    "frames.turn_deg": (5.0, -40.0, 40.0),
    "frames.pitch_deg": (6.0, -35.0, 35.0),
}
# Searched values of a standing kick's phases: scale of a noticeable change of each number.
STANDING_SCALES: Mapping[str, float] = {
    "duration": 0.02,
    "right": 0.008,
    "pitch_deg": 4.0,
    "shoulder_pitch_deg": 7.0,
    "torso_pitch_deg": 1.5,
}
NUMBER = re.compile(r"-?\d+\.\d+")
FREE_SWAY = math.radians(9.0)  # tilt of the torso that costs nothing
FAILED_COST = 30.0  # s, of a failed get-up
PHASES_APART = 0.06  # min distance of key frames; closer ones make the spline oscillate


@dataclass(frozen=True)
class KickProblem:
    """Search for an in-walk kick that is far, straight and without falls."""

    name: str
    reach: float = 10.0  # m, longer kicks are not better
    kicks: int = 3  # per trial

    @cached_property
    def table(self) -> dict[str, Any]:
        return dict(NAO.load(WALKING, self.name).data)

    @cached_property
    def ranges(self) -> dict[str, Range]:
        found = {}
        for path, value in _numbers(self.table):
            kind = "frames." + path[-1] if "frames" in path else ".".join(map(str, path))
            if kind in KICK_RANGES:
                scale, low, high = KICK_RANGES[kind]
                key = ".".join(map(str, path))
                found[key] = Range(start=value, scale=scale, low=low, high=high)
        return found

    def cost(self, values: Values, seed: int) -> float:
        """Return the cost in m of short, misdirected and missed kicks; falls cost most."""
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "candidate.toml"
            path.write_text(self.toml(values), encoding="utf-8")
            results = walk_kicks(str(path), left=seed % 2 == 0, seed=seed, count=self.kicks)
        result = summary(results)
        reach = min(self.reach, result.reach)
        wrong = 0.08 * math.degrees(result.miss)  # m per degree
        return 5.0 * result.falls + 3.0 * (1.0 - result.hit) + min(2.0, wrong) - reach

    def toml(self, values: Values) -> str:
        table = _filled(self.table, values)
        frames = sorted(table["kick"]["frames"], key=lambda frame: frame["phase"])
        for before, after in pairwise(frames):
            after["phase"] = max(after["phase"], before["phase"] + PHASES_APART)
        last = frames[-1]["phase"]
        if last > 1.0 - PHASES_APART:  # the end of the step is a key frame, too
            for frame in frames:
                frame["phase"] *= (1.0 - PHASES_APART) / last
        table["kick"]["frames"] = frames
        return kick_toml(table)


@dataclass(frozen=True)
class StandingKickProblem:
    """Search for a standing kick that is far and straight with little sway, which causes falls.

    All phases but the first and the last are searched: the right foot is in the air.
    """

    name: str
    reach: float = 10.0  # m, longer kicks are not better

    @cached_property
    def lines(self) -> list[str]:
        path = NAO.find(STANDING, self.name)
        return path.read_text(encoding="utf-8").splitlines()

    @cached_property
    def ranges(self) -> dict[str, Range]:
        found = {}
        phases = [number for number, line in enumerate(self.lines) if line == "[[phases]]"]
        for number in range(phases[1], phases[-1]):
            for match in NUMBER.finditer(self.lines[number]):
                key = self.lines[number][: match.start()].split(" = ")[-2].split()[-1]
                kind = "right" if key in ("end", "leave", "arrive") else key
                if kind in STANDING_SCALES:
                    start, scale = float(match.group()), STANDING_SCALES[kind]
                    low = 0.4 * start if kind == "duration" else start - 6.0 * scale
                    found[f"line {number + 1} column {match.start() + 1}"] = Range(
                        start=start, scale=scale, low=low, high=start + 6.0 * scale
                    )
        return found

    def cost(self, values: Values, seed: int) -> float:
        """Return the cost in m of short and misdirected kicks and of sway; falls cost most."""
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "candidate.toml"
            path.write_text(self.toml(values), encoding="utf-8")
            kick = standing_kick(str(path), left=seed % 2 == 0, seed=seed)
        wrong = min(2.0, 0.08 * math.degrees(abs(kick.error)))  # m per degree
        swayed = min(6.0, 0.1 * math.degrees(max(0.0, kick.sway - FREE_SWAY)))
        return 5.0 * kick.fell + wrong + swayed - min(self.reach, kick.reach)

    def toml(self, values: Values) -> str:
        """Return the file with these numbers."""
        lines = list(self.lines)
        # From the last to the first, so that columns stay where they were.
        for name in sorted(values, key=lambda name: int(name.split()[-1]), reverse=True):
            _, line, _, column = name.split()
            number, begin = int(line) - 1, int(column) - 1
            match = NUMBER.match(lines[number], begin)
            assert match is not None
            rest = lines[number][match.end() :]
            lines[number] = lines[number][:begin] + _shown(values[name]) + rest
        return "\n".join([*lines, ""])


def kick_toml(table: Mapping[str, Any]) -> str:
    """Return a kick in the layout of the shipped files."""
    lines = [f'robot = "{NAO.robot}"', f'description = "{table["description"]}"']
    if "direction_deg" in table:
        lines.append(f"direction_deg = {table['direction_deg']:g}")
    for section in ("placement", "kick"):
        lines += ["", f"[{section}]"]
        for key, value in table[section].items():
            if key != "frames":
                lines.append(f"{key} = {_shown(value)}")
    lines.append("frames = [")
    for frame in table["kick"]["frames"]:
        pairs = ", ".join(f"{key} = {_shown(value)}" for key, value in frame.items())
        lines.append(f"  {{ {pairs} }},")
    lines += ["]", ""]
    return "\n".join(lines)


def _shown(value: object) -> str:
    if isinstance(value, list | tuple):
        return "[" + ", ".join(_shown(entry) for entry in value) + "]"
    return f"{round(float(value), 4)!r}" if isinstance(value, int | float) else repr(value)


def _numbers(
    table: Mapping[str, Any], path: tuple[Any, ...] = ()
) -> list[tuple[tuple[Any, ...], float]]:
    found: list[tuple[tuple[Any, ...], float]] = []
    for key, value in table.items():
        if isinstance(value, Mapping):
            found += _numbers(value, (*path, key))
        elif key == "frames":
            for index, frame in enumerate(value):
                found += _numbers(frame, (*path, key, index))
        elif isinstance(value, int | float):
            found.append(((*path, key), float(value)))
    return found


def _filled(table: Mapping[str, Any], values: Values, path: str = "") -> dict[str, Any]:
    result: dict[str, Any] = {}
    for key, value in table.items():
        here = f"{path}{key}"
        if isinstance(value, Mapping):
            result[key] = _filled(value, values, here + ".")
        elif key == "frames":
            result[key] = [
                _filled(frame, values, f"{here}.{index}.") for index, frame in enumerate(value)
            ]
        else:
            result[key] = values.get(here, value)
    return result


# Searched values of the walk: scale of a noticeable change, lower and upper limit.
WALK_RANGES: Mapping[str, tuple[float, float, float]] = {
    "step_duration": (0.01, 0.2, 0.32),
    "foot_lift": (0.002, 0.008, 0.022),
    "hip_height": (0.004, 0.21, 0.236),
    "torso_offset": (0.003, 0.0, 0.03),
    "torso_tilt": (0.015, -0.06, 0.12),
    "gyro_forward": (0.015, 0.0, 0.15),
    "gyro_backward": (0.015, 0.0, 0.15),
    "gyro_hip": (0.01, 0.0, 0.1),
    "sole_compensation": (0.2, 0.0, 1.0),
    "acceleration_x": (0.02, 0.02, 0.15),
    "arm_swing": (1.5, 0.0, 12.0),
}


@dataclass(frozen=True)
class WalkProblem:
    """Search for a fast walk that does not fall with random commands and pushes."""

    forward: float = 0.42  # m/s, commanded
    seconds: float = 12.0  # of each of both walks

    @cached_property
    def ranges(self) -> dict[str, Range]:
        now = WalkEngineParameters()
        return {
            key: Range(start=getattr(now, key), scale=scale, low=low, high=high)
            for key, (scale, low, high) in WALK_RANGES.items()
        }

    def cost(self, values: Values, seed: int) -> float:
        """Return the cost in m/s of low speed, falls and failed recoveries from pushes."""
        parameters = {"WalkEngine": dict(values) | {"forward_limit": self.forward}}
        speed = (self.forward, 0.0, 0.0)
        ahead = steady_walk(speed, seed=seed, seconds=self.seconds, parameters=parameters)
        about = random_walk(seed=seed, seconds=self.seconds, parameters=parameters)
        survived = pushes(seed=seed, impulse=1.0, parameters=parameters)
        lost = survived.count(False) / len(survived)
        return 0.3 * (ahead.falls + about.falls) + 0.1 * lost - ahead.speed

    def toml(self, values: Values) -> str:
        """Return a layer of parameters."""
        lines = ["[parameters.WalkEngine]"]
        lines += [f"{key} = {_shown(value)}" for key, value in values.items()]
        return "\n".join([*lines, ""])


@dataclass(frozen=True)
class GetUpProblem:
    """Search for the shortest durations of key frames with which a get-up succeeds."""

    side: str

    @cached_property
    def lines(self) -> list[str]:
        path = NAO.find(KEYFRAMES, f"get_up_{self.side}")
        return path.read_text(encoding="utf-8").splitlines()

    @cached_property
    def ranges(self) -> dict[str, Range]:
        found = {}
        for number, line in enumerate(self.lines):
            key, _, value = line.partition(" = ")
            if key == "duration":
                start = float(value.split("#")[0])
                found[f"line {number + 1}"] = Range(
                    start=start, scale=0.2 * start, low=0.4 * start, high=2.5 * start
                )
        return found

    def cost(self, values: Values, seed: int) -> float:
        """Return the time in s until the robot stands, plus a cost for each failed try."""
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "candidate.toml"
            path.write_text(self.toml(values), encoding="utf-8")
            parameters = {"GetUpEngine": {self.side: str(path)}}
            result = get_up(self.side, seed=seed, parameters=parameters)
        if not result.up:
            return FAILED_COST
        return min(FAILED_COST, result.total + 3.0 * (result.tries - 1))

    def toml(self, values: Values) -> str:
        """Return the file with these durations."""
        lines = list(self.lines)
        for name, value in values.items():
            number = int(name.removeprefix("line ")) - 1
            lines[number] = f"duration = {_shown(value)}"
        return "\n".join([*lines, ""])
