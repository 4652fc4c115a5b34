"""The supervisor: starts the robot's program, and brings the robot to rest after its end."""

import enum
import signal
import subprocess
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from kickabout.body.interface import Body
from kickabout.body.resting import bring_to_rest
from kickabout.framework import KickaboutError, clock
from kickabout.representations.body import Rgb

STOP_WITHIN = 10.0  # s for the program to end after a request; then it is killed
CHECK_INTERVAL = 0.1  # s
INTERRUPTED = 128 + signal.SIGINT  # exit code of a program that ended by Ctrl-C


class Ending(enum.Enum):
    """How the program ended, and the eye color that shows it."""

    NORMAL = (0.0, 0.0, 1.0)
    CRASH = (1.0, 0.0, 0.0)

    @property
    def eye_color(self) -> Rgb:
        return self.value


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """The final state of program and robot."""

    code: int  # exit code; negative: the signal that killed it
    ending: Ending
    at_rest: bool  # the robot sits or lies, limp


class Supervisor:
    """Runs the robot's program and brings the robot to rest afterwards.

    While the program runs, only it uses the body. When it has ended, the supervisor connects, sits
    the robot down if it stands, switches the joints off and shows the ending with the eye color.
    """

    def __init__(self, command: Sequence[str], connect: Callable[[], Body]) -> None:
        self.command = tuple(command)
        self.connect = connect
        self._stopping = threading.Event()

    def run(self) -> Outcome:
        """Start the program, wait for its end, and bring the robot to rest."""
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
        return Outcome(code=code, ending=ending, at_rest=self._bring_to_rest(ending))

    def stop(self) -> None:
        """Request the end of the program; may be called from a signal handler."""
        self._stopping.set()

    def _code_of(self, program: "subprocess.Popen[bytes]") -> int:
        requested_at: float | None = None
        while True:
            try:
                return program.wait(CHECK_INTERVAL)
            except subprocess.TimeoutExpired:
                now = clock.monotonic()
            if requested_at is None and self._stopping.is_set():
                program.terminate()
                requested_at = now
            elif requested_at is not None and now - requested_at > STOP_WITHIN:
                program.kill()

    def _ending(self, code: int) -> Ending:
        requested = self._stopping.is_set() and code in (
            INTERRUPTED,
            -signal.SIGINT,
            -signal.SIGTERM,
        )
        return Ending.NORMAL if code == 0 or requested else Ending.CRASH

    def _bring_to_rest(self, ending: Ending) -> bool:
        body = self.connect()
        try:
            return bring_to_rest(body, ending.eye_color)
        finally:
            body.close()
