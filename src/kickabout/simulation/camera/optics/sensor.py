"""From light on the sensor to pixels: exposure, tone curve, lens softness, noise, YCbCr 4:2:2."""

import math
from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from kickabout.framework.compilation import kernel_with
from kickabout.simulation.camera.optics.motion_blur import MARGIN
from kickabout.simulation.camera.optics.optics import CameraOptics, ExposureSettings
from kickabout.simulation.camera.rendering.arrays import Float32Array, UInt32Array
from kickabout.simulation.camera.rendering.kernels import HALF, INLINED, ONE, ROW_KERNEL, ZERO

# Light of intensity 1 and the default exposure put a white line at 70 % of the full scale.
_SENSITIVITY = 1.0 / 0.008  # full scales per s
RING = 4  # rows kept between rendering and reading
_DARKEST = 6.0  # tone, minimum for which the noise is modeled
_CHROMA_NOISE = np.float32(0.5)  # in that of the brightness, after the mean over two pixels
_WORD = 0xFFFFFFFFFFFFFFFF
_NOISE_ROWS = 64  # few, so that the tile stays in the cache; it is shifted at each repetition
_NOISE_MARGIN = 256  # px, maximum sideways shift of the noise
_NOISE_CORRELATION = 0.45  # px, from interpolating the sensor's color mosaic

# Tone curve √(x + toe) - √toe: close to gamma 2.2, with a camera's black point; a root is cheap.
_TOE = np.float32(0.0015)
_TONE = np.float32(255.0 / (math.sqrt(1.0 + _TOE) - math.sqrt(_TOE)))
_BLACK = np.float32(_TONE * math.sqrt(_TOE))

# BT.601, full range, as the camera delivers it
_KR, _KG, _KB = np.float32(0.299), np.float32(0.587), np.float32(0.114)
_TO_CB, _TO_CR = np.float32(0.5 / (1.0 - 0.114)), np.float32(0.5 / (1.0 - 0.299))
_MIDDLE, _LAST = np.float32(128.5), np.float32(255.0)
_LAST_CHROMA = np.float32(255.49)


Weights = tuple[np.float32, ...]
LightAt = Callable[[Float32Array, int, Weights], np.float32]


class SensorTable(NamedTuple):
    """Parameters of the sensor for one picture."""

    numbers: Float32Array  # vignetting / corner radius², center x, center y, saturation,
    # softness, vignetting of blue / corner radius²
    gains: Float32Array  # red, green, blue
    sigma: Float32Array  # 5, polynomial of the noise over the brightness, both in levels
    noise: Float32Array  # rows×columns, deviation 1
    shifts: tuple[int, int, int, int]  # into the noise: column, row for Y, Cb and Cr


class SensorRows(NamedTuple):
    """Ring buffers of four rows that are developed but not yet read, and scratch."""

    luma: Float32Array  # 4×width
    chroma_blue: Float32Array
    chroma_red: Float32Array
    soft: Float32Array  # width + 2


def make_sensor_rows(width: int) -> SensorRows:
    return SensorRows(
        luma=np.zeros((RING, width), np.float32),
        chroma_blue=np.zeros((RING, width), np.float32),
        chroma_red=np.zeros((RING, width), np.float32),
        soft=np.zeros(width + 2, np.float32),
    )


@lru_cache(maxsize=4)
def noise_tile(width: int) -> Float32Array:
    """Return normally distributed noise with the slight correlation due to demosaicing."""
    from scipy import ndimage  # slow to import, and only images need it

    rng = np.random.default_rng(20190702)
    tile = rng.standard_normal((_NOISE_ROWS, width + _NOISE_MARGIN))
    tile = ndimage.gaussian_filter(tile, _NOISE_CORRELATION, mode="wrap")
    noise = np.asarray(tile / tile.std(), np.float32)
    noise.flags.writeable = False
    return noise


def _scrambled(seed: int, index: int) -> int:
    """Return SplitMix64's output; creating a generator would take longer than a picture row."""
    z = (seed * 4 + index + 1) * 0x9E3779B97F4A7C15 & _WORD
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 & _WORD
    z = (z ^ z >> 27) * 0x94D049BB133111EB & _WORD
    return z ^ z >> 31


@lru_cache(maxsize=64)
def _noise_of_tone(shot_noise: float, read_noise: float, gain: float) -> Float32Array:
    """Return a polynomial of the noise's deviation over the tone, after the tone curve.

    It is accurate to 20 % except for black.
    """
    tone = np.linspace(_DARKEST, 255.0, 64)
    root = tone / _TONE + math.sqrt(_TOE)
    variance = shot_noise**2 * gain * (root**2 - _TOE) + (read_noise * gain) ** 2
    deviation = np.sqrt(variance) * _TONE / (2.0 * root)
    weight = 1.0 / np.maximum(deviation, 1e-6)
    coefficients = np.polyfit(tone, deviation, 4, w=weight)[::-1]
    return np.asarray(coefficients, np.float32).copy()


@lru_cache(maxsize=16)
def _optics_numbers(optics: CameraOptics, saturation: float) -> Float32Array:
    corner = math.hypot(optics.width / 2, optics.height / 2)
    falloff = optics.vignetting / corner**2
    center = (optics.center_x, optics.center_y)
    of_blue = (optics.vignetting - optics.border_tint) / corner**2
    return np.array((falloff, *center, saturation, optics.softness, of_blue), np.float32)


def sensor_table(optics: CameraOptics, settings: ExposureSettings, seed: int) -> SensorTable:
    """Return the parameters for a picture; the seed selects the part of the noise tile.

    Only what depends on the exposure time is computed again, as that changes in each picture.
    """
    strength = settings.exposure_time * settings.gain * _SENSITIVITY
    column = _scrambled(seed, 0) % _NOISE_MARGIN
    luma, blue, red = (_scrambled(seed, channel) % _NOISE_ROWS for channel in (1, 2, 3))
    return SensorTable(
        numbers=_optics_numbers(optics, settings.saturation),
        gains=np.array([strength * balance for balance in settings.white_balance], np.float32),
        sigma=_noise_of_tone(optics.shot_noise, optics.read_noise, settings.gain),
        noise=noise_tile(optics.width),
        shifts=(column, luma, blue, red),
    )


@kernel_with(**ROW_KERNEL)
def film_of(table: SensorTable, v: int) -> tuple[np.float32, ...]:
    """Return the parameters of the tones of row v."""
    dy = np.float32(v) - table.numbers[2]
    brightness = ONE - table.numbers[0] * dy * dy
    return (
        brightness, table.numbers[0], table.numbers[1], table.gains[0], table.gains[1],
        table.gains[2], table.numbers[3] * _TO_CB, table.numbers[3] * _TO_CR,
        ONE - table.numbers[5] * dy * dy, table.numbers[5],
    )  # fmt: skip


@kernel_with(**ROW_KERNEL)
def toned(
    film: tuple[np.float32, ...], i: int, red: np.float32, green: np.float32, blue: np.float32
) -> tuple[np.float32, np.float32, np.float32]:
    """Convert light on pixel i to brightness and colors: gain, vignetting, tone curve."""
    (
        brightness, falloff, center_x, gain_red, gain_green, gain_blue, to_blue, to_red,
        blue_brightness, blue_falloff,
    ) = film  # fmt: skip
    dx = np.float32(np.int32(i)) - center_x
    factor = brightness - falloff * dx * dx
    r = np.float32(math.sqrt(factor * gain_red * red + _TOE)) * _TONE - _BLACK
    g = np.float32(math.sqrt(factor * gain_green * green + _TOE)) * _TONE - _BLACK
    blue_factor = blue_brightness - blue_falloff * dx * dx
    b = np.float32(math.sqrt(blue_factor * gain_blue * blue + _TOE)) * _TONE - _BLACK
    r, g, b = min(r, _LAST), min(g, _LAST), min(b, _LAST)
    y = _KR * r + _KG * g + _KB * b
    return y, (b - y) * to_blue, (r - y) * to_red


@kernel_with(**INLINED)
def develop(
    light_at: LightAt,
    weights: Weights,
    film: tuple[np.float32, ...],
    red: Float32Array,
    green: Float32Array,
    blue: Float32Array,
    luma: Float32Array,
    chroma_blue: Float32Array,
    chroma_red: Float32Array,
) -> None:
    """Fill in the tones of a row; `light_at` is a kernel that mixes a pixel with its neighbors."""
    for i in range(luma.size):
        r, g, b = light_at(red, i, weights), light_at(green, i, weights), light_at(blue, i, weights)
        y, cb, cr = toned(film, i, r, g, b)
        luma[i], chroma_blue[i], chroma_red[i] = y, cb, cr


@kernel_with(**ROW_KERNEL)
def _alone(light: Float32Array, i: int, weights: Weights) -> np.float32:
    """A pixel without its neighbors."""
    return weights[0] * np.float32(light[i])


@kernel_with(**ROW_KERNEL)
def develop_row(table: SensorTable, v: int, light: Float32Array, rows: SensorRows) -> None:
    """Convert the light of row v (3×n, with margins) to tones."""
    at = v % RING
    develop(
        _alone, (ONE,), film_of(table, v), light[0, MARGIN:], light[1, MARGIN:],
        light[2, MARGIN:], rows.luma[at], rows.chroma_blue[at], rows.chroma_red[at],
    )  # fmt: skip


@kernel_with(**ROW_KERNEL)
def _spread_upright(
    softness: np.float32,
    above: Float32Array,
    here: Float32Array,
    below: Float32Array,
    out: Float32Array,
) -> None:
    """Spread light to the rows above and below; `out` repeats its first and last pixel."""
    center, width = ONE - softness - softness, out.size - 2
    inner = out[1 : width + 1]
    for i in range(width):
        inner[i] = center * here[i] + softness * (above[i] + below[i])
    out[0], out[width + 1] = out[1], out[width]


@kernel_with(**ROW_KERNEL)
def _coefficients(
    sigma: Float32Array,
) -> tuple[np.float32, np.float32, np.float32, np.float32, np.float32]:
    return sigma[0], sigma[1], sigma[2], sigma[3], sigma[4]


@kernel_with(**ROW_KERNEL)
def _spread_sideways(
    table: SensorTable, soft: Float32Array, noise: Float32Array, luma: Float32Array
) -> None:
    """Spread light to the neighbors in a row, and add noise, which the lens does not soften."""
    softness = table.numbers[4]
    center = ONE - softness - softness
    s0, s1, s2, s3, s4 = _coefficients(table.sigma)
    for i in range(luma.size):
        y = center * soft[i + 1] + softness * (soft[i] + soft[i + 2])
        y += noise[i] * (s0 + y * (s1 + y * (s2 + y * (s3 + y * s4))))
        luma[i] = min(max(y, ZERO), _LAST) + HALF


@kernel_with(**ROW_KERNEL)
def _pack(
    sigma: Float32Array,
    luma: Float32Array,
    chroma_blue: Float32Array,
    chroma_red: Float32Array,
    noise_blue: Float32Array,
    noise_red: Float32Array,
    out: UInt32Array,
) -> None:
    """Write Y, Cb, Y, Cr in this order of bytes; two pixels share the mean of their colors."""
    s0, s1, s2, s3, s4 = _coefficients(sigma)
    for i in range(out.size):
        y = luma[2 * i]
        deviation = _CHROMA_NOISE * (s0 + y * (s1 + y * (s2 + y * (s3 + y * s4))))
        cb = HALF * (chroma_blue[2 * i] + chroma_blue[2 * i + 1]) + deviation * noise_blue[i]
        cr = HALF * (chroma_red[2 * i] + chroma_red[2 * i + 1]) + deviation * noise_red[i]
        out[i] = np.uint32(
            np.int32(y)
            | (np.int32(min(max(cb + _MIDDLE, ZERO), _LAST_CHROMA)) << 8)
            | (np.int32(luma[2 * i + 1]) << 16)
            | (np.int32(min(max(cr + _MIDDLE, ZERO), _LAST_CHROMA)) << 24)
        )


@kernel_with(**INLINED)
def _noise_row(table: SensorTable, v: int, channel: int) -> Float32Array:
    """Return the noise of row v for Y (1), Cb (2) or Cr (3)."""
    at = v + table.shifts[channel]
    first = (table.shifts[0] + 97 * (at // _NOISE_ROWS)) % _NOISE_MARGIN
    return table.noise[at % _NOISE_ROWS, first:]


@kernel_with(**ROW_KERNEL)
def read_row(table: SensorTable, v: int, height: int, rows: SensorRows, out: UInt32Array) -> None:
    """Write row v of the picture; the row after it must be developed, too."""
    at, above, below = v % RING, max(v - 1, 0) % RING, min(v + 1, height - 1) % RING
    _spread_upright(table.numbers[4], rows.luma[above], rows.luma[at], rows.luma[below], rows.soft)
    # the row above has been read already, so its memory is free
    luma = rows.luma[above] if v > 0 else rows.luma[(v + 3) % RING]
    _spread_sideways(table, rows.soft, _noise_row(table, v, 1), luma)
    _pack(
        table.sigma, luma, rows.chroma_blue[at], rows.chroma_red[at], _noise_row(table, v, 2),
        _noise_row(table, v, 3), out,
    )  # fmt: skip
