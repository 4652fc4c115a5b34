"""The `.mof` language of special actions: from text to the same motions as key-frame files.

    motion_id = wave
    label start
    stiffness 30 30  90 90 90 90 90 90  … 26 values in all, then the time to get there
    0 0  90 10 0 0 0 0  … 26 angles in degrees, then 1 to interpolate or 0 to jump, then the time
    transition allMotions extern start

Times are in milliseconds. `*` leaves a joint (or its stiffness) as it is, `-` turns its power off.
Everything behind a `"` is a comment. The order of joints is head, left arm, right arm, left leg,
right leg; each arm with wrist and hand, each leg with hip yaw-pitch, which is ignored on the right.
A transition is taken if its first name is the requested action; it leads to a label of its second.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from kickabout.framework.errors import ConfigurationError, did_you_mean
from kickabout.geometry import Vec
from kickabout.motion.keyframes.keyframe_motion import (
    ANY,
    EXTERN,
    Keyframe,
    KeyframeMotion,
    Label,
    Transition,
    uniform,
)
from kickabout.robots.nao.joints import Joint

IGNORED = None  # the right leg's hip yaw-pitch


def _columns() -> tuple[Joint | None, ...]:
    arm = ("shoulder_pitch", "shoulder_roll", "elbow_yaw", "elbow_roll", "wrist_yaw", "hand")
    leg = ("hip_roll", "hip_pitch", "knee_pitch", "ankle_pitch", "ankle_roll")
    named: list[Joint | None] = [Joint.HEAD_YAW, Joint.HEAD_PITCH]
    named += [Joint[f"{side}_{part}".upper()] for side in ("left", "right") for part in arm]
    for side, shared in (("left", Joint.HIP_YAW_PITCH), ("right", IGNORED)):
        named += [shared, *(Joint[f"{side}_{part}".upper()] for part in leg)]
    return tuple(named)


COLUMNS = _columns()
HANDS = (Joint.LEFT_HAND, Joint.RIGHT_HAND)
STATEMENTS = ("motion_id", "label", "transition", "stiffness")


def read_mof(path: Path, default_stiffness: float = 1.0) -> KeyframeMotion:
    """Read one action from its file; `check_net` checks how actions fit together."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigurationError(f"cannot be read: {error}", file=path) from None
    return parse_mof(text, path, default_stiffness)


def parse_mof(text: str, path: Path, default_stiffness: float = 1.0) -> KeyframeMotion:
    """Parse one action; `path` is used in messages only."""
    parser = _Parser(path, default_stiffness)
    for number, line in enumerate(text.splitlines(), start=1):
        words = line.partition('"')[0].split()
        if words:
            parser.statement(words, number)
    return parser.motion()


def check_net(actions: Mapping[str, KeyframeMotion]) -> None:
    """Check that every transition has a target and every action can be entered and left."""
    for action in actions.values():
        for transition in action.transitions:
            _check_transition(actions, action, transition)
    entries = {t.motion for t in actions[EXTERN].transitions} if EXTERN in actions else set(actions)
    for name, action in actions.items():
        if name != EXTERN and name not in _reachable(actions, entries):
            raise ConfigurationError(f"action '{name}' cannot be reached from {EXTERN}")
        if name != EXTERN and EXTERN not in _reachable(actions, {name}):
            raise ConfigurationError(f"action '{action.name}' never leads back to {EXTERN}")


def _check_transition(
    actions: Mapping[str, KeyframeMotion], action: KeyframeMotion, transition: Transition
) -> None:
    for name in (transition.selected, transition.motion):
        if name not in (*actions, ANY, EXTERN):
            hint = did_you_mean(name, [*actions, EXTERN])
            raise ConfigurationError(f"action '{action.name}' names unknown action '{name}'.{hint}")
    target = actions.get(transition.motion)
    labels = [label.name for label in target.labels] if target else []
    if target is not None and target.name != EXTERN and transition.label not in labels:
        hint = did_you_mean(transition.label, labels)
        label = f"'{transition.label}' of '{target.name}'"
        raise ConfigurationError(f"action '{action.name}' jumps to unknown label {label}.{hint}")


def _reachable(actions: Mapping[str, KeyframeMotion], begin: set[str]) -> set[str]:
    found, waiting = set(begin), list(begin)
    while waiting:
        action = actions.get(waiting.pop())
        for transition in action.transitions if action else ():
            if transition.motion not in found:
                found.add(transition.motion)
                if transition.motion != EXTERN:
                    waiting.append(transition.motion)
    return found


@dataclass(slots=True, kw_only=True)
class _Stiffness:
    values: Vec
    duration: float


@dataclass(slots=True)
class _Parser:
    """Parser that collects the statements of one file."""

    path: Path
    default_stiffness: float
    name: str = ""
    frames: list[Keyframe] = field(default_factory=list)
    labels: dict[str, Label] = field(default_factory=dict)
    transitions: list[Transition] = field(default_factory=list)
    jumps: list[tuple[str, int]] = field(
        default_factory=list
    )  # labels of this action that are jumped to, with lines
    stiffness: _Stiffness | None = None  # for the next line of angles

    def statement(self, words: list[str], line: int) -> None:
        word = words[0]
        if word.startswith("motion_id"):
            self._name("".join(words), line)
        elif word == "label":
            self._label(words, line)
        elif word == "transition":
            self._transition(words, line)
        elif word == "stiffness":
            self._stiffness(words[1:], line)
        elif word in "*-" or word.lstrip("+-.")[:1].isdigit():
            self._angles(words, line)
        else:
            raise self._error(f"unknown statement '{word}'.{did_you_mean(word, STATEMENTS)}", line)

    def motion(self) -> KeyframeMotion:
        if not self.name:
            raise self._error("'motion_id = …' is missing", 1)
        for label, line in self.jumps:
            if label not in self.labels:
                hint = did_you_mean(label, self.labels)
                raise self._error(f"unknown label '{label}'.{hint}", line)
        return KeyframeMotion(
            name=self.name,
            frames=tuple(self.frames),
            stiffness=uniform(self.default_stiffness),
            transitions=tuple(self.transitions),
            labels=tuple(self.labels.values()),
        )

    def _name(self, statement: str, line: int) -> None:
        _, equals, name = statement.partition("=")
        if not equals or not name:
            raise self._error("write 'motion_id = <name>'", line)
        if self.name:
            raise self._error(f"the action already has the name '{self.name}'", line)
        self.name = name

    def _label(self, words: list[str], line: int) -> None:
        if len(words) != 2:
            raise self._error("write 'label <name>'", line)
        if words[1] in self.labels:
            raise self._error(f"label '{words[1]}' is defined twice", line)
        frame, count = len(self.frames), len(self.transitions)
        self.labels[words[1]] = Label(name=words[1], frame=frame, transition=count)

    def _transition(self, words: list[str], line: int) -> None:
        if len(words) != 4:
            raise self._error("write 'transition <selected> <action> <label>'", line)
        _, selected, motion, label = words
        if motion == self.name:
            self.jumps.append((label, line))
        self.transitions.append(
            Transition(position=len(self.frames), selected=selected, motion=motion, label=label)
        )

    def _stiffness(self, words: list[str], line: int) -> None:
        self._demand_count(words, 1, line)
        values = uniform(math.nan)
        for joint, word in zip(COLUMNS, words, strict=False):
            if joint is not IGNORED:
                value = self.default_stiffness
                if word != "*":
                    value = self._number(word, line) / 100.0
                if not 0.0 <= value <= 1.0:
                    raise self._error(f"stiffness is {word}, expected 0 … 100", line)
                values[joint] = value
        duration = self._number(words[-1], line) / 1000.0
        self.stiffness = _Stiffness(values=values, duration=duration)

    def _angles(self, words: list[str], line: int) -> None:
        self._demand_count(words, 2, line)
        angles, off = uniform(math.nan), []
        for joint, word in zip(COLUMNS, words, strict=False):
            if joint is IGNORED or word == "*":
                continue
            if word == "-":
                off.append(joint)
            else:
                value = self._number(word, line)
                angles[joint] = value if joint in HANDS else math.radians(value)
        if words[-2] not in ("0", "1"):
            raise self._error(f"interpolation is '{words[-2]}', expected 0 or 1", line)
        duration = self._number(words[-1], line) / 1000.0
        if duration <= 0.0:
            raise self._error(f"duration is {words[-1]} ms, expected more than 0 ms", line)
        pending = self.stiffness
        self.frames.append(
            Keyframe(
                angles=angles,
                duration=duration,
                interpolated=words[-2] == "1",
                off=tuple(off),
                stiffness=pending.values if pending else None,
                stiffness_duration=pending.duration if pending else 0.0,
            )
        )
        self.stiffness = None

    def _demand_count(self, words: list[str], extra: int, line: int) -> None:
        expected = len(COLUMNS) + extra
        if len(words) != expected:
            raise self._error(f"{len(words)} values, expected {expected}", line)

    def _number(self, word: str, line: int) -> float:
        try:
            value = float(word)
        except ValueError:
            raise self._error(f"'{word}' is not a number", line) from None
        if not np.isfinite(value):
            raise self._error(f"'{word}' is not finite", line)
        return value

    def _error(self, message: str, line: int) -> ConfigurationError:
        return ConfigurationError(message, file=self.path, line=line)
