"""Motion tables: from a set of motion texts to what a player runs, and the check of the set.

The set is consistent if every motion can be left to every other one: for each pair of the current
and the requested motion there is a transition, and following them arrives.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from kickabout.framework.errors import ConfigurationError, KickaboutError, did_you_mean
from kickabout.geometry import Vec
from kickabout.geometry.arrays import IndexArray
from kickabout.motion.motion_net.joint_columns import JointColumns
from kickabout.motion.motion_net.motion_function import MotionFunction
from kickabout.motion.motion_net.motion_text import (
    ANYTHING,
    Call,
    DataLine,
    Jump,
    MotionSet,
    MotionText,
    Place,
    TransitionText,
)

Functions = Mapping[str, MotionFunction]
MOTION, GROUP, ALL = 2, 1, 0  # how specific the side of a transition is


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Frames:
    """Motor data for all joints of the robot; NaN: no value."""

    angles: Vec
    interpolates: bool
    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Goto:
    """A jump to an instruction, taken while no other motion is requested."""

    index: int


Instruction = Frames | Goto | Call


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class MotionTables:
    """A compiled net of motions."""

    names: tuple[str, ...]
    programs: tuple[tuple[Instruction, ...], ...]  # of each motion
    next_motion: IndexArray  # current × requested → the motion to run next; −1: none
    next_index: IndexArray  # current × requested → its first instruction
    groups: Mapping[str, frozenset[str]]  # motions of each group

    def is_in(self, name: str, group: str) -> bool:
        """Return whether a motion is in a group; a group that no text defines is empty."""
        return name in self.groups.get(group, ())

    def index(self, name: str) -> int:
        """Return the index of a motion; raise an error for an unknown name."""
        if name not in self.names:
            hint = did_you_mean(name, self.names)
            raise ConfigurationError(f"unknown motion '{name}'.{hint}")
        return self.names.index(name)


def compiled(motions: MotionSet, columns: JointColumns, functions: Functions) -> MotionTables:
    """Return the tables of a set; raise the first error that its check finds."""
    for problem in problems_of(motions, columns, functions):
        raise problem
    names = tuple(motions.motions)
    shape = (len(names), len(names))
    next_motion, next_index = np.full(shape, -1), np.zeros(shape, np.int64)
    for row, current in enumerate(names):
        for column, requested in enumerate(names):
            taken = _transition(motions, current, requested)
            if taken is not None:
                via = taken.via or requested
                next_motion[row, column] = names.index(via)
                labels = _source(motions, motions.motions[via]).labels
                next_index[row, column] = labels[taken.label] if taken.label else 0
    return MotionTables(
        names=names,
        programs=tuple(_program(motions, motions.motions[name], columns) for name in names),
        next_motion=next_motion,
        next_index=next_index,
        groups={group.name: frozenset(group.members) for group in motions.groups.values()},
    )


def _program(
    motions: MotionSet, text: MotionText, columns: JointColumns
) -> tuple[Instruction, ...]:
    source, mirrored = _source(motions, text), bool(text.mirror_of)
    instructions: list[Instruction] = []
    for statement in source.statements:
        if isinstance(statement, DataLine):
            angles = columns.joints(statement.angles, mirrored=mirrored)
            instructions.append(
                Frames(angles=angles, interpolates=statement.interpolates, count=statement.frames)
            )
        elif isinstance(statement, Jump):
            instructions.append(Goto(index=source.labels[statement.label]))
        else:
            instructions.append(statement)
    return tuple(instructions)


def _source(motions: MotionSet, text: MotionText) -> MotionText:
    """Return the motion that has the statements: the text itself, or the one it mirrors."""
    return motions.motions[text.mirror_of] if text.mirror_of else text


def problems_of(
    motions: MotionSet, columns: JointColumns, functions: Functions
) -> Iterator[ConfigurationError]:
    """Yield everything that is wrong with a set; each error names file, line and motion."""
    found = False
    for text in motions.motions.values():
        for problem in _problems_inside(motions, text, columns, functions):
            found = True
            yield problem
    for problem in _unknown_names(motions):
        found = True
        yield problem
    if not found:  # otherwise the transitions cannot be followed
        yield from _problems_between(motions)


def _problems_inside(
    motions: MotionSet, text: MotionText, columns: JointColumns, functions: Functions
) -> Iterator[ConfigurationError]:
    if text.mirror_of:
        other = motions.motions.get(text.mirror_of)
        if other is None or other.mirror_of:
            expected = "mirrors another mirror image" if other else "mirrors an unknown motion"
            hint = did_you_mean(text.mirror_of, motions.motions)
            yield _error(text, text.place.line, f"{expected}, '{text.mirror_of}'.{hint}")
        return
    if not any(isinstance(statement, DataLine | Call) for statement in text.statements):
        yield _error(text, text.place.line, "no line of motor data and no call")
    for number, statement in enumerate(text.statements):
        if isinstance(statement, Jump):
            yield from _problems_of_jump(text, statement, number)
        elif isinstance(statement, Call):
            yield from _problems_of_call(text, statement, functions)
        elif isinstance(statement, DataLine):
            message = columns.problem(statement.angles)
            if message:
                yield _error(text, statement.line, message)


def _problems_of_jump(text: MotionText, jump: Jump, number: int) -> Iterator[ConfigurationError]:
    if jump.label not in text.labels:
        hint = did_you_mean(jump.label, text.labels)
        yield _error(text, jump.line, f"unknown label '{jump.label}'.{hint}")
        return
    between = text.statements[text.labels[jump.label] : number]
    if not any(isinstance(statement, DataLine | Call) for statement in between):
        yield _error(text, jump.line, f"no frame between label '{jump.label}' and this jump")


def _problems_of_call(
    text: MotionText, call: Call, functions: Functions
) -> Iterator[ConfigurationError]:
    if call.function not in functions:
        hint = did_you_mean(call.function, functions)
        yield _error(text, call.line, f"unknown function '{call.function}'.{hint}")
        return
    try:
        functions[call.function](*call.arguments)
    except (KickaboutError, TypeError, ValueError) as error:
        yield _error(text, call.line, f"function '{call.function}': {error}")


def _unknown_names(motions: MotionSet) -> Iterator[ConfigurationError]:
    known = (*motions.motions, *motions.groups, ANYTHING)
    for group in motions.groups.values():
        for name in group.members:
            if name not in motions.motions:
                hint = did_you_mean(name, motions.motions)
                yield group.place.error(f"group '{group.name}' has unknown motion '{name}'.{hint}")
    for transition in motions.transitions:
        for name in (transition.current, transition.requested):
            if name not in known:
                hint = did_you_mean(name, known)
                yield _in_transition(transition, f"unknown motion '{name}'.{hint}")
        if not transition.via:
            continue
        if transition.via not in motions.motions:
            hint = did_you_mean(transition.via, motions.motions)
            yield _in_transition(transition, f"leads to unknown motion '{transition.via}'.{hint}")
        elif transition.label:
            text = motions.motions[transition.via]
            source = motions.motions.get(text.mirror_of, text)
            if transition.label not in source.labels:
                hint = did_you_mean(transition.label, source.labels)
                label = f"'{transition.label}' of motion '{transition.via}'"
                yield _in_transition(transition, f"unknown label {label}.{hint}")


def _in_transition(transition: TransitionText, message: str) -> ConfigurationError:
    return transition.place.error(f"transition of motion '{transition.current}': {message}")


def _problems_between(motions: MotionSet) -> Iterator[ConfigurationError]:
    names = tuple(motions.motions)
    following: dict[tuple[str, str], str] = {}
    incomplete = False
    for current in names:
        text, missing = motions.motions[current], []
        for requested in names:
            if current == requested:
                continue
            candidates = _most_specific(motions, current, requested)
            if not candidates:
                missing.append(requested)
            elif len({(c.via or requested, c.label) for c in candidates}) > 1:
                incomplete = True
                lines = ", ".join(f"{c.place.path.name}:{c.place.line}" for c in candidates)
                message = f"transitions to '{requested}' contradict each other: {lines}"
                yield _error(text, candidates[-1].place.line, message, candidates[-1].place)
            else:
                following[current, requested] = candidates[0].via or requested
        if missing:
            incomplete = True
            yield _error(text, text.place.line, f"no transition to {_listed(missing)}")
    if not incomplete:
        yield from _circles(motions, following)


def _circles(
    motions: MotionSet, following: Mapping[tuple[str, str], str]
) -> Iterator[ConfigurationError]:
    for current, text in motions.motions.items():
        for requested in motions.motions:
            passed = path_between(following, current, requested)
            if passed and passed[-1] != requested:
                way = " → ".join((current, *passed))
                message = f"transitions to '{requested}' run in circles: {way}"
                yield _error(text, text.place.line, message)


def path_between(
    following: Mapping[tuple[str, str], str], current: str, requested: str
) -> list[str]:
    """Return the motions that are run, up to the requested one or the first one that repeats."""
    passed: list[str] = []
    while current != requested:
        current = following[current, requested]
        passed.append(current)
        if passed.count(current) > 1:
            break
    return passed


def _transition(motions: MotionSet, current: str, requested: str) -> TransitionText | None:
    return next(iter(_most_specific(motions, current, requested)), None)


def _most_specific(motions: MotionSet, current: str, requested: str) -> list[TransitionText]:
    """Return the transitions for a pair that no more specific one overrides."""
    best = (-1, -1)
    found: list[TransitionText] = []
    for transition in motions.transitions:
        rank = (
            _rank(motions, transition.current, current),
            _rank(motions, transition.requested, requested),
        )
        # A motion that is still requested only begins again if a transition says so by name.
        if -1 in rank or (current == requested and rank != (MOTION, MOTION)):
            continue
        if rank > best:
            best, found = rank, []
        if rank == best:
            found.append(transition)
    return found


def _rank(motions: MotionSet, side: str, name: str) -> int:
    """Return how specific the side of a transition is for a motion, or −1 if it is another one."""
    if side == name:
        return MOTION
    if side == ANYTHING:
        return ALL
    group = motions.groups.get(side)
    return GROUP if group and name in group.members else -1


def _error(
    text: MotionText, line: int, message: str, place: Place | None = None
) -> ConfigurationError:
    path = place.path if place else text.place.path
    return ConfigurationError(f"motion '{text.name}': {message}", file=path, line=line)


def _listed(names: Sequence[str], most: int = 6) -> str:
    shown = ", ".join(f"'{name}'" for name in names[:most])
    return f"{shown} and {len(names) - most} others" if len(names) > most else shown
