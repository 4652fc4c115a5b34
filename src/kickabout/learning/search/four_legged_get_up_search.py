"""Get-up search on four legs: from the postures of a file to ones with which robots stand up.

All durations and angles are searched, with full and with weak motors. Postures of both sides keep
the head in the middle.
"""

import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from kickabout.evaluation.trials.four_legged_drills import WEAK
from kickabout.evaluation.trials.four_legged_trials import GetUpTrial, get_ups
from kickabout.framework.teams.robot_configuration import RobotConfiguration
from kickabout.learning.search.parameter_search import Range, Values
from kickabout.motion.keyframes.posture_motion import SORT

# Scale of a noticeable change, lower and upper limit; angles in degrees.
RANGES: Mapping[str, tuple[float, float, float]] = {
    "duration": (0.05, 0.1, 0.8),
    "hold": (0.03, 0.0, 0.4),
    "angle": (12.0, -135.0, 150.0),
}
BOTH_SIDES = ("fore_deg", "hind_deg")
HEAD, PAN, ROLL = "head_deg", 1, 2
FAILED_COST = 10.0  # s
STRENGTHS = (1.0, WEAK)
Place = tuple[int, str, int]  # of a number: posture, key, index


@dataclass(frozen=True)
class FourLeggedGetUpProblem:
    """Search for a get-up from one side that is quick and succeeds at once."""

    robot: str
    side: str
    tries: int = 3  # with each strength of the motors

    @cached_property
    def table(self) -> dict[str, Any]:
        return dict(RobotConfiguration(self.robot).load(SORT, f"get_up_{self.side}").data)

    @cached_property
    def ranges(self) -> dict[str, Range]:
        found = {}
        for (posture, key, index), value in _numbers(self.table, nods=self.robot == "ers7"):
            scale, low, high = RANGES.get(key, RANGES["angle"])
            name = f"{posture} {key} {index}"
            found[name] = Range(start=value, scale=scale, low=low, high=high)
        return found

    def cost(self, values: Values, seed: int) -> float:
        """Return the mean time in s until the robot stands for good."""
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "candidate.toml"
            path.write_text(self.toml(values), encoding="utf-8")
            trials = [
                trial
                for strength in STRENGTHS
                for trial in get_ups(
                    self.robot,
                    self.side,
                    count=self.tries,
                    seed=seed,
                    strength=strength,
                    motions={self.side: str(path)},
                )
            ]
        return sum(_cost(trial) for trial in trials) / len(trials)

    def toml(self, values: Values) -> str:
        """Return the file with these numbers."""
        lines = [f'robot = "{self.robot}"', f'description = "{self.table["description"]}"']
        for number, posture in enumerate(self.table["postures"]):
            lines += ["", "[[postures]]"]
            for key, value in posture.items():
                lines.append(f"{key} = {_filled(value, values, number, key)}")
        return "\n".join([*lines, ""])


def _cost(trial: GetUpTrial) -> float:
    return trial.seconds + (trial.tries - 1) if trial.stood else FAILED_COST


def _numbers(table: Mapping[str, Any], *, nods: bool) -> Iterator[tuple[Place, float]]:
    for number, posture in enumerate(table["postures"]):
        even = any(key in posture for key in BOTH_SIDES)
        for key, value in posture.items():
            if isinstance(value, float | int):
                yield (number, key, 0), float(value)
            elif not isinstance(value, str):
                for index, angle in enumerate(value):
                    tilts = key == HEAD and (index == PAN or (index == ROLL and not nods))
                    if not (even and tilts):
                        yield (number, key, index), float(angle)


def _filled(value: str | float | Sequence[float], values: Values, number: int, key: str) -> str:
    if isinstance(value, str):
        return f'"{value}"'
    if isinstance(value, float | int):
        return f"{values.get(f'{number} {key} 0', value):.2f}"
    angles = (values.get(f"{number} {key} {index}", old) for index, old in enumerate(value))
    return "[" + ", ".join(f"{angle:.1f}" for angle in angles) + "]"
