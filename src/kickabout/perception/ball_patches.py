"""Ball patches: from places in the image to small gray pictures of one size."""

import math

import numpy as np
import numpy.typing as npt

from kickabout.geometry import Points2, Vec, kernel
from kickabout.perception.eye import Eye

Patches = npt.NDArray[np.uint8]
Ints = npt.NDArray[np.int64]
Words = npt.NDArray[np.uint16]
Singles = npt.NDArray[np.float32]
MOST_SAMPLES = 3  # per pixel and direction
PATCH_SIZE = 32  # px, edge of what the network sees
GLANCE_SIZE = 16  # px, of patches for a first, cheap look
LEAST_DEVIATION = 5.0  # of brightness; what varies less is noise; networks were trained with it
PATCH_RADII = 3.5  # edge of a patch in expected radii of the ball, BH19 4.2.2
CONTEXT_SIZE = 2 * PATCH_SIZE  # px, of patches that show what is around as well
CONTEXT_RADII = 2.0 * PATCH_RADII
EVEN_GRID = 11  # points in each direction at which a ball is looked at for dark patches


@kernel
def radius_at(x: float, y: float, eye: Eye, ball_radius: float) -> float:
    """Radius in px of a ball on the ground with its center there; 0 above the horizon."""
    later = y - eye.shutter[2]
    right = (x - eye.intrinsics[0] * eye.shutter[0] * later - eye.intrinsics[2]) / eye.intrinsics[0]
    below = (y + eye.intrinsics[1] * eye.shutter[1] * later - eye.intrinsics[3]) / eye.intrinsics[1]
    fall = -eye.rotation[2, 0] + eye.rotation[2, 1] * right + eye.rotation[2, 2] * below
    drop = eye.position_in_robot[2] - ball_radius
    if fall < 1e-4 or drop <= 0.0:
        return 0.0
    distance = drop / fall * math.sqrt(1.0 + right * right + below * below)
    distance = max(distance, 1.05 * ball_radius)
    return float(eye.intrinsics[0] * ball_radius / math.sqrt(distance**2 - ball_radius**2))


@kernel
def expected_radii(pixels: Points2, eye: Eye, ball_radius: float) -> Vec:
    """As `radius_at`, for many pixels."""
    radii = np.empty(pixels.shape[0])
    for i in range(pixels.shape[0]):
        radii[i] = radius_at(pixels[i, 0], pixels[i, 1], eye, ball_radius)
    return radii


@kernel
def _samples_along(start: float, step: float, last: int, places: Ints, parts: Vec) -> None:
    """Pixels left of samples and how far behind their middles; beyond the edge as on it."""
    for k in range(places.size):
        at = min(max(start + step * k - 0.5, 0.0), last - 0.001)
        places[k] = int(at)
        parts[k] = at - places[k]


def sampled_patches(
    yuyv: npt.NDArray[np.uint8], centers: Points2, edges: Vec, size: int, most_samples: int
) -> npt.NDArray[np.uint8]:
    """Squares with these centers and edges in px, scaled to size × size.

    Where a patch is shrunk, up to `most_samples`² values between pixels are averaged, so that near
    balls do not flicker.
    """
    words = np.ascontiguousarray(yuyv).view("<u2")[:, :, 0]
    return _sampled(words, centers, edges, size, most_samples)


@kernel
def _sampled(
    words: Words, centers: Points2, edges: Vec, size: int, most_samples: int
) -> npt.NDArray[np.uint8]:
    """Rows are mixed first and columns then, many pixels at once in both cases."""
    patches = np.empty((centers.shape[0], size, size), np.uint8)
    columns, rows = np.empty(size * most_samples, np.int64), np.empty(size * most_samples, np.int64)
    right, below = np.empty(size * most_samples), np.empty(size * most_samples)
    line = np.empty(words.shape[1], np.float32)
    upright = np.empty((words.shape[1], size), np.float32)
    mixed = np.empty(size, np.float32)
    for i in range(centers.shape[0]):
        step = edges[i] / size
        samples = min(1 if step < 1.5 else 2 if step < 4.0 else 3, most_samples)
        count, finer = size * samples, step / samples
        start = -0.5 * edges[i] + 0.5 * finer
        last_column, last_row = words.shape[1] - 1, words.shape[0] - 1
        _samples_along(centers[i, 0] + start, finer, last_column, columns[:count], right[:count])
        _samples_along(centers[i, 1] + start, finer, last_row, rows[:count], below[:count])
        first, share = columns[0], 1.0 / (samples * samples)
        used = line[: columns[count - 1] + 2 - first]
        for row in range(size):
            used[:] = 0.0
            for k in range(row * samples, (row + 1) * samples):
                _add_rows(words[rows[k], first:], words[rows[k] + 1, first:], below[k], used)
            upright[: used.size, row] = used
        for column in range(size):
            mixed[:] = 0.5
            for j in range(column * samples, (column + 1) * samples):
                u = columns[j] - first
                _add_columns(upright[u], upright[u + 1], share, right[j], mixed)
            for row in range(size):
                patches[i, row, column] = np.uint8(mixed[row])
    return patches


@kernel
def _add_rows(above: Words, below: Words, part: float, line: Singles) -> None:
    """Add brightness `part` of the way from one row of an image to the next one."""
    lower = np.float32(part)
    upper = np.float32(1.0) - lower
    for u in range(line.size):
        # of the two bytes, brightness comes first
        one, other = np.int32(above[u] & np.uint16(255)), np.int32(below[u] & np.uint16(255))
        line[u] += upper * np.float32(one) + lower * np.float32(other)


@kernel
def _add_columns(one: Singles, other: Singles, share: float, part: float, mixed: Singles) -> None:
    """Add a share of what is `part` of the way from one column to the next one."""
    first, second = np.float32(share * (1.0 - part)), np.float32(share * part)
    for row in range(mixed.size):
        mixed[row] += first * one[row] + second * other[row]


@kernel
def normalized_patches(
    patches: npt.NDArray[np.uint8], least_deviation: float
) -> npt.NDArray[np.float32]:
    """n × 1 × size × size with mean 0 and deviation 1 each, so that light does not matter.

    Patches that vary less than the least deviation are mostly noise, and stay faint.
    """
    count, size = patches.shape[0], patches.shape[1]
    result = np.empty((count, 1, size, size), np.float32)
    for i in range(count):
        total, squares = 0.0, 0.0
        for row in range(size):
            for column in range(size):
                value = float(patches[i, row, column])
                total += value
                squares += value * value
        mean = total / (size * size)
        deviation = math.sqrt(max(squares / (size * size) - mean * mean, 0.0))
        scale = 1.0 / max(deviation, least_deviation)
        for row in range(size):
            for column in range(size):
                result[i, 0, row, column] = (patches[i, row, column] - mean) * scale
    return result


@kernel
def saturation_of(yuyv: npt.NDArray[np.uint8], x: float, y: float, radius: float) -> float:
    """Mean chroma per mean brightness in a circle, 0 where it is out of the image."""
    height, width = yuyv.shape[0], yuyv.shape[1]
    blue, red, brightness, count = 0.0, 0.0, 0.0, 0
    step = max(int(radius / 6.0), 1)
    for row in range(max(int(y - radius), 0), min(int(y + radius) + 1, height), step):
        for column in range(max(int(x - radius), 0), min(int(x + radius) + 1, width - 1), step):
            if (column - x) ** 2 + (row - y) ** 2 <= radius * radius:
                blue += yuyv[row, column & ~1, 1] - 128.0
                red += yuyv[row, column | 1, 1] - 128.0
                brightness += yuyv[row, column, 0]
                count += 1
    if count == 0:
        return 0.0
    return float(math.hypot(blue, red) / max(brightness, 10.0 * count))


@kernel
def evenness_of(yuyv: npt.NDArray[np.uint8], x: float, y: float, radius: float) -> float:
    """Brightness of the darkest tenth of a circle by that of the brightest; 1 out of the image."""
    values = np.empty(EVEN_GRID * EVEN_GRID)
    count = 0
    for k in range(EVEN_GRID * EVEN_GRID):
        across = 2.0 * (k % EVEN_GRID) / (EVEN_GRID - 1) - 1.0
        down = 2.0 * (k // EVEN_GRID) / (EVEN_GRID - 1) - 1.0
        column, row = int(x + radius * across), int(y + radius * down)
        inside = 0 <= column < yuyv.shape[1] and 0 <= row < yuyv.shape[0]
        if inside and across * across + down * down <= 1.0:
            values[count] = yuyv[row, column, 0]
            count += 1
    if count == 0:
        return 1.0
    ordered = np.sort(values[:count])
    return float(ordered[count // 10] / max(ordered[count - 1 - count // 10], 1.0))
