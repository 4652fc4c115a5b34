"""Thumbnails: from a camera image to small pictures for networks."""

import numpy as np
import numpy.typing as npt

from kickabout.framework.compilation import kernel

Bytes = npt.NDArray[np.uint8]
Singles = npt.NDArray[np.float32]
# Masks of the four bytes Y, Cb, Y, Cr in one word.
BRIGHTNESSES, LOW_HALF, HALF = np.uint32(0x00FF00FF), np.uint32(0xFFFF), np.uint32(16)
# The same for four px in a 64-bit word; a product with ONES has the sum of the four parts on top.
FOUR_BRIGHTNESSES, ONES = np.uint64(0x00FF00FF00FF00FF), np.uint64(0x0001000100010001)
TOP_QUARTER, SIXTEENTH = np.uint64(48), np.uint64(4)
MIN_RANGE = 24.0  # of brightness; below that it is mostly noise


def gray_thumbnail(yuyv: Bytes, factor: int) -> Bytes:
    """Return the mean brightness of squares of factor × factor px; the factor must be even."""
    lines = np.ascontiguousarray(yuyv).reshape(len(yuyv), -1)
    if factor == 4 and yuyv.shape[1] % 4 == 0:
        return _mean_brightness_of_four(lines.view("<u8"))
    return _mean_brightness(lines.view("<u4"), factor)


@kernel
def _mean_brightness_of_four(words: npt.NDArray[np.uint64]) -> Bytes:
    """Return means of squares of 4 × 4 px, the usual size; a word is a square's width."""
    height, width = words.shape[0] // 4, words.shape[1]
    result = np.empty((height, width), np.uint8)
    for v in range(height):
        first, second = words[4 * v], words[4 * v + 1]
        third, fourth = words[4 * v + 2], words[4 * v + 3]
        line = result[v]
        for u in range(width):
            sums = (first[u] & FOUR_BRIGHTNESSES) + (second[u] & FOUR_BRIGHTNESSES)
            sums += (third[u] & FOUR_BRIGHTNESSES) + (fourth[u] & FOUR_BRIGHTNESSES)
            line[u] = (sums * ONES >> TOP_QUARTER) >> SIXTEENTH
    return result


@kernel
def _mean_brightness(words: npt.NDArray[np.uint32], factor: int) -> Bytes:
    """Return means of squares; words hold two pixels each that are summed in parallel."""
    pairs = factor // 2
    height, width = words.shape[0] // factor, words.shape[1] // pairs
    result = np.empty((height, width), np.uint8)
    sums = np.empty(words.shape[1], np.uint32)
    area = np.uint32(factor * factor)
    for v in range(height):
        sums[:] = 0
        for k in range(factor):
            line = words[v * factor + k]
            for i in range(words.shape[1]):
                sums[i] += line[i] & BRIGHTNESSES
        for u in range(width):
            total = np.uint32(0)
            for j in range(pairs):
                total += (sums[u * pairs + j] & LOW_HALF) + (sums[u * pairs + j] >> HALF)
            result[v, u] = total // area
    return result


@kernel
def color_thumbnail(yuyv: Bytes, factor: int) -> Bytes:
    """Return 3 × height × width means of squares; Cb and Cr use only every other row."""
    height, width = yuyv.shape[0] // factor, yuyv.shape[1] // factor
    result = np.empty((3, height, width), np.uint8)
    pairs, area = max(factor // 2, 1), factor * factor
    chroma_count = pairs * ((factor + 1) // 2)
    for v in range(height):
        for u in range(width):
            brightness, blue, red = 0, 0, 0
            first_pair = u * factor & ~1  # Cb is in even columns, Cr in odd ones
            for k in range(factor):
                line = yuyv[v * factor + k]
                for j in range(factor):
                    brightness += line[u * factor + j, 0]
                if k % 2 == 0:
                    for j in range(pairs):
                        blue += line[first_pair + 2 * j, 1]
                        red += line[first_pair + 2 * j + 1, 1]
            result[0, v, u] = brightness // area
            result[1, v, u] = blue // chroma_count
            result[2, v, u] = red // chroma_count
    return result


@kernel
def stretched(gray: Bytes, clipped_fraction: float) -> Singles:
    """Scale to −1 … 1 between the percentiles at both ends, BH19's min-max normalization."""
    counts = np.zeros(256, np.int64)
    for value in gray.flat:
        counts[value] += 1
    clipped = clipped_fraction * gray.size
    low, total = 0, counts[0]
    while total < clipped and low < 255:
        low += 1
        total += counts[low]
    high, total = 255, counts[255]
    while total < clipped and high > 0:
        high -= 1
        total += counts[high]
    scale, middle = 2.0 / max(high - low, MIN_RANGE), 0.5 * (high + low)
    result = np.empty(gray.shape, np.float32)
    for v in range(gray.shape[0]):
        for u in range(gray.shape[1]):
            result[v, u] = min(max((gray[v, u] - middle) * scale, -1.0), 1.0)
    return result
