"""Conditions over representations, such as "BallPercept.seen and GameState.playing"."""

import enum
import operator
import re
import typing
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

from kickabout.framework.errors import KickaboutError
from kickabout.framework.paths import MissingElement, parse_path, value_at
from kickabout.framework.representation import (
    all_representations,
    default_of,
    representation_named,
)
from kickabout.recording.format.errors import RecordingError

Lookup = Callable[[type], Any]  # the newest value of a representation, None if there is none
Evaluate = Callable[[Lookup], Any]

_TOKEN = re.compile(
    r"\s*(?:(?P<number>-?\d+(?:\.\d*)?(?:[eE][-+]?\d+)?)|(?P<text>'[^']*'|\"[^\"]*\")"
    r"|(?P<path>[A-Za-z_]\w*(?:\.[A-Za-z_]\w*|\[(?:-?\d+|'[^']*'|\"[^\"]*\")\])*)"
    r"|(?P<sign>==|!=|<=|>=|<|>|\(|\)))",
    re.ASCII,
)
_COMPARE: dict[str, Callable[[Any, Any], bool]] = {
    "==": operator.eq,
    "!=": operator.ne,
    "<=": operator.le,
    ">=": operator.ge,
    "<": operator.lt,
    ">": operator.gt,
}
MAX_DEPTH = 30  # brackets within brackets
MAX_SHOWN = 200  # characters of a condition that cannot be read
_WORDS = {"true": True, "false": False, "none": None}


class Condition:
    """A parsed condition in a small language of its own.

    Paths lead into representations. An enumeration holds if it is not at its default; followed
    by the name of a member it holds if it is that one. A value that was not recorded does not hold.
    """

    def __init__(self, text: str) -> None:
        self.text = text
        self.representations: set[type] = set()
        self._tokens = list(_tokens(text))
        self._position = 0
        self._depth = 0
        self._evaluate = self._either()
        if self._position < len(self._tokens):
            raise self._error(f"'{self._tokens[self._position][1]}' is not expected there")

    def holds(self, lookup: Lookup) -> bool:
        """Return whether the condition is true for the values that are looked up."""
        return bool(self._evaluate(lookup))

    def _error(self, reason: str) -> RecordingError:
        return RecordingError(f"the condition '{_shown(self.text)}' cannot be read: {reason}")

    def _next(self, *words: str) -> str | None:
        if self._position < len(self._tokens) and self._tokens[self._position][1] in words:
            self._position += 1
            return self._tokens[self._position - 1][1]
        return None

    def _either(self) -> Evaluate:
        options = [self._all()]
        while self._next("or"):
            options.append(self._all())
        return lambda lookup: any(option(lookup) for option in options)

    def _all(self) -> Evaluate:
        parts = [self._inverted()]
        while self._next("and"):
            parts.append(self._inverted())
        return lambda lookup: all(part(lookup) for part in parts)

    def _inverted(self) -> Evaluate:
        inverted = False
        while self._next("not"):
            inverted = not inverted
        inner = self._comparison()
        return (lambda lookup: not inner(lookup)) if inverted else inner

    def _comparison(self) -> Evaluate:
        left, is_path = self._operand()
        sign = self._next(*_COMPARE)
        if sign is None:
            return left if not is_path else lambda lookup: _truth(left(lookup))
        right, _ = self._operand()
        return lambda lookup: _compared(_COMPARE[sign], left(lookup), right(lookup))

    def _operand(self) -> tuple[Evaluate, bool]:
        if self._next("("):
            return self._bracket(), False
        if self._position >= len(self._tokens):
            raise self._error("an operand is missing at its end")
        kind, text = self._tokens[self._position]
        self._position += 1
        if kind == "number":
            number = float(text)
            return (lambda _: number), False
        if kind == "text":
            return (lambda _: text[1:-1]), False
        if kind == "path" and text not in ("and", "or", "not"):
            if text.lower() in _WORDS:
                return (lambda _: _WORDS[text.lower()]), False
            return self._path(text), True
        raise self._error(f"'{text}' is not expected there")

    def _bracket(self) -> Evaluate:
        self._depth += 1
        if self._depth > MAX_DEPTH:
            raise self._error(f"it has more than {MAX_DEPTH} brackets within brackets")
        inner = self._either()
        if not self._next(")"):
            raise self._error("a bracket is not closed")
        self._depth -= 1
        return inner

    def _path(self, text: str) -> Evaluate:
        name, steps = parse_path(text)
        kind, prefix = _located(name)
        self.representations.add(kind)
        members = (*prefix, *steps)
        _resolved(default_of(kind), default_of(kind), members)

        def evaluate(lookup: Lookup) -> Any:
            value = lookup(kind)
            return None if value is None else _resolved(value, default_of(kind), members)

        return evaluate


def _shown(text: str) -> str:
    return text if len(text) <= MAX_SHOWN else f"{text[:MAX_SHOWN]}…"


def _tokens(text: str) -> Iterator[tuple[str, str]]:
    position = 0
    while text[position:].strip():
        found = _TOKEN.match(text, position)
        if found is None:
            raise RecordingError(
                f"the condition '{_shown(text)}' cannot be read "
                f"from '{_shown(text[position:].strip())}' on"
            )
        position = found.end()
        yield str(found.lastgroup), found.group(str(found.lastgroup))


class _Resolved(typing.NamedTuple):
    """A value together with its default."""

    value: Any
    default: Any


def _resolved(value: Any, default: Any, steps: tuple[str | int, ...]) -> Any:
    """Follow a path; a step after an enumeration names a member to compare with."""
    for number, step in enumerate(steps):
        if isinstance(value, enum.Enum) and isinstance(step, str):
            names = {member.name.lower() for member in type(value)}
            if step.lower() not in names:
                known = ", ".join(sorted(names))
                raise RecordingError(f"{type(value).__name__} has no '{step}', only {known}")
            return value.name.lower() == step.lower()
        try:
            value = value_at(value, (step,))
        except MissingElement:
            return None
        try:
            default = value_at(default, steps[number : number + 1])
        except KickaboutError:
            default = None
    return _Resolved(value, default)


def _truth(found: Any) -> bool:
    if isinstance(found, _Resolved):
        is_named = isinstance(found.value, enum.Enum)
        return found.value is not found.default if is_named else bool(found.value)
    return bool(found)


def _compared(compare: Callable[[Any, Any], bool], left: Any, right: Any) -> bool:
    sides = [_bare(side) for side in (left, right)]
    try:
        return bool(compare(*sides))
    except TypeError:
        return False


def _bare(side: Any) -> Any:
    value = side.value if isinstance(side, _Resolved) else side
    return value.value if isinstance(value, enum.Enum) else value


@cache
def _located(name: str) -> tuple[type, tuple[str, ...]]:
    """Return a representation by its name, or the first field of an enumeration of this name."""
    try:
        return representation_named(name), ()
    except KickaboutError:
        for kind in all_representations():
            for field, hint in typing.get_type_hints(kind).items():
                if isinstance(hint, type) and issubclass(hint, enum.Enum) and hint.__name__ == name:
                    return kind, (field,)
        raise
