"""Overview: the extremes of a number over a whole recording, for as many points as are drawn."""

import math
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from kickabout.framework import KickaboutError
from kickabout.geometry import FloatArray
from kickabout.recording import Recording
from kickabout.recording.format.codec import decoded
from kickabout.recording.format.messages import CycleInfo
from kickabout.recording.format.reader import Recorded
from kickabout.studio.pages.chunk_scan import ChunkScan
from kickabout.studio.pages.plain_numbers import number_reader
from kickabout.studio.sources.source import StudioError

EVERY_CYCLE = "every cycle"


@dataclass(slots=True)
class Stretch:
    """The numbers of one chunk, and its cycles where these tell of gaps."""

    times: FloatArray  # s
    values: FloatArray  # NaN where there is none
    breaks: list[float] = field(default_factory=list)  # s, before which cycles are missing
    first: CycleInfo | None = None
    last: CycleInfo | None = None
    begin: float = 0.0  # s, of the first cycle
    end: float = 0.0  # s, of the last cycle


class Overview:
    """One curve over a whole recording; a topic that lacks a cycle's message kept its value."""

    def __init__(self, recording: Recording, topic: str, path: str) -> None:
        self._frames = f"{topic.rpartition('/')[0]}/FrameInfo"
        self._topic = topic
        self._read = number_reader(recording, topic, path)
        self._holds = recording.topic(topic).rate == EVERY_CYCLE
        self._problem = ""
        self._has_numbers = False
        if self._frames not in recording.topics:
            raise StudioError(
                f"the recording lacks {self._frames}, which holds the times of {topic}"
            )
        self.scan = ChunkScan(recording, (self._frames, topic), self._stretch)

    def _stretch(self, messages: list[Recorded]) -> Stretch:
        own = [message for message in messages if message.topic == self._topic]
        frames = [message for message in messages if message.topic == self._frames]
        infos = [decoded(frame.data, CycleInfo) for frame in frames]
        pairs = zip(frames[1:], infos, infos[1:], strict=False)
        return Stretch(
            times=np.array([message.time for message in own]),
            values=np.array([self._number(message) for message in own]),
            breaks=[f.time for f, before, info in pairs if info.cycle != before.cycle + 1],
            first=infos[0] if infos else None,
            last=infos[-1] if infos else None,
            begin=frames[0].time if frames else 0.0,
            end=frames[-1].time if frames else 0.0,
        )

    def _number(self, message: Recorded) -> float:
        try:
            number = self._read(message)
        except KickaboutError as error:  # such as an element that is there only at times
            self._problem = str(error)
            return math.nan
        self._has_numbers = True
        return number

    def answer(self, *, start: float, end: float, points: int) -> dict[str, Any]:
        """Return what was read so far, reduced to extremes; or why there is nothing."""
        if self._problem and not self._has_numbers:
            return {"problem": self._problem}
        times, values = self._joined()
        keep = slice(
            max(0, int(np.searchsorted(times, start)) - 1), int(np.searchsorted(times, end)) + 1
        )
        times, values = reduced(times[keep], values[keep], points)
        return {
            "times": times.tolist(),
            "values": values.tolist(),
            "steps": self._holds,
            "fraction": self.scan.fraction,
        }

    def _joined(self) -> tuple[FloatArray, FloatArray]:
        times: list[FloatArray] = []
        values: list[FloatArray] = []
        before: Stretch | None = None
        newest = math.nan
        for follows, piece in self.scan.pieces():
            breaks = list(piece.breaks)
            if follows and before is not None and _is_gap(before, piece):
                breaks.insert(0, piece.begin)
            piece_times, piece_values = _interrupted(piece, breaks, newest, holds=self._holds)
            times.append(piece_times)
            values.append(piece_values)
            known = piece.values[np.isfinite(piece.values)]
            newest = float(known[-1]) if len(known) else newest
            before = piece
        if before is not None and self._holds and before.end:
            times.append(np.array([before.end]))
            values.append(np.array([newest]))
        empty = np.empty(0)
        return np.concatenate([empty, *times]), np.concatenate([empty, *values])


def _is_gap(before: Stretch, piece: Stretch) -> bool:
    if before.last is None or piece.first is None:
        return False
    return piece.first.cycle != before.last.cycle + 1


def _interrupted(
    piece: Stretch, breaks: list[float], newest: float, *, holds: bool
) -> tuple[FloatArray, FloatArray]:
    """Put a gap before each break; a value that is held goes on after it."""
    times, values = piece.times, piece.values
    for at in breaks:
        place = int(np.searchsorted(times, at))
        held = float(values[place - 1]) if place else newest
        goes_on = holds and not (place < len(times) and times[place] == at)
        more = [at, at] if goes_on else [at]
        times = np.insert(times, place, more)
        values = np.insert(values, place, [math.nan, held] if goes_on else [math.nan])
    return times, values


def reduced(times: FloatArray, values: FloatArray, points: int) -> tuple[FloatArray, FloatArray]:
    """Return the least and greatest value of each of some stretches, with gaps between them."""
    if len(times) <= points:
        return times, values
    stretches = max(1, points // 3)
    edges = np.linspace(times[0], times[-1], stretches + 1)
    at = np.clip(np.searchsorted(edges, times, side="right") - 1, 0, stretches - 1)
    starts = np.flatnonzero(np.diff(at, prepend=-1))
    kept: list[int] = []
    for start, end in zip(starts, [*starts[1:], len(times)], strict=True):
        part = values[start:end]
        if np.isnan(part).all():
            kept.append(int(start))
            continue
        gap = np.flatnonzero(np.isnan(part))
        found = {int(np.nanargmin(part)), int(np.nanargmax(part)), *gap[:1].tolist()}
        kept.extend(int(start) + place for place in sorted(found))
    return times[kept], values[kept]
