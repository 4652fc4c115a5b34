"""The motion description language of the motion net: from text to motions and transitions.

    group kicks head_kick bicycle_kick
    from kicks to anything goes via stand

    motion stand
    label still
    ~ ~ ~  ~ ~ ~  -350 -190 1750  -350 -190 1750  -1840 -40 2500  -1840 -40 2500  1 25
    jump still
    to anything goes directly

A line of motor data has 20 columns: three angles of the head (tilt, pan, third axis), those of
mouth, tail tilt and tail pan, then rotator, elevator and knee of the left and right fore leg and of
the left and right hind leg, in integer milliradians; then the mode (1 interpolates from the current
angles to the given ones, 0 repeats the given ones) and the number of frames of 8 ms. `~` gives no
value: others may move this joint.

`label NAME` marks a place. `jump NAME` goes there while no other motion is requested; otherwise the
motion continues, and its end is its exit. `call FUNCTION ARGUMENT …` lets a function generate motor
data. `motion NAME mirrors OTHER` exchanges left and right. `to …` inside a motion is short for
`from` this motion `to …`; `goes via NAME at LABEL` enters a motion at a label, and `goes directly`
leads to the requested motion. The most specific
transition applies: a motion before a group, a group before `anything`, where it comes from before
where it leads to. Everything behind a `#` is a comment; `;` separates statements on one line.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from kickabout.framework.errors import ConfigurationError, did_you_mean
from kickabout.motion.motion_net.motion_text import (
    ANGLES,
    ANYTHING,
    INTERPOLATE,
    REPEAT,
    Call,
    DataLine,
    GroupText,
    Jump,
    MotionSet,
    MotionText,
    Place,
    Statement,
    TransitionText,
    no_angles,
)

STATEMENTS = ("motion", "group", "from", "to", "label", "jump", "call")
NAME = re.compile(r"[a-z][a-z0-9_]*")
DATA = re.compile(r"~|[-+]?\d.*")
NO_VALUE = "~"
COLUMNS = ANGLES + 2
MAX_FRAMES = 10_000


def read_motions(path: Path) -> MotionSet:
    """Read one file of the language."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigurationError(f"cannot be read: {error}", file=path) from None
    return parse_motions(text, path)


def parse_motions(text: str, path: Path) -> MotionSet:
    """Parse a text; `path` is used in messages only."""
    parser = _Parser(path)
    for number, line in enumerate(text.splitlines(), start=1):
        for statement in line.partition("#")[0].split(";"):
            words = statement.split()
            if words:
                parser.statement(words, number)
    return parser.result()


@dataclass(slots=True)
class _Open:
    """A motion whose statements are being read."""

    name: str
    place: Place
    mirror_of: str
    statements: list[Statement] = field(default_factory=list)
    labels: dict[str, int] = field(default_factory=dict)

    def text(self) -> MotionText:
        return MotionText(
            name=self.name,
            place=self.place,
            statements=tuple(self.statements),
            labels=self.labels,
            mirror_of=self.mirror_of,
        )


@dataclass(slots=True)
class _Parser:
    """Parser that collects the statements of one text."""

    path: Path
    motions: dict[str, _Open] = field(default_factory=dict)
    groups: dict[str, GroupText] = field(default_factory=dict)
    transitions: list[TransitionText] = field(default_factory=list)
    motion: _Open | None = None  # the one that is being read

    def result(self) -> MotionSet:
        return MotionSet(
            motions={name: motion.text() for name, motion in self.motions.items()},
            groups=self.groups,
            transitions=tuple(self.transitions),
        )

    def statement(self, words: Sequence[str], line: int) -> None:
        first, *rest = words
        if first == "motion":
            self._motion(rest, line)
        elif first == "group":
            self._group(rest, line)
        elif first == "from":
            self._transition(words, line)
        elif first == "to":
            self._transition(("from", self._inside(first, line).name, *words), line)
        elif first == "label":
            self._label(rest, line)
        elif first == "jump":
            motion = self._inside(first, line)
            motion.statements.append(Jump(label=self._one_name(first, rest, line), line=line))
        elif first == "call":
            self._call(rest, line)
        elif DATA.fullmatch(first):
            self._data(words, line)
        else:
            hint = did_you_mean(first, STATEMENTS)
            raise self._error(f"unknown statement '{first}'.{hint}", line)

    def _motion(self, words: Sequence[str], line: int) -> None:
        mirrors = len(words) == 3 and words[1] == "mirrors"
        if len(words) != 1 and not mirrors:
            raise self._error("write 'motion NAME' or 'motion NAME mirrors OTHER'", line)
        name = self._new_name(words[0], line)
        mirror_of = self._name(words[2], line) if mirrors else ""
        self.motion = _Open(name, Place(path=self.path, line=line), mirror_of)
        self.motions[name] = self.motion

    def _group(self, words: Sequence[str], line: int) -> None:
        if len(words) < 2:
            raise self._error("write 'group NAME MOTION …'", line)
        name = self._new_name(words[0], line)
        members = tuple(self._name(word, line) for word in words[1:])
        place = Place(path=self.path, line=line)
        self.groups[name] = GroupText(name=name, members=members, place=place)

    def _transition(self, words: Sequence[str], line: int) -> None:
        direct = len(words) == 6 and words[5] == "directly"
        labeled = len(words) == 9 and words[7] == "at"
        keys = (words[0], *words[2:3], *words[4:6])
        known = keys == ("from", "to", "goes", "via") and (len(words) == 7 or labeled)
        if not (known or (direct and keys[:3] == ("from", "to", "goes"))):
            usage = "from CURRENT to REQUESTED goes"
            raise self._error(f"write '{usage} directly' or '{usage} via MOTION [at LABEL]'", line)
        self.transitions.append(
            TransitionText(
                current=self._name(words[1], line),
                requested=self._name(words[3], line),
                via="" if direct else self._name(words[6], line),
                label=self._name(words[8], line) if labeled else "",
                place=Place(path=self.path, line=line),
            )
        )

    def _label(self, words: Sequence[str], line: int) -> None:
        motion = self._inside("label", line)
        name = self._one_name("label", words, line)
        if name in motion.labels:
            raise self._error(f"label '{name}' is defined twice", line)
        motion.labels[name] = len(motion.statements)

    def _call(self, words: Sequence[str], line: int) -> None:
        motion = self._inside("call", line)
        if not words:
            raise self._error("write 'call FUNCTION ARGUMENT …'", line)
        name = self._name(words[0], line)
        motion.statements.append(Call(function=name, arguments=tuple(words[1:]), line=line))

    def _data(self, words: Sequence[str], line: int) -> None:
        motion = self._inside("a line of motor data", line)
        if len(words) != COLUMNS:
            raise self._error(f"{len(words)} columns, expected {COLUMNS}", line)
        angles = no_angles()
        for column, word in enumerate(words[:ANGLES]):
            if word != NO_VALUE:
                angles[column] = 1e-3 * self._integer(word, column, line)
        mode = self._integer(words[ANGLES], ANGLES, line)
        if mode not in (INTERPOLATE, REPEAT):
            expected = f"{INTERPOLATE} to interpolate or {REPEAT} to repeat"
            raise self._error(f"the mode is {mode}, expected {expected}", line)
        frames = self._integer(words[-1], COLUMNS - 1, line)
        if not 1 <= frames <= MAX_FRAMES:
            raise self._error(f"the count is {frames}, expected 1 … {MAX_FRAMES} frames", line)
        angles.setflags(write=False)
        motion.statements.append(
            DataLine(angles=angles, interpolates=mode == INTERPOLATE, frames=frames, line=line)
        )

    def _inside(self, what: str, line: int) -> _Open:
        if self.motion is None:
            raise self._error(f"'{what}' outside of a motion; write 'motion NAME' before", line)
        if self.motion.mirror_of and what != "to":
            raise self._error(f"'{what}' in a motion that mirrors another one", line)
        return self.motion

    def _new_name(self, word: str, line: int) -> str:
        name = self._name(word, line)
        if name == ANYTHING or name in self.motions or name in self.groups:
            raise self._error(f"'{name}' is defined twice", line)
        return name

    def _one_name(self, what: str, words: Sequence[str], line: int) -> str:
        if len(words) != 1:
            raise self._error(f"write '{what} NAME'", line)
        return self._name(words[0], line)

    def _name(self, word: str, line: int) -> str:
        if not NAME.fullmatch(word):
            expected = "a name of small letters, digits and underscores"
            raise self._error(f"'{word}' is not {expected}", line)
        return word

    def _integer(self, word: str, column: int, line: int) -> int:
        try:
            return int(word)
        except ValueError:
            message = f"'{word}' in column {column + 1} is not an integer"
            raise self._error(message, line) from None

    def _error(self, message: str, line: int) -> ConfigurationError:
        inside = f"motion '{self.motion.name}': " if self.motion else ""
        return ConfigurationError(inside + message, file=self.path, line=line)
