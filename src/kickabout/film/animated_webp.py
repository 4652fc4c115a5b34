"""Animated WebP, written as pictures arrive: Pillow's encoder alone wants all of them in memory.

Some pictures at a time are encoded together, so that most of them hold only what changes; their
frames are then copied into one file. The layout is that of the WebP container: RIFF chunks VP8X
(size and flags), ANIM (background and loops) and one ANMF for each frame.
"""

import io
import struct
from collections.abc import Iterator
from pathlib import Path

from PIL import Image

from kickabout.pictures.codec import Pixels

TOGETHER = 24  # pictures
# No key frames between those that begin each encoding; effort between 0 (fast) and 6 (small).
OPTIONS = {"kmin": 0, "kmax": 0, "method": 4}
ANIMATED, WITH_ALPHA = 0x02, 0x10  # flags of VP8X
HEAD = 12  # bytes: "RIFF", size, "WEBP"


class AnimatedWebp:
    """A WebP file to which pictures are added; it loops forever."""

    def __init__(self, path: Path, size: tuple[int, int], *, rate: float, quality: int) -> None:
        self.path = path
        self.quality = quality
        self.duration = max(1, round(1000.0 / rate))  # ms
        self._waiting: list[Pixels] = []
        path.write_bytes(_head(0) + _canvas_chunk(size) + _chunk(b"ANIM", struct.pack("<IH", 0, 0)))

    def add(self, picture: Pixels) -> None:
        self._waiting.append(picture)
        if len(self._waiting) == TOGETHER:
            self._encode()

    def finish(self) -> None:
        """Write the remaining pictures and the file's size."""
        self._encode()
        size = self.path.stat().st_size
        with self.path.open("r+b") as file:
            file.write(_head(size - 8))

    def _encode(self) -> None:
        if not self._waiting:
            return
        content = list(_chunks(self._animation()))
        frames = [body for name, body in content if name == b"ANMF"]
        with self.path.open("ab") as file:
            for frame in frames or [self._still(content)]:
                file.write(_chunk(b"ANMF", frame))
        self._waiting = []

    def _animation(self) -> bytes:
        """Return the waiting pictures as a file."""
        first, *others = [Image.fromarray(picture) for picture in self._waiting]
        buffer = io.BytesIO()
        first.save(
            buffer,
            "WEBP",
            save_all=True,
            append_images=others,
            duration=self.duration,
            quality=self.quality,
            **OPTIONS,
        )
        return buffer.getvalue()

    def _still(self, content: list[tuple[bytes, bytes]]) -> bytes:
        """Return a frame over the whole canvas: equal pictures are encoded as a still picture."""
        height, width = self._waiting[0].shape[:2]
        duration = self.duration * len(self._waiting)
        numbers = (0, 0, width - 1, height - 1, duration)
        packed = b"".join(number.to_bytes(3, "little") for number in numbers)
        images = [_chunk(name, body) for name, body in content if name in (b"VP8 ", b"VP8L")]
        return packed + b"\x02" + b"".join(images)


def _head(size: int) -> bytes:
    return b"RIFF" + struct.pack("<I", size) + b"WEBP"


def _canvas_chunk(size: tuple[int, int]) -> bytes:
    sides = b"".join((side - 1).to_bytes(3, "little") for side in size)
    return _chunk(b"VP8X", struct.pack("<I", ANIMATED | WITH_ALPHA) + sides)


def _chunk(name: bytes, body: bytes) -> bytes:
    return name + struct.pack("<I", len(body)) + body + b"\0" * (len(body) % 2)


def _chunks(data: bytes) -> Iterator[tuple[bytes, bytes]]:
    """Yield names and contents of the chunks of a file."""
    place = HEAD
    while place + 8 <= len(data):
        name, length = struct.unpack_from("<4sI", data, place)
        yield name, data[place + 8 : place + 8 + length]
        place += 8 + length + length % 2
