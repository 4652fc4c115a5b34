"""Motion texts: what the motion description language can say, free of any robot.

A text defines motions, groups of motions, and transitions between motions. A motion is a list of
statements: lines of motor data, jumps to labels, and calls of functions.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np

from kickabout.framework.errors import ConfigurationError
from kickabout.geometry import Vec

ANYTHING = "anything"  # in transitions: all motions
HEAD, MOUTH_AND_TAIL, LEGS = 3, 3, 12  # columns of a line of motor data
ANGLES = HEAD + MOUTH_AND_TAIL + LEGS
INTERPOLATE, REPEAT = 1, 0  # modes of a line


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class DataLine:
    """A line of motor data: angles that are reached, or repeated, in some frames."""

    angles: Vec  # rad, in the order of the columns; NaN: no value
    interpolates: bool
    frames: int
    line: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Jump:
    """A jump to a label, taken while no other motion is requested."""

    label: str
    line: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """A call of a function that generates motor data."""

    function: str
    arguments: tuple[str, ...]
    line: int


Statement = DataLine | Jump | Call


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where in a text something is defined."""

    path: Path
    line: int

    def error(self, message: str) -> ConfigurationError:
        return ConfigurationError(message, file=self.path, line=self.line)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class MotionText:
    """A motion as its text describes it."""

    name: str
    place: Place
    statements: tuple[Statement, ...] = ()
    labels: Mapping[str, int] = field(default_factory=dict)  # index of the next statement
    mirror_of: str = ""  # the motion with left and right exchanged


@dataclass(frozen=True, slots=True, kw_only=True)
class TransitionText:
    """From a motion to a requested one: which motion to run next, and from which label on.

    The first two are motions, groups or anything.
    """

    current: str
    requested: str
    via: str  # empty: directly to the requested motion
    label: str = ""  # empty: from the beginning
    place: Place


@dataclass(frozen=True, slots=True, kw_only=True)
class GroupText:
    """Motions that transitions name together."""

    name: str
    members: tuple[str, ...]
    place: Place


@dataclass(frozen=True, slots=True, kw_only=True)
class MotionSet:
    """The content of one text or of several ones."""

    motions: Mapping[str, MotionText] = field(default_factory=dict)
    groups: Mapping[str, GroupText] = field(default_factory=dict)
    transitions: tuple[TransitionText, ...] = ()

    def replaced_by(self, other: "MotionSet") -> "MotionSet":
        """Return this set with what another one defines again, which takes precedence.

        Transitions from the motions that the other set defines are those of the other set, if it
        has any of them.
        """
        changed = {t.current for t in other.transitions} & set(other.motions)
        kept = tuple(t for t in self.transitions if t.current not in changed)
        general = {(t.current, t.requested) for t in other.transitions}
        kept = tuple(t for t in kept if (t.current, t.requested) not in general)
        return replace(
            self,
            motions={**self.motions, **other.motions},
            groups={**self.groups, **other.groups},
            transitions=(*kept, *other.transitions),
        )


def joined(sets: Iterable[MotionSet]) -> MotionSet:
    """Return the content of several texts; raise an error if they define a name twice."""
    motions: dict[str, MotionText] = {}
    groups: dict[str, GroupText] = {}
    transitions: list[TransitionText] = []
    for part in sets:
        places = {name: found.place for name, found in part.motions.items()}
        places |= {name: found.place for name, found in part.groups.items()}
        for name, place in places.items():
            if name in motions or name in groups:
                raise place.error(f"'{name}' is defined twice")
        motions.update(part.motions)
        groups.update(part.groups)
        transitions += part.transitions
    return MotionSet(motions=motions, groups=groups, transitions=tuple(transitions))


def no_angles() -> Vec:
    """Return a line that gives no angle."""
    return np.full(ANGLES, np.nan)
