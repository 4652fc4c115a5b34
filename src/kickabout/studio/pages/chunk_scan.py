"""Chunk scan: a topic of a whole recording, chunk after chunk, at first widely spaced ones."""

from collections.abc import Callable
from typing import Generic, TypeVar

from kickabout.framework import clock
from kickabout.recording import Recording
from kickabout.recording.format.reader import Recorded

T = TypeVar("T")


class ChunkScan(Generic[T]):
    """What was found in each chunk so far; it is continued for some time whenever it is asked."""

    def __init__(
        self, recording: Recording, topics: tuple[str, ...], read: Callable[[list[Recorded]], T]
    ) -> None:
        self.recording = recording
        self.topics = topics
        self._read = read
        self._chunks = recording.chunks_of(topics[0])
        self._order = spread(len(self._chunks))
        self._found: dict[int, T] = {}

    @property
    def is_complete(self) -> bool:
        return len(self._found) == len(self._chunks)

    @property
    def fraction(self) -> float:
        """How much was read."""
        return len(self._found) / max(1, len(self._chunks))

    def advance(self, duration: float) -> None:
        """Read on for some seconds, at least one chunk."""
        end = clock.monotonic() + duration
        while not self.is_complete:
            index = self._order[len(self._found)]
            messages = self.recording.messages_in(self._chunks[index], *self.topics)
            self._found[index] = self._read(messages)
            if clock.monotonic() >= end:
                break

    def pieces(self) -> list[tuple[bool, T]]:
        """Return what was found in order of time; whether each follows the one before it."""
        indices = sorted(self._found)
        return [(index - 1 in self._found, self._found[index]) for index in indices]


def spread(count: int) -> list[int]:
    """Return all indices in an order whose beginnings are evenly spaced."""
    digits = max(1, (count - 1).bit_length())
    reversed_bits = (int(f"{index:0{digits}b}"[::-1], 2) for index in range(1 << digits))
    return [index for index in reversed_bits if index < count]
