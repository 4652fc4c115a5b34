"""Series: a number of a robot over time, read from a recording, with its gaps."""

import math
from dataclasses import dataclass

import numpy as np

from kickabout.framework.paths import PathError, Step, parse_path, value_at
from kickabout.geometry import FloatArray
from kickabout.recording import Recording
from kickabout.recording.format.codec import decoded
from kickabout.recording.format.messages import CycleInfo
from kickabout.recording.format.reader import Recorded
from kickabout.studio.sources.source import StudioError

GAP = math.nan  # interrupts a curve


@dataclass(frozen=True, slots=True, kw_only=True)
class Series:
    """Points of a curve in order of time."""

    times: list[float]  # s
    values: list[float]  # NaN interrupts the curve


def recorded_series(
    recording: Recording, topic: str, path: str, *, start: float, end: float
) -> Series:
    """Return the numbers at a path such as `BallModel.position_in_robot.x` from start to end.

    A topic that is recorded every cycle has a point in each cycle, even if its value did not
    change and was therefore not written again; other topics have a point for each message.
    """
    frames = f"{topic.rpartition('/')[0]}/FrameInfo"  # of the thread
    if frames not in recording.topics:
        raise StudioError(f"the recording lacks {frames}, which holds the times of {topic}")
    read = list(recording.messages((frames, topic), start=start, end=end))
    cycles, breaks = _cycles([message for message in read if message.topic == frames])
    messages = [message for message in read if message.topic == topic]
    times = np.array([message.time for message in messages])
    if recording.topic(topic).rate == "every cycle":
        first = recording.message_at(topic, start)
        known = [first, *messages] if first is not None else messages
        numbers = np.array([GAP] * (first is None) + _numbers(recording, known, path))
        values = numbers[np.searchsorted(times, cycles, side="right")]
        times = cycles
    else:
        values = np.array(_numbers(recording, messages, path))
    return _interrupted(times, values, breaks)


def _cycles(frames: list[Recorded]) -> tuple[FloatArray, FloatArray]:
    """Return times of the cycles of a thread, and of those before which cycles are missing."""
    infos: list[CycleInfo] = [decoded(frame.data, CycleInfo) for frame in frames]
    breaks = [
        frame.time
        for frame, before, info in zip(frames[1:], infos, infos[1:], strict=False)
        if info.cycle != before.cycle + 1
    ]
    return np.array([frame.time for frame in frames]), np.array(breaks)


def _numbers(recording: Recording, messages: list[Recorded], path: str) -> list[float]:
    """Return the number at a path of each message, NaN if there is none; fail if all lack it."""
    _, steps = parse_path(path)
    numbers: list[float] = []
    problem: StudioError | None = None
    for message in messages:
        try:
            numbers.append(_number(recording.typed(message), steps, path))
        except (PathError, StudioError) as error:  # such as an element that does not always exist
            numbers.append(GAP)
            problem = StudioError(str(error))
    if problem is not None and all(math.isnan(number) for number in numbers):
        raise problem
    return numbers


def _number(root: object, steps: tuple[Step, ...], path: str) -> float:
    value = value_at(root, steps)
    if not isinstance(value, bool | int | float | np.number | np.bool_):
        raise StudioError(f"{path} is not a number but a {type(value).__name__}")
    return float(value)


def _interrupted(times: FloatArray, values: FloatArray, breaks: FloatArray) -> Series:
    """Return a series with a gap between points if a cycle is missing between them."""
    after = np.searchsorted(breaks, times, side="right")
    gaps = np.flatnonzero(np.diff(after)) + 1
    return Series(
        times=np.insert(times, gaps, times[gaps]).tolist(),
        values=np.insert(values, gaps, GAP).tolist(),
    )
