"""Lettering: from words to masks of their letters, in the font that Pillow contains."""

import math
import unicodedata
from functools import lru_cache

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from kickabout.pictures.codec import Pixels

REGULAR, BOLD = 0.0, 0.032  # weight: outline around each letter, relative to the size
PADDING = 3  # px around the letters
FINE = 4  # parts of a pixel, to which letters are placed


@lru_cache(maxsize=64)
def _font(size: float) -> ImageFont.FreeTypeFont:
    font = ImageFont.load_default(size)
    if not isinstance(font, ImageFont.FreeTypeFont):
        raise TypeError("Pillow was built without FreeType; install one with it")
    return font


@lru_cache(maxsize=256)
def width_of(words: str, size: float, weight: float = REGULAR) -> float:
    """Return the width of words in px."""
    return _font(FINE * size).getlength(_writable(words)) / FINE + 2.0 * weight * size


def mask_of(words: str, size: float, weight: float, x: float, y: float) -> tuple[Pixels, int, int]:
    """Return the mask of words that start at x on the base line y, and its upper left corner."""
    left, top = math.floor(x), math.floor(y)
    parts = int(FINE * (x - left)), int(FINE * (y - top))
    above = math.ceil(size) + PADDING
    return _mask(words, size, weight, parts), left - PADDING, top - above


@lru_cache(maxsize=256)
def _mask(words: str, size: float, weight: float, parts: tuple[int, int]) -> Pixels:
    """Return a mask that is moved by parts of a pixel; drawn larger, as the font has no parts."""
    width = math.ceil(width_of(words, size, weight)) + 2 * PADDING + 1
    above, below = math.ceil(size) + PADDING, math.ceil(0.4 * size) + PADDING
    image = Image.new("L", (FINE * width, FINE * (above + below)))
    ImageDraw.Draw(image).text(
        (FINE * (PADDING + weight * size) + parts[0], FINE * above + parts[1]),
        _writable(words),
        fill=255,
        font=_font(FINE * size),
        anchor="ls",
        stroke_width=FINE * weight * size,
    )
    return np.asarray(image.reduce(FINE))


def _writable(words: str) -> str:
    """Return words with letters that the font has: it has no accents."""
    return "".join(c for c in unicodedata.normalize("NFD", words) if not unicodedata.combining(c))
