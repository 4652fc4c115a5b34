"""Camera pictures: from the YCbCr 4:2:2 pixels of a camera to RGB and JPEG.

Kernels convert two pixels at a time to words of four bytes, which the encoder takes without
another copy. Coefficients are those of JPEG (BT.601, full range), in 1/65536.
"""

import io
from typing import Any

import numpy as np
import numpy.typing as npt
from PIL import Image

from kickabout.framework.compilation import kernel
from kickabout.pictures.codec import Pixels

Words = npt.NDArray[Any]  # of 32 bits without a sign
BYTES, BYTE = np.uint32(0x00FF00FF), np.uint32(8)
WORD, LOW_HALF = 0xFFFFFFFF, 0xFFFF  # a word with these becomes a signed number of 64 bits
MAX_FACTOR = 16  # of the sides, for which sums of bytes fit into halves of words
HALF = 1 << 15
RED, GREEN_BLUE, GREEN_RED, BLUE = 91881, 22554, 46802, 116130


def rgb_of_yuyv(yuyv: Pixels) -> Pixels:
    """Return RGB pixels of a camera image."""
    height, width = yuyv.shape[:2]
    return np.asarray(_converted(yuyv).view(np.uint8).reshape(height, width, 4)[:, :, :3])


def jpeg_of_yuyv(yuyv: Pixels, *, quality: int, max_width: int | None = None) -> bytes:
    """Return a camera image as JPEG; one that is wider than permitted is scaled down."""
    image = _image(yuyv, max_width or yuyv.shape[1])
    buffer = io.BytesIO()
    image.save(buffer, "JPEG", quality=quality)
    return buffer.getvalue()


def _image(yuyv: Pixels, max_width: int) -> Image.Image:
    height, width = yuyv.shape[:2]
    if width <= max_width:
        return _wrapped(_converted(yuyv))
    factor = width // max_width
    is_even = factor * max_width == width and factor % 2 == 0 and height % factor == 0
    if is_even and factor <= MAX_FACTOR:
        return _wrapped(_averaged(_words(yuyv), factor))
    size = (max_width, max(1, round(height * max_width / width)))
    return _wrapped(_converted(yuyv)).resize(size, Image.Resampling.BOX)


def _wrapped(words: Words) -> Image.Image:
    """Return a picture that shares its memory with pixels of four bytes."""
    height, width = words.shape
    return Image.frombuffer("RGBX", (width, height), words, "raw", "RGBX", 0, 1)


def _words(yuyv: Pixels) -> Words:
    """Return pairs of pixels, each a word of the bytes Y, Cb, Y, Cr."""
    return np.ascontiguousarray(yuyv).reshape(len(yuyv), -1).view("<u4")


def _converted(yuyv: Pixels) -> Words:
    result = np.empty(yuyv.shape[:2], np.uint32)
    _convert(_words(yuyv), result)
    return result


@kernel
def _rgb(y: int, cb: int, cr: int) -> int:
    """Return red, green and blue as the bytes of a word; y is in 1/65536, too."""
    red = min(max(y + RED * cr + HALF, 0) >> 16, 255)
    green = min(max(y - GREEN_BLUE * cb - GREEN_RED * cr + HALF, 0) >> 16, 255)
    blue = min(max(y + BLUE * cb + HALF, 0) >> 16, 255)
    return red | green << 8 | blue << 16


@kernel
def _convert(words: Words, result: Words) -> None:
    for v in range(words.shape[0]):
        for i in range(words.shape[1]):
            word = words[v, i] & WORD
            cb, cr = (word >> 8 & 255) - 128, (word >> 24) - 128
            result[v, 2 * i] = _rgb((word & 255) << 16, cb, cr)
            result[v, 2 * i + 1] = _rgb((word >> 16 & 255) << 16, cb, cr)


@kernel
def _averaged(words: Words, factor: int) -> Words:
    """Return the means of squares of factor × factor pixels; the factor is even.

    Both brightnesses of a word, and both colors, are summed in parallel. The last loop has no other
    inside, so that it becomes vector code.
    """
    pairs = factor // 2
    height, width = words.shape[0] // factor, words.shape[1] // pairs
    result = np.empty((height, width), np.uint32)
    brightness = np.empty(words.shape[1], np.uint32)
    color = np.empty(words.shape[1], np.uint32)
    per_pair = (1 << 16) // (factor * pairs)
    for v in range(height):
        brightness[:], color[:] = 0, 0
        for k in range(factor):
            line = words[v * factor + k]
            for i in range(words.shape[1]):
                brightness[i] += line[i] & BYTES
                color[i] += line[i] >> BYTE & BYTES
        if pairs > 1:
            for u in range(width):
                brightness[u] = brightness[u * pairs : (u + 1) * pairs].sum()
                color[u] = color[u * pairs : (u + 1) * pairs].sum()
        for u in range(width):
            pair, colors = brightness[u] & WORD, color[u] & WORD
            y, cb, cr = (pair & LOW_HALF) + (pair >> 16), colors & LOW_HALF, colors >> 16
            cb, cr = (cb * per_pair + HALF >> 16) - 128, (cr * per_pair + HALF >> 16) - 128
            result[v, u] = _rgb(y * per_pair >> 1, cb, cr)
    return result
