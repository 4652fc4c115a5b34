"""Odometry tables: text files with the speeds of motions, for each robot and carpet.

    # motion        parameters        m/s      m/s    rad/s
    head_kick                       0.031    0.000    0.002
    walk            2  0  0         0.221    0.001   -0.012

A motion without parameters has one line with its mean speed. A walk has a line for each combination
of its parameters: fractions of the fastest walk forward, to the left and turning, counted in steps
of a grid whose finest step is `1/n`, where n is the largest number in its lines. Between the lines
speeds are interpolated.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from pathlib import Path

import numpy as np

from kickabout.framework.errors import ConfigurationError
from kickabout.geometry import Vec3

PLAIN, WALK = 4, 7  # words of a line
Key = tuple[int, int, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class MotionSpeeds:
    """The speeds of one motion at the points of its grid; a plain motion has only the middle."""

    steps: int  # of the grid from the middle to its edge; 0: a plain motion
    speeds: Mapping[Key, tuple[float, float, float]]  # m/s, m/s, rad/s

    def speed(self, fractions: Vec3) -> Vec3:
        """Return the speed for fractions of the fastest walks, whose sum is at most 1."""
        if not self.steps:
            return np.array(self.speeds[0, 0, 0])
        scaled = self.steps * np.abs(fractions)
        whole = np.minimum(np.floor(scaled + 1e-9), self.steps).astype(int)
        rest = np.clip(scaled - whole, 0.0, 1.0)
        signs = np.where(fractions < 0.0, -1, 1)
        found = np.zeros(3)
        for corner in product((0, 1), repeat=3):
            weight = float(np.prod(np.where(corner, rest, 1.0 - rest)))
            if weight > 0.0:
                found += weight * self._corner(whole, corner, signs)
        return found

    def _corner(self, base: np.ndarray, corner: Sequence[int], signs: np.ndarray) -> Vec3:
        """Return the speed at a corner of a cell; beyond the grid's edge it is extrapolated."""
        a, b, c = (signs * (base + corner)).tolist()
        if (a, b, c) in self.speeds:
            return np.array(self.speeds[a, b, c])
        below = [part for part in product((0, 1), repeat=3) if _is_below(part, corner)]
        total = np.zeros(3)
        for part in below:
            sign = 1.0 if (sum(corner) - sum(part)) % 2 else -1.0
            total += sign * self._corner(base, part, signs)
        return total


def _is_below(part: Sequence[int], corner: Sequence[int]) -> bool:
    return tuple(part) != tuple(corner) and all(p <= c for p, c in zip(part, corner, strict=True))


def grid(steps: int) -> list[Key]:
    """Return all combinations of the parameters of a walk on a grid."""
    numbers = range(-steps, steps + 1)
    keys = ((a, b, c) for a in numbers for b in numbers for c in numbers)
    return [key for key in keys if sum(map(abs, key)) <= steps]


@dataclass(frozen=True, slots=True, kw_only=True)
class OdometryTable:
    """The speeds of all motions; those of unknown ones are zero."""

    motions: Mapping[str, MotionSpeeds] = field(default_factory=dict)

    def speed(self, motion: str, fractions: Vec3) -> Vec3:
        """Return the speed of a motion: m/s forward, m/s to the left, rad/s."""
        entry = self.motions.get(motion)
        return entry.speed(fractions) if entry else np.zeros(3)

    def text(self) -> str:
        """Return the content of the table's file."""
        lines = [f"{'# motion':<20}{'parameters':<13}{'m/s':>9}{'m/s':>9}{'rad/s':>9}"]
        for name, entry in self.motions.items():
            for key, speed in entry.speeds.items():
                shown = "".join(f"{number:>4}" for number in key) if entry.steps else ""
                values = "".join(f"{value:>9.4f}" for value in speed)
                lines.append(f"{name:<20}{shown:<13}{values}")
        return "\n".join([*lines, ""])


def read_table(path: Path) -> OdometryTable:
    """Read a table's file."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigurationError(f"cannot be read: {error}", file=path) from None
    return parse_table(text, path)


def parse_table(text: str, path: Path) -> OdometryTable:
    """Parse a table; `path` is used in messages only."""
    plain: dict[str, MotionSpeeds] = {}
    walks: dict[str, dict[Key, tuple[float, float, float]]] = {}
    for number, words in _lines(text):
        name, *values = words
        if len(words) not in (PLAIN, WALK):
            expected = f"a motion, 3 parameters of a walk or none, and 3 speeds, given {words}"
            raise ConfigurationError(f"expected {expected}", file=path, line=number)
        key, speed = _numbers(values, path, number)
        if name in plain or (key is None and name in walks) or key in walks.get(name, {}):
            raise ConfigurationError(f"'{name}' has two such lines", file=path, line=number)
        if key is None:
            plain[name] = MotionSpeeds(steps=0, speeds={(0, 0, 0): speed})
        else:
            walks.setdefault(name, {})[key] = speed
    return OdometryTable(motions=plain | {n: _walk(n, lines, path) for n, lines in walks.items()})


def _lines(text: str) -> Iterator[tuple[int, list[str]]]:
    for number, line in enumerate(text.splitlines(), start=1):
        words = line.partition("#")[0].split()
        if words:
            yield number, words


def _numbers(
    values: Sequence[str], path: Path, line: int
) -> tuple[Key | None, tuple[float, float, float]]:
    try:
        x, y, turn = (float(value) for value in values[-3:])
        if len(values) == 3:
            return None, (x, y, turn)
        forward, left, turning = (int(value) for value in values[:3])
    except ValueError as error:
        raise ConfigurationError(str(error), file=path, line=line) from None
    return (forward, left, turning), (x, y, turn)


def _walk(name: str, lines: Mapping[Key, tuple[float, float, float]], path: Path) -> MotionSpeeds:
    steps = max(sum(map(abs, key)) for key in lines)
    missing = [key for key in grid(steps) if key not in lines]
    if missing:
        shown = " ".join(str(number) for number in missing[0])
        message = f"'{name}' has no line for the parameters {shown}"
        raise ConfigurationError(message, file=path)
    return MotionSpeeds(steps=steps, speeds=dict(lines))
