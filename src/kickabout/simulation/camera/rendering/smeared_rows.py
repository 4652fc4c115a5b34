"""From light that moves a little sideways to tones, in one go.

A box filter and the tone curve keep different parts of a processor busy, so that together they
take little longer than one of them. Longer paths are left to smear_row.
"""

import numpy as np
from numba import njit

from kickabout.simulation.camera.optics.motion_blur import MARGIN
from kickabout.simulation.camera.optics.sensor import RING, SensorRows, SensorTable, film_of, toned
from kickabout.simulation.camera.rendering.arrays import ROW_KERNEL, Float32Array

SHORT = 8.0  # px, below which paths are done here; up to four neighbors on both sides

_Film = tuple[np.float32, ...]


@njit(**ROW_KERNEL)
def _two(
    s: Float32Array, i: int, share: np.float32, near: np.float32, edge: np.float32
) -> np.float32:
    """A pixel and two neighbors on both sides, with shares of their own."""
    sides: np.float32 = near * (s[i + 1] + s[i + 3]) + edge * (s[i] + s[i + 4])
    return share * np.float32(s[i + 2]) + sides


@njit(**ROW_KERNEL)
def _three(s: Float32Array, i: int, share: np.float32, edge: np.float32) -> np.float32:
    """A pixel and three neighbors on both sides, of which the last have a smaller share."""
    inner: np.float32 = ((s[i + 3] + s[i + 2]) + (s[i + 4] + s[i + 1])) + s[i + 5]
    return share * inner + edge * np.float32(s[i] + s[i + 6])


@njit(**ROW_KERNEL)
def _four(s: Float32Array, i: int, share: np.float32, edge: np.float32) -> np.float32:
    near = (s[i + 3] + s[i + 2]) + (s[i + 4] + s[i + 1])
    inner: np.float32 = near + ((s[i + 5] + s[i + 6]) + s[i + 7])
    return share * inner + edge * np.float32(s[i] + s[i + 8])


@njit(**ROW_KERNEL)
def _develop_two(
    film: _Film,
    share: np.float32,
    near: np.float32,
    edge: np.float32,
    red: Float32Array,
    green: Float32Array,
    blue: Float32Array,
    luma: Float32Array,
    chroma_blue: Float32Array,
    chroma_red: Float32Array,
) -> None:
    for i in range(luma.size):
        r, g = _two(red, i, share, near, edge), _two(green, i, share, near, edge)
        y, cb, cr = toned(film, i, r, g, _two(blue, i, share, near, edge))
        luma[i], chroma_blue[i], chroma_red[i] = y, cb, cr


@njit(**ROW_KERNEL)
def _develop_three(
    film: _Film,
    share: np.float32,
    edge: np.float32,
    red: Float32Array,
    green: Float32Array,
    blue: Float32Array,
    luma: Float32Array,
    chroma_blue: Float32Array,
    chroma_red: Float32Array,
) -> None:
    for i in range(luma.size):
        r, g = _three(red, i, share, edge), _three(green, i, share, edge)
        y, cb, cr = toned(film, i, r, g, _three(blue, i, share, edge))
        luma[i], chroma_blue[i], chroma_red[i] = y, cb, cr


@njit(**ROW_KERNEL)
def _develop_four(
    film: _Film,
    share: np.float32,
    edge: np.float32,
    red: Float32Array,
    green: Float32Array,
    blue: Float32Array,
    luma: Float32Array,
    chroma_blue: Float32Array,
    chroma_red: Float32Array,
) -> None:
    for i in range(luma.size):
        r, g = _four(red, i, share, edge), _four(green, i, share, edge)
        y, cb, cr = toned(film, i, r, g, _four(blue, i, share, edge))
        luma[i], chroma_blue[i], chroma_red[i] = y, cb, cr


@njit(**ROW_KERNEL)
def develop_smeared_row(
    table: SensorTable, v: int, light: Float32Array, length: float, rows: SensorRows
) -> None:
    """As develop_row, of light (3×n, with margins) that moves by less than SHORT px sideways."""
    at, film, reach = v % RING, film_of(table, v), int(length / 2.0)
    luma, chroma_blue, chroma_red = rows.luma[at], rows.chroma_blue[at], rows.chroma_red[at]
    share = np.float32(1.0 / (length + 1.0))
    edge = np.float32(length / 2.0 - reach) * share
    start = MARGIN - max(reach + 1, 2)
    red, green, blue = light[0, start:], light[1, start:], light[2, start:]
    if reach == 0:
        none = np.float32(0.0)
        _develop_two(film, share, edge, none, red, green, blue, luma, chroma_blue, chroma_red)
    elif reach == 1:
        _develop_two(film, share, share, edge, red, green, blue, luma, chroma_blue, chroma_red)
    elif reach == 2:
        _develop_three(film, share, edge, red, green, blue, luma, chroma_blue, chroma_red)
    else:
        _develop_four(film, share, edge, red, green, blue, luma, chroma_blue, chroma_red)
