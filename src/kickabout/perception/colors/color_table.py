"""Color table: from Y, Cb, Cr to a color class by 64 × 64 × 64 cells, and its file.

A file begins with two lines of text: the kind of file with the version of its format, and the names
of the classes 0, 1, … in order. All bytes that follow are the classes of the cells, one byte each,
compressed by zlib; Cr counts fastest, then Cb, then Y.
"""

import zlib
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

import numpy as np

from kickabout.framework import ConfigurationError
from kickabout.framework.compilation import kernel
from kickabout.perception.colors.scan_lines import ByteArray
from kickabout.representations import ColorClass
from kickabout.representations.camera import Yuyv

CELLS = 64  # along each axis
SHIFT = 2  # bits of a channel that do not matter
SHAPE = (CELLS, CELLS, CELLS)
ENDING = ".table"
MAGIC = b"kickabout color table "
VERSION = 1
CLASS_NAMES = tuple(color.name.lower() for color in ColorClass)


def empty_table() -> ByteArray:
    """Return a table in which no color has a class."""
    return np.zeros(SHAPE, np.uint8)


def write_table(path: Path, table: ByteArray, names: Sequence[str] = CLASS_NAMES) -> None:
    """Write a table; `names` are those of its classes, in the order of their numbers."""
    _check(table, names)
    if path.suffix != ENDING:
        raise ConfigurationError(f"a color table ends in {ENDING}, not '{path.suffix}'", file=path)
    head = b"%b%d\n%b\n" % (MAGIC, VERSION, " ".join(names).encode())
    try:
        path.write_bytes(head + zlib.compress(np.ascontiguousarray(table).tobytes(), 9))
    except OSError as error:
        raise ConfigurationError(f"cannot be written: {error.strerror}", file=path) from None


def read_table(path: Path, names: Sequence[str] = CLASS_NAMES) -> ByteArray:
    """Return the table of a file, which must not contain other classes than these."""
    try:
        content = path.read_bytes()
    except OSError as error:
        raise ConfigurationError(f"cannot read the color table {path}: {error.strerror}") from None
    kind, _, rest = content.partition(b"\n")
    if not kind.startswith(MAGIC):
        raise ConfigurationError(f"{path} is no color table; it must begin with '{_text(MAGIC)}'")
    version = _text(kind[len(MAGIC) :])
    if version != str(VERSION):
        raise ConfigurationError(
            f"{path} has version '{version}' of the format of color tables, not {VERSION}"
        )
    listed, _, packed = rest.partition(b"\n")
    table = _cells(path, packed)
    return _numbered(path, table, _text(listed).split(), names)


@lru_cache(maxsize=8)
def cached_table(path: Path) -> ByteArray:
    """Return the table of a file as it was when it was first read."""
    table = read_table(path)
    table.setflags(write=False)
    return table


def _text(content: bytes) -> str:
    return content.decode("utf-8", "replace").strip()


def _cells(path: Path, packed: bytes) -> ByteArray:
    try:
        cells = zlib.decompress(packed)
    except zlib.error:
        raise ConfigurationError(f"the cells of the color table {path} are damaged") from None
    if len(cells) != CELLS**3:
        raise ConfigurationError(
            f"the color table {path} has {len(cells)} cells, but {CELLS}³ = {CELLS**3} are needed"
        )
    return np.frombuffer(cells, np.uint8).reshape(SHAPE).copy()


def _numbered(
    path: Path, table: ByteArray, listed: Sequence[str], names: Sequence[str]
) -> ByteArray:
    """Return the table with the numbers of `names` instead of those of the file."""
    unknown = [name for name in listed if name not in names]
    if unknown:
        raise ConfigurationError(
            f"the color table {path} has unknown classes: {', '.join(unknown)}; "
            f"known are {', '.join(names)}"
        )
    if table.max(initial=0) >= len(listed):
        raise ConfigurationError(
            f"the color table {path} has a cell of class {table.max()}, but names only "
            f"{len(listed)} classes"
        )
    numbers = np.array([names.index(name) for name in listed], np.uint8)
    return numbers[table]


def _check(table: ByteArray, names: Sequence[str]) -> None:
    if table.shape != SHAPE or table.dtype != np.uint8:
        raise ValueError(f"a color table has shape {SHAPE} of bytes, not {table.shape}")
    if table.max() >= len(names):
        raise ValueError(f"a cell has class {table.max()}, but there are {len(names)} names")


@kernel
def class_image(yuyv: Yuyv, table: ByteArray) -> ByteArray:
    """Return the class of each pixel."""
    height, width = yuyv.shape[0], yuyv.shape[1]
    classes = np.empty((height, width), np.uint8)
    for row in range(height):
        for x in range(width):
            even = x & ~1
            y, cb, cr = yuyv[row, x, 0], yuyv[row, even, 1], yuyv[row, even + 1, 1]
            classes[row, x] = table[y >> SHIFT, cb >> SHIFT, cr >> SHIFT]
    return classes
