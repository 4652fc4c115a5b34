"""The player of a motion net: from the requested motion to the motor data of each frame.

The running motion is left at its end only; then the transition for the requested motion says what
to run next, until the requested motion is reached. A requested motion that has ended holds its last
angles until another one is requested. Only `enter` interrupts a motion.
"""

from collections.abc import Container, Mapping
from dataclasses import dataclass, field

import numpy as np

from kickabout.geometry import Vec
from kickabout.motion.motion_net.motion_function import (
    FunctionInputs,
    Generator,
    MotionFunction,
    MotorFrame,
)
from kickabout.motion.motion_net.motion_tables import Frames, Goto, Instruction, MotionTables
from kickabout.motion.motion_net.motion_text import Call
from kickabout.representations import WalkRequest

MAX_STEPS = 64  # instructions and transitions in a frame without one; more mean an endless loop


@dataclass(frozen=True, slots=True, kw_only=True)
class NetRequest:
    """What is requested of the net: a motion, and parameters for functions."""

    motion: str
    walk: WalkRequest = WalkRequest()


@dataclass(slots=True)
class _Progress:
    """Where in its program the running motion is."""

    index: int = 0
    frame: int = 0  # of the current line
    start: Vec = field(default_factory=lambda: np.zeros(0))  # angles before the current line
    generator: Generator | None = None


class NetPlayer:
    """Plays a net; call `advance` once in each frame with the angles commanded last."""

    def __init__(
        self, tables: MotionTables, functions: Mapping[str, MotionFunction], first: str
    ) -> None:
        self.tables = tables
        self.functions = functions
        self.motion = tables.index(first)
        self.progress = _Progress()
        self.finished = False  # the requested motion has ended
        self.held: MotorFrame | None = None  # the last frame of the running motion

    @property
    def playing(self) -> str:
        return self.tables.names[self.motion]

    def enter(self, name: str) -> None:
        """Begin a motion at once, whatever is running."""
        self._begin(self.tables.index(name), 0)

    def replace(self, tables: MotionTables, changed: Container[str], first: str) -> None:
        """Run other tables; if the running motion has changed, it begins again.

        If it is gone, `first` begins.
        """
        name = self.playing
        self.tables = tables
        if name in changed or name not in tables.names:
            self.enter(name if name in tables.names else first)
        else:
            self.motion = tables.index(name)

    def advance(self, request: NetRequest, angles: Vec, dt: float) -> MotorFrame:
        """Return the next frame."""
        requested = self.tables.index(request.motion)
        for _ in range(MAX_STEPS):
            program = self.tables.programs[self.motion]
            if self.progress.index >= len(program):
                if not self._leave(requested):
                    return self._ended(angles)
                continue
            given = FunctionInputs(
                walk=request.walk, leaving=requested != self.motion, angles=angles, dt=dt
            )
            frame = self._run(program[self.progress.index], given)
            if frame is not None:
                self.finished, self.held = False, frame
                return frame
        raise RuntimeError(f"motion '{self.playing}' runs in circles without a frame")

    def _begin(self, motion: int, index: int) -> None:
        self.motion, self.progress, self.finished = motion, _Progress(index=index), False

    def _leave(self, requested: int) -> bool:
        """Take the transition to the requested motion, if there is one."""
        following = int(self.tables.next_motion[self.motion, requested])
        if following < 0:
            return False
        self._begin(following, int(self.tables.next_index[self.motion, requested]))
        return True

    def _ended(self, angles: Vec) -> MotorFrame:
        self.finished = True
        return self.held or MotorFrame(angles=np.full(len(angles), np.nan))

    def _run(self, instruction: Instruction, given: FunctionInputs) -> MotorFrame | None:
        if isinstance(instruction, Frames):
            return self._line(instruction, given.angles)
        if isinstance(instruction, Goto):
            self.progress.index = self.progress.index + 1 if given.leaving else instruction.index
            return None
        return self._call(instruction, given)

    def _line(self, line: Frames, angles: Vec) -> MotorFrame:
        progress = self.progress
        if progress.frame == 0:
            progress.start = angles
        progress.frame += 1
        found = line.angles
        if line.interpolates and progress.frame < line.count:
            done = progress.frame / line.count
            found = progress.start + done * (line.angles - progress.start)
        if progress.frame >= line.count:
            progress.index, progress.frame = progress.index + 1, 0
        return MotorFrame(angles=found)

    def _call(self, call: Call, given: FunctionInputs) -> MotorFrame | None:
        progress = self.progress
        if progress.generator is None:
            progress.generator = self.functions[call.function](*call.arguments)
        frame = progress.generator.advance(given)
        if frame is None:
            progress.index, progress.generator = progress.index + 1, None
        return frame
