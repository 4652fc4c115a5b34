"""Foot bumpers: from four switches to feet that hit something."""

import math
from collections import deque
from dataclasses import dataclass, replace
from typing import Literal, get_args

from kickabout.framework import FrameInfo, Module, param
from kickabout.representations import BodyModel, FootBumperState, SensorFrame

Switch = Literal["left_bumper_left", "left_bumper_right", "right_bumper_left", "right_bumper_right"]
SWITCHES: tuple[str, ...] = get_args(Switch)
INNER = (1, 2)  # left foot's right switch, right foot's left switch


@dataclass(frozen=True, slots=True, kw_only=True)
class FootBumperReaderParameters:
    broken_switches: tuple[Switch, ...] = param(
        (), doc="switches of this robot known to be damaged"
    )
    memory: float = param(1.0, unit="s", low=0.1, doc="time over which contacts are counted")
    contacts: int = param(
        5, low=1, doc="minimum pressed frames of a foot within the memory for an obstacle"
    )
    switches: int = param(
        2, low=1, high=4, doc="minimum number of the four switches pressed within the memory"
    )
    malfunction_after: float = param(
        3.0, unit="s", low=0.1, doc="time of being pressed after which a switch counts as broken"
    )
    feet_apart: float = param(
        0.09, unit="m", low=0.0, doc="distance of the feet below which inner switches are ignored"
    )


class FootBumperReader(Module[FootBumperReaderParameters]):
    """Detects obstacles by pressed switches; after B-Human 2019, section 7.6.1.

    Broken switches are ignored, inner ones while the feet are close together. A single switch is
    not enough.
    """

    def __init__(self, parameters: FootBumperReaderParameters) -> None:
        super().__init__(parameters)
        self.pressed: tuple[deque[float], ...] = tuple(deque() for _ in range(4))
        self.held_since: list[float | None] = [None] * 4
        self.last_contact_at = [-1e9, -1e9]
        self.parameters_changed()

    def parameters_changed(self) -> None:
        self.damaged = [name in self.parameters.broken_switches for name in SWITCHES]
        self.working = not any(self.damaged[:2]), not any(self.damaged[2:])
        self.state = FootBumperState(working=self.working)

    def update(self, frame: FrameInfo, sensors: SensorFrame, body: BodyModel) -> FootBumperState:
        now, parameters = frame.time, self.parameters
        switches = [sensors.buttons.get(name, False) for name in SWITCHES]
        if not (any(switches) or any(self.pressed) or any(self.state.contact)):
            self.held_since = [None] * 4
            if self.state.working != self.working:
                self.state = replace(self.state, working=self.working)
            return self.state
        close = self._feet_close(body)
        broken = [self._broken(i, switches[i], now) for i in range(4)]
        for i, times in enumerate(self.pressed):
            ignored = broken[i] or (close and i in INNER)
            if switches[i] and sensors.connected and not ignored:
                times.append(now)
            while times and (broken[i] or times[0] < now - parameters.memory):
                times.popleft()
        several = sum(bool(times) for times in self.pressed) >= parameters.switches
        contact = [several and self._count(foot) >= parameters.contacts for foot in (0, 1)]
        for foot in (0, 1):
            if contact[foot]:
                self.last_contact_at[foot] = now
        self.state = FootBumperState(
            contact=(contact[0], contact[1]),
            last_contact_at=(self.last_contact_at[0], self.last_contact_at[1]),
            working=(not any(broken[:2]), not any(broken[2:])),
        )
        return self.state

    def _count(self, foot: int) -> int:
        return len(self.pressed[2 * foot]) + len(self.pressed[2 * foot + 1])

    def _broken(self, switch: int, pressed: bool, now: float) -> bool:
        if self.damaged[switch]:
            return True
        if not pressed:
            self.held_since[switch] = None
            return False
        since = self.held_since[switch]
        if since is None:
            self.held_since[switch] = since = now
        return now - since > self.parameters.malfunction_after

    def _feet_close(self, body: BodyModel) -> bool:
        left, right = body.left_sole_to_torso, body.right_sole_to_torso
        x, y, _ = (left.translation - right.translation).tolist()
        return math.hypot(x, y) < self.parameters.feet_apart
