"""The supervisor: starts the robot's program and looks after the body when it has ended."""

import enum
import signal
import subprocess
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from kickabout.body.interface import Body
from kickabout.body.resting import lay_to_rest
from kickabout.framework import KickaboutError, clock
from kickabout.representations.body import Rgb

STOP_WITHIN = 10.0  # s for the program to end when asked, then it is killed
LOOK_EVERY = 0.1  # s
INTERRUPTED = 128 + signal.SIGINT  # exit code of a program that ended by Ctrl-C


class Ending(enum.Enum):
    """How the program ended, and the color of the eyes that shows it."""

    NORMAL = (0.0, 0.0, 1.0)
    CRASH = (1.0, 0.0, 0.0)

    @property
    def eyes(self) -> Rgb:
        return self.value


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What became of the program and of the robot."""

    code: int  # exit code; negative: the signal that killed it
    ending: Ending
    at_rest: bool  # the robot sits or lies, limp


class Supervisor:
    """Outlives the robot's program.

    While the program runs, it has the body for itself. When it has ended, the supervisor connects,
    sits the robot down if it stands, switches the joints off and shows in the eyes how it went.
    """

    def __init__(self, command: Sequence[str], connect: Callable[[], Body]) -> None:
        self.command = tuple(command)
        self.connect = connect
        self._stopping = threading.Event()

    def run(self) -> Outcome:
        """Start the program, wait for its end, and lay the robot to rest."""
        try:
            program = subprocess.Popen(self.command)
        except OSError as error:
            raise KickaboutError(f"{self.command[0]} cannot be started: {error.strerror}") from None
        try:
            code = self._code_of(program)
        finally:
            program.kill()
            program.wait()
        ending = self._ending(code)
        return Outcome(code=code, ending=ending, at_rest=self._lay_to_rest(ending))

    def stop(self) -> None:
        """Ask the program to end; may be called from a signal handler."""
        self._stopping.set()

    def _code_of(self, program: "subprocess.Popen[bytes]") -> int:
        asked_at: float | None = None
        while True:
            try:
                return program.wait(LOOK_EVERY)
            except subprocess.TimeoutExpired:
                now = clock.monotonic()
            if asked_at is None and self._stopping.is_set():
                program.terminate()
                asked_at = now
            elif asked_at is not None and now - asked_at > STOP_WITHIN:
                program.kill()

    def _ending(self, code: int) -> Ending:
        asked = self._stopping.is_set() and code in (INTERRUPTED, -signal.SIGINT, -signal.SIGTERM)
        return Ending.NORMAL if code == 0 or asked else Ending.CRASH

    def _lay_to_rest(self, ending: Ending) -> bool:
        body = self.connect()
        try:
            return lay_to_rest(body, ending.eyes)
        finally:
            body.close()
