"""Transport of a recording: time passes at any speed, and jumps in both directions."""

import threading
from collections.abc import Mapping
from functools import partial
from typing import Any

from kickabout.framework import clock
from kickabout.recording import Condition, Recording
from kickabout.recording.playback import Playback

FRAME = 0.04  # s, a step: the usual period of ground truth in recordings
FASTEST = 4.0  # times real time, if the speed is to be unlimited


class RecordedTransport:
    """The time of a recording that is shown; it moves while the recording plays."""

    def __init__(
        self, recording: Recording, names: Mapping[str, str], lock: threading.RLock
    ) -> None:
        self.speed = 1.0
        self.is_running = False
        self.loops = False  # whether the recording starts again at its end
        self._recording = recording
        self._names = names  # of robots in the recording, by the name that is shown
        self._lock = lock
        self._time = recording.start
        self._moved_at = clock.monotonic()

    @property
    def time(self) -> float:
        with self._lock:
            now = clock.monotonic()
            if self.is_running:
                self._move((now - self._moved_at) * self.speed)
            self._moved_at = now
            return self._time

    def _move(self, seconds: float) -> None:
        self._time += seconds
        start, end = self._recording.start, self._recording.end
        if self._time >= end and self.loops and end > start:
            self._time = start + (self._time - start) % (end - start)
        elif self._time >= end:
            self._time, self.is_running = end, False

    def play(self) -> None:
        with self._lock:
            if self.time >= self._recording.end - 1e-6:
                self._time = self._recording.start
            self.is_running, self._moved_at = True, clock.monotonic()

    def pause(self) -> None:
        with self._lock:
            self._time, self.is_running = self.time, False

    def step(self, frames: int) -> None:
        self.pause()
        self.go_to(self.time + frames * FRAME)

    def change_speed(self, factor: float | None) -> None:
        with self._lock:
            self._time, self.speed = self.time, factor or FASTEST

    def go_to(self, time: float) -> None:
        with self._lock:
            self._time = min(max(time, self._recording.start), self._recording.end)
            self._moved_at = clock.monotonic()

    def find(self, robot: str, condition: str, *, forward: bool) -> float | None:
        wanted = Condition(condition)
        with self._lock:
            found = self._found(robot, wanted, self.time, forward=forward)
            if found is not None:
                self.is_running = False
                self.go_to(found)
        return found

    def _found(self, robot: str, wanted: Condition, now: float, *, forward: bool) -> float | None:
        playback = Playback(self._recording, self._names[robot])
        if forward:
            playback.seek(now)
        held, found = True, None
        while (cycle := playback.next()) is not None:
            if not forward and cycle.info.time >= now - 1e-6:
                break
            holds = wanted.holds(partial(_on_board, playback))
            if holds and not held:
                found = cycle.info.time
                if forward:
                    break
            held = holds
        return found


def _on_board(playback: Playback, kind: type) -> Any:
    for values in playback.threads.values():
        if kind in values:
            return values[kind]
    return None
