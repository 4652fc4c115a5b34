"""From light on the sensor to pixels: lens softness, exposure, noise, tone curve, YCbCr 4:2:2."""

import math
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numba import njit
from scipy import ndimage

from kickabout.simulation.camera.arrays import (
    HALF,
    ROW_KERNEL,
    ONE,
    ZERO,
    Float32Array,
    UInt32Array,
)
from kickabout.simulation.camera.optics import CameraOptics, ExposureSettings

# Light of intensity 1 and the default exposure put a white line at 70 % of the full scale.
_SENSITIVITY = 1.0 / 0.008  # full scales per s
_WORD = 0xFFFFFFFFFFFFFFFF
_NOISE_ROWS = 256
_NOISE_SLACK = 256  # px, by which the noise can be shifted sideways
_NOISE_CORRELATION = 0.45  # px, left over from the sensor's color mosaic

# Rational fit of the sRGB curve (IEC 61966-2-1) on 0 to 1, within two of 255 levels; no powers needed.
_TONE_A, _TONE_B = np.float32(62.7747 * 255.0), np.float32(12.5192 * 255.0)
_TONE_C, _TONE_D = np.float32(34.6104), np.float32(40.2130)

# BT.601, full range, as the camera delivers it
_KR, _KG, _KB = np.float32(0.299), np.float32(0.587), np.float32(0.114)
_TO_CB, _TO_CR = np.float32(0.5 / (1.0 - 0.114)), np.float32(0.5 / (1.0 - 0.299))
_MIDDLE, _LAST = np.float32(128.5), np.float32(255.0)
_LAST_CHROMA = np.float32(255.49)


class SensorTable(NamedTuple):
    """Everything the sensor needs for one picture."""

    numbers: Float32Array  # softness, vignetting / corner radius², center x, center y, shot noise²,
    # read noise², saturation
    gains: Float32Array  # 3, red, green, blue
    noise: Float32Array  # rows×columns, deviation 1
    shifts: tuple[int, int, int, int]  # into the noise: column, and row for each color


# Rows of the scratch array, after red, green and blue
_VERTICAL, _LUMA, _CHROMA_BLUE, _CHROMA_RED = 3, 4, 5, 6
WORK_ROWS = 7


@lru_cache(maxsize=4)
def noise_tile(width: int) -> Float32Array:
    """Normally distributed, with the slight correlation that demosaicing leaves."""
    rng = np.random.default_rng(20190702)
    tile = rng.standard_normal((_NOISE_ROWS, width + _NOISE_SLACK))
    tile = ndimage.gaussian_filter(tile, _NOISE_CORRELATION, mode="wrap")
    tile = (tile / tile.std()).astype(np.float32)
    tile.flags.writeable = False
    return tile


def _scrambled(seed: int, index: int) -> int:
    """SplitMix64's output function: making a generator would take longer than a picture row."""
    z = (seed * 4 + index + 1) * 0x9E3779B97F4A7C15 & _WORD
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 & _WORD
    z = (z ^ z >> 27) * 0x94D049BB133111EB & _WORD
    return z ^ z >> 31


def sensor_table(optics: CameraOptics, settings: ExposureSettings, seed: int) -> SensorTable:
    corner = math.hypot(optics.width / 2, optics.height / 2)
    numbers = (
        optics.softness,
        optics.vignetting / corner**2,
        optics.center_x,
        optics.center_y,
        optics.shot_noise**2 * settings.gain,
        (optics.read_noise * settings.gain) ** 2,
        settings.saturation,
    )
    gains = settings.exposure_time * settings.gain * _SENSITIVITY * np.array(settings.white_balance)
    return SensorTable(
        np.array(numbers, np.float32),
        gains.astype(np.float32),
        noise_tile(optics.width),
        (
            _scrambled(seed, 0) % _NOISE_SLACK,
            _scrambled(seed, 1) % _NOISE_ROWS,
            _scrambled(seed, 2) % _NOISE_ROWS,
            _scrambled(seed, 3) % _NOISE_ROWS,
        ),
    )


@njit(**ROW_KERNEL)
def _soften(
    softness: np.float32,
    above: Float32Array,
    here: Float32Array,
    below: Float32Array,
    vertical: Float32Array,
    out: Float32Array,
) -> None:
    """Spread the light over the neighbors, first upright, then sideways."""
    center, last = ONE - softness - softness, out.size - 1
    for i in range(out.size):
        vertical[i] = center * here[i] + softness * (above[i] + below[i])
    for i in range(1, last):
        out[i] = center * vertical[i] + softness * (vertical[i - 1] + vertical[i + 1])
    out[0] = (ONE - softness) * vertical[0] + softness * vertical[1]
    out[last] = (ONE - softness) * vertical[last] + softness * vertical[last - 1]


@njit(**ROW_KERNEL)
def _develop(
    table: SensorTable,
    v: int,
    red: Float32Array,
    green: Float32Array,
    blue: Float32Array,
    noise_red: Float32Array,
    noise_green: Float32Array,
    noise_blue: Float32Array,
    luma: Float32Array,
    chroma_blue: Float32Array,
    chroma_red: Float32Array,
) -> None:
    """Amplify, with less light towards the corners; add noise; tone curve; separate the colors."""
    gain_red, gain_green, gain_blue = table.gains[0], table.gains[1], table.gains[2]
    falloff, center_x = table.numbers[1], table.numbers[2]
    dy = np.float32(v) - table.numbers[3]
    shot, read = table.numbers[4], table.numbers[5]
    to_blue, to_red = table.numbers[6] * _TO_CB, table.numbers[6] * _TO_CR
    for i in range(luma.size):
        dx = np.float32(np.int32(i)) - center_x
        share = ONE - falloff * (dx * dx + dy * dy)
        r, g, b = red[i] * gain_red, green[i] * gain_green, blue[i] * gain_blue
        light = (_KR * r + _KG * g + _KB * b) * share
        sigma = np.float32(math.sqrt(shot * light + read))
        r = min(max(r * share + sigma * noise_red[i], ZERO), ONE)
        g = min(max(g * share + sigma * noise_green[i], ZERO), ONE)
        b = min(max(b * share + sigma * noise_blue[i], ZERO), ONE)
        under_r = r * (_TONE_C * r + _TONE_D) + ONE
        under_g = g * (_TONE_C * g + _TONE_D) + ONE
        under_b = b * (_TONE_C * b + _TONE_D) + ONE
        # one division for all three colors
        inverse = ONE / (under_r * under_g * under_b)
        r *= (_TONE_A * r + _TONE_B) * under_g * under_b * inverse
        g *= (_TONE_A * g + _TONE_B) * under_r * under_b * inverse
        b *= (_TONE_A * b + _TONE_B) * under_r * under_g * inverse
        y = _KR * r + _KG * g + _KB * b
        luma[i] = min(y, _LAST) + HALF
        chroma_blue[i] = (b - y) * to_blue
        chroma_red[i] = (r - y) * to_red


@njit(**ROW_KERNEL)
def _pack(
    luma: Float32Array, chroma_blue: Float32Array, chroma_red: Float32Array, out: UInt32Array
) -> None:
    """Two pixels share the mean of their colors: Y, Cb, Y, Cr in the order of the bytes."""
    for i in range(out.size):
        cb = HALF * (chroma_blue[2 * i] + chroma_blue[2 * i + 1]) + _MIDDLE
        cr = HALF * (chroma_red[2 * i] + chroma_red[2 * i + 1]) + _MIDDLE
        out[i] = np.uint32(
            np.int32(luma[2 * i])
            | (np.int32(min(max(cb, ZERO), _LAST_CHROMA)) << 8)
            | (np.int32(luma[2 * i + 1]) << 16)
            | (np.int32(min(max(cr, ZERO), _LAST_CHROMA)) << 24)
        )


@njit(**ROW_KERNEL)
def read_row(
    table: SensorTable,
    v: int,
    above: Float32Array,
    here: Float32Array,
    below: Float32Array,
    work: Float32Array,
    out: UInt32Array,
) -> None:
    """Row v of the picture from three rows of light, each 3×width."""
    for channel in range(3):
        _soften(
            table.numbers[0], above[channel], here[channel], below[channel], work[_VERTICAL],
            work[channel],
        )  # fmt: skip
    rows, first, end = table.noise.shape[0], table.shifts[0], table.shifts[0] + work.shape[1]
    _develop(
        table, v, work[0], work[1], work[2],
        table.noise[(v + table.shifts[1]) % rows, first:end],
        table.noise[(v + table.shifts[2]) % rows, first:end],
        table.noise[(v + table.shifts[3]) % rows, first:end],
        work[_LUMA], work[_CHROMA_BLUE], work[_CHROMA_RED],
    )  # fmt: skip
    _pack(work[_LUMA], work[_CHROMA_BLUE], work[_CHROMA_RED], out)
