"""Thumbnails: from a camera image to the small pictures that networks look at."""

import numpy as np
import numpy.typing as npt

from kickabout.geometry import kernel

Bytes = npt.NDArray[np.uint8]
Singles = npt.NDArray[np.float32]


@kernel
def gray_thumbnail(yuyv: Bytes, factor: int) -> Bytes:
    """Mean brightness of squares of factor × factor px."""
    height, width = yuyv.shape[0] // factor, yuyv.shape[1] // factor
    result = np.empty((height, width), np.uint8)
    row_sums = np.empty(width, np.int32)
    area = factor * factor
    for v in range(height):
        row_sums[:] = 0
        for k in range(factor):
            line = yuyv[v * factor + k]
            for u in range(width):
                total = 0
                for j in range(factor):
                    total += line[u * factor + j, 0]
                row_sums[u] += total
        for u in range(width):
            result[v, u] = row_sums[u] // area
    return result


@kernel
def color_thumbnail(yuyv: Bytes, factor: int) -> Bytes:
    """3 × height × width: Y as the mean of squares, Cb and Cr from every other of their rows."""
    height, width = yuyv.shape[0] // factor, yuyv.shape[1] // factor
    result = np.empty((3, height, width), np.uint8)
    pairs, area = factor // 2, factor * factor
    chroma_count = pairs * pairs
    for v in range(height):
        for u in range(width):
            brightness, blue, red = 0, 0, 0
            for k in range(factor):
                line = yuyv[v * factor + k]
                for j in range(factor):
                    brightness += line[u * factor + j, 0]
                if k % 2 == 0:
                    for j in range(pairs):
                        blue += line[u * factor + 2 * j, 1]
                        red += line[u * factor + 2 * j + 1, 1]
            result[0, v, u] = brightness // area
            result[1, v, u] = blue // chroma_count
            result[2, v, u] = red // chroma_count
    return result


@kernel
def stretched(gray: Bytes, clipped_share: float) -> Singles:
    """−1 … 1 between the percentiles at both ends: BH19's min-max normalization."""
    counts = np.zeros(256, np.int64)
    for value in gray.flat:
        counts[value] += 1
    clipped = clipped_share * gray.size
    low, total = 0, counts[0]
    while total < clipped and low < 255:
        low += 1
        total += counts[low]
    high, total = 255, counts[255]
    while total < clipped and high > 0:
        high -= 1
        total += counts[high]
    scale, middle = 2.0 / max(high - low, 16), 0.5 * (high + low)
    result = np.empty(gray.shape, np.float32)
    for v in range(gray.shape[0]):
        for u in range(gray.shape[1]):
            result[v, u] = min(max((gray[v, u] - middle) * scale, -1.0), 1.0)
    return result
