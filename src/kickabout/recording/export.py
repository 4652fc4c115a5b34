"""Export of a topic to files of other tools: CSV, Parquet, JSON lines, PNG, WAV."""

import csv
import wave
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import numpy as np

from kickabout.pictures.camera_pictures import rgb_of_yuyv
from kickabout.pictures.codec import Pixels
from kickabout.recording.format.codec import converter
from kickabout.recording.format.columns import columns, frame
from kickabout.recording.format.errors import RecordingError
from kickabout.recording.format.messages import COMPRESSED_IMAGE, pixels_of
from kickabout.recording.format.reader import Recorded, Recording
from kickabout.recording.picture_file import write_picture
from kickabout.recording.replacing import replacing
from kickabout.representations import AudioFrame, CameraImage

Export = Callable[[Recording, str, Path], int]


def exported(recording: Recording, topic: str, target: Path) -> int:
    """Write a topic in the format of the file's ending; return the number of rows or pictures."""
    kinds: dict[str, Export] = {
        ".csv": _csv,
        ".parquet": _parquet,
        ".jsonl": _json_lines,
        ".wav": _wav,
    }
    if target.suffix == ".png":
        return _pictures(recording, topic, target)
    if target.suffix not in kinds:
        known = ", ".join((*kinds, ".png"))
        raise RecordingError(f"cannot export to '{target.suffix}', only to {known}", file=target)
    recording.topic(topic)
    with replacing(target) as unfinished:
        return kinds[target.suffix](recording, topic, unfinished)


def _csv(recording: Recording, topic: str, target: Path) -> int:
    found = columns(recording, topic)
    with target.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(found)
        writer.writerows(zip(*(column.tolist() for column in found.values()), strict=True))
    return len(found["time"])


def _parquet(recording: Recording, topic: str, target: Path) -> int:
    table = frame(recording, topic)
    table.write_parquet(target)
    return int(table.height)


def _json_lines(recording: Recording, topic: str, target: Path) -> int:
    count = 0
    with target.open("wb") as file:
        for message in recording.messages(topic):
            file.write(b'{"time":%r,"value":%b}\n' % (message.time, message.data))
            count += 1
    return count


def _wav(recording: Recording, topic: str, target: Path) -> int:
    if recording.topic(topic).kind != "AudioFrame":
        raise RecordingError(f"topic {topic} holds no sound", file=recording.path)
    frames: list[AudioFrame] = [value for _, value in recording.values(topic)]
    samples = [each.samples for each in frames if each.samples.size]
    if not samples:
        raise RecordingError(f"topic {topic} is silent", file=recording.path)
    joined = np.concatenate(samples, axis=1)
    with wave.open(str(target), "wb") as file:
        file.setnchannels(joined.shape[0])
        file.setsampwidth(2)
        file.setframerate(round(frames[0].rate))
        file.writeframes((np.clip(joined.T, -1.0, 1.0) * 32767.0).astype("<i2").tobytes())
    return int(joined.shape[1])


def _pictures(recording: Recording, topic: str, target: Path) -> int:
    """Write one numbered file per picture."""
    count = 0
    for count, (_, picture) in enumerate(pictures(recording, topic), start=1):
        write_picture(picture, target.with_stem(f"{target.stem}_{count:05d}"))
    return count


def pictures(
    recording: Recording, topic: str, *, at_most: int | None = None
) -> Iterator[tuple[float, Pixels]]:
    """Yield times and pixels (RGB) of a topic with JPEG or raw images; fewer are evenly spread."""
    kind = recording.topic(topic).kind
    if kind not in (COMPRESSED_IMAGE, "CameraImage"):
        raise RecordingError(f"topic {topic} holds no images", file=recording.path)
    for message in _spread(recording.messages(topic), at_most):
        picture = _pixels(message, kind)
        if picture is not None:
            yield message.time, picture


def _pixels(message: Recorded, kind: str) -> Pixels | None:
    if kind == COMPRESSED_IMAGE:
        return pixels_of(message.plain)
    image: CameraImage = converter(CameraImage)(message.plain)
    if not image.width:
        return None
    return rgb_of_yuyv(image.yuyv)


def _spread(messages: Iterator[Recorded], at_most: int | None) -> Iterable[Recorded]:
    """Return all messages, or some that are evenly spread."""
    if at_most is None:
        return messages
    held = list(messages)
    chosen = np.linspace(0, len(held) - 1, min(at_most, len(held))).astype(int)
    return [held[index] for index in chosen]
