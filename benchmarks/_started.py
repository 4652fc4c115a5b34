"""A command that opens the studio, started as a user starts it: in a process of its own."""

import os
import pty
import re
import signal
import subprocess
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path

from kickabout.framework import ConfigurationError, clock

ADDRESS = re.compile(rb"the studio is at (\S+) \(")
CONTROL = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")  # colors and movements of a terminal's cursor
COLUMNS = "200"  # of the terminal, so that no line is wrapped
PATIENCE = 900.0  # s, the longest wait for anything
POLL = 0.02  # s


@contextmanager
def _interruptible() -> Iterator[None]:
    """Let what is started be ended by Ctrl+C, also from a bench that runs in the background."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


class Started:
    """A running command: its output with times, the studio's address, and its end by Ctrl+C.

    With `terminal` it prints into a terminal, where it shows progress as a bar.
    """

    def __init__(
        self,
        command: Sequence[str],
        folder: Path,
        environment: Mapping[str, str],
        *,
        terminal: bool = False,
    ) -> None:
        self.begin = clock.monotonic()
        self.output = b""
        self.times: list[float] = []  # s since the start, at which something was printed
        self._end, other = pty.openpty() if terminal else os.pipe()
        shown = {"TERM": "xterm-256color", "COLUMNS": COLUMNS} if terminal else {}
        with _interruptible():
            self._process = subprocess.Popen(
                command,
                cwd=folder,
                env={**environment, **shown},
                stdin=subprocess.DEVNULL,
                stdout=other,
                stderr=other,
                start_new_session=True,  # so that Ctrl+C reaches make and what it started
            )
        os.close(other)
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    @property
    def elapsed(self) -> float:
        return clock.monotonic() - self.begin

    def _read(self) -> None:
        while content := self._content():
            self.output += content
            self.times.append(self.elapsed)
        os.close(self._end)

    def _content(self) -> bytes:
        """Return what was printed since; nothing if all who could print have ended."""
        try:
            return os.read(self._end, 65536)
        except OSError:  # how a terminal without programs answers
            return b""

    def address(self) -> str:
        """Wait for the studio and return its address."""
        never = threading.Event()
        while self.elapsed < PATIENCE:
            if found := ADDRESS.search(self.output):
                return found[1].decode()
            if not self._reader.is_alive():
                self._process.wait()
                break
            clock.wait(POLL, never)
        printed = CONTROL.sub("", self.output.decode(errors="replace")).strip()
        last = printed.splitlines()[-1] if printed else "no output"
        raise ConfigurationError(f"the studio was not opened: {last}")

    def longest_silence(self, until: float) -> float:
        """Return the longest time without output, from the start to a time."""
        times = [0.0, *(time for time in self.times if time < until), until]
        return max(two - one for one, two in pairwise(times))

    def interrupt(self) -> float:
        """Press Ctrl+C and return the time until the command ended."""
        begin = clock.monotonic()
        if self._process.poll() is None:
            os.killpg(self._process.pid, signal.SIGINT)
        try:
            self._process.wait(60.0)
        except subprocess.TimeoutExpired:
            os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()
        taken = clock.monotonic() - begin
        self._reader.join()
        return taken
