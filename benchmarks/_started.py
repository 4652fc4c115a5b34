"""A command that opens the studio, started as a user starts it: in a process of its own."""

import os
import signal
import subprocess
import threading
from collections.abc import Mapping, Sequence
from itertools import pairwise
from pathlib import Path

from kickabout.framework import ConfigurationError, clock

ADDRESS = "the studio is at "
PATIENCE = 900.0  # s, the longest wait for anything
POLL = 0.02  # s


class Started:
    """A running command: its output with times, the studio's address, and its end by Ctrl+C."""

    def __init__(
        self, command: Sequence[str], folder: Path, environment: Mapping[str, str]
    ) -> None:
        self.begin = clock.monotonic()
        self.lines: list[tuple[float, str]] = []  # s since the start, text
        self._process = subprocess.Popen(
            command,
            cwd=folder,
            env=dict(environment),
            text=True,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            start_new_session=True,  # so that Ctrl+C reaches make and what it started
        )
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    @property
    def elapsed(self) -> float:
        return clock.monotonic() - self.begin

    def _read(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            self.lines.append((self.elapsed, line.rstrip()))

    def address(self) -> str:
        """Wait for the studio and return its address."""
        never = threading.Event()
        while self.elapsed < PATIENCE:
            for _, line in list(self.lines):
                if ADDRESS in line:
                    return line.partition(ADDRESS)[2].split()[0]
            if self._process.poll() is not None:
                break
            clock.wait(POLL, never)
        last = self.lines[-1][1] if self.lines else "no output"
        raise ConfigurationError(f"the studio was not opened: {last}")

    def longest_silence(self, until: float) -> float:
        """Return the longest time without a new line, from the start to a time."""
        times = [0.0, *(time for time, _ in self.lines if time < until), until]
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
