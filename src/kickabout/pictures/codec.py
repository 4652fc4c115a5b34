"""Coding: from RGB pixels to the bytes of picture files, and back."""

import io
from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image, ImageOps

from kickabout.pictures.png import png_of

Pixels = np.ndarray[Any, Any]

# What Pillow raises for files that are no pictures, and for pictures that are damaged.
UNREADABLE = (OSError, SyntaxError, ValueError, EOFError, Image.DecompressionBombError)


def encoded(pixels: Pixels, ending: str) -> bytes | None:
    """Return pixels (RGB) in the format of a file's ending, or None if it cannot have them."""
    if ending.lower() == ".png":
        return png_of(pixels)
    kind = Image.registered_extensions().get(ending.lower())
    if kind not in Image.SAVE:
        return None
    buffer = io.BytesIO()
    try:
        Image.fromarray(pixels).save(buffer, kind)
    except UNREADABLE:
        return None
    return buffer.getvalue()


def decoded(data: bytes) -> Pixels | None:
    """Return the pixels (RGB) of a file's content, or None if it is no picture."""
    return _opened(io.BytesIO(data), "RGB")


def read_rgb(path: Path) -> Pixels | None:
    """Return the pixels (RGB) of a file, or None if it is no picture."""
    return _opened(path, "RGB")


def read_gray(path: Path) -> Pixels | None:
    """Return the brightness of a file's pixels, or None if it is no picture."""
    return _opened(path, "L")


def _opened(source: Path | io.BytesIO, mode: str) -> Pixels | None:
    try:
        with Image.open(source) as image:
            if isinstance(source, Path):  # cameras write how they were held
                ImageOps.exif_transpose(image, in_place=True)
            return np.asarray(image if image.mode == mode else image.convert(mode))
    except UNREADABLE:
        return None


def resized(pixels: Pixels, size: tuple[int, int]) -> Pixels:
    """Return pixels in another size: areas are averaged, or filled in smoothly."""
    height, width = pixels.shape[:2]
    if (width, height) == size:
        return pixels
    image = Image.fromarray(pixels)
    factor = width // size[0]
    if (width, height) == (factor * size[0], factor * size[1]):
        return np.asarray(image.reduce(factor))
    is_smaller = size[0] <= width and size[1] <= height
    method = Image.Resampling.BOX if is_smaller else Image.Resampling.BICUBIC
    return np.asarray(image.resize(size, method))
