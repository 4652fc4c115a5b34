"""Ball patches: from positions in the image to small gray pictures of one size."""

import math
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from kickabout.framework.compilation import kernel
from kickabout.geometry import FloatArray, Points2, Vec
from kickabout.perception.camera.camera_projection import CameraProjection
from kickabout.representations.camera import Yuyv

Patches = npt.NDArray[np.uint8]
Positions = npt.NDArray[np.uint32]
Singles = npt.NDArray[np.float32]
BRIGHTNESS = np.uint16(255)  # mask of Y, the low byte of a pixel's two
MAX_SAMPLES = 3  # per pixel and direction
PATCH_SIZE = 32  # px, edge of the networks' input
GLANCE_SIZE = 16  # px, edge of the small network's input
MIN_DEVIATION = 5.0  # of brightness, below that it is noise; as in training
PATCH_RADII = 3.5  # edge of a patch in expected radii of the ball, BH19 4.2.2
CONTEXT_SIZE = 2 * PATCH_SIZE  # px, edge of patches that also show the surroundings
EVEN_GRID = 11  # points in each direction at which a ball's brightness is sampled


class ColumnSizes(NamedTuple):
    """Sizes of balls on the ground in one column of an image, as polynomials of the row."""

    fall: float  # of rays to their centers, per distance ahead
    fall_per_row: float
    squared_distance: (
        float  # squared length of rays down to the height of centers, times squared fall
    )
    squared_distance_per_row: float
    squared_distance_per_row2: float
    ball_radius: float  # m
    focal_length: float  # px


@kernel
def column_sizes(x: float, projection: CameraProjection, ball_radius: float) -> ColumnSizes:
    """Return the sizes of balls in a column."""
    pan, tilt, row = projection.shutter[0], projection.shutter[1], projection.shutter[2]
    right = (x - projection.intrinsics[2]) / projection.intrinsics[0] + pan * row
    below = -projection.intrinsics[3] / projection.intrinsics[1] - tilt * row
    below_per_row = 1.0 / projection.intrinsics[1] + tilt
    drop = max(projection.position_in_robot[2] - ball_radius, 0.0)
    return ColumnSizes(
        -projection.rotation[2, 0]
        + projection.rotation[2, 1] * right
        + projection.rotation[2, 2] * below,
        -projection.rotation[2, 1] * pan + projection.rotation[2, 2] * below_per_row,
        drop**2 * (1.0 + right**2 + below**2),
        drop**2 * 2.0 * (below * below_per_row - right * pan),
        drop**2 * (pan**2 + below_per_row**2),
        ball_radius,
        projection.intrinsics[0],
    )


@kernel
def radius_in_column(y: float, sizes: ColumnSizes) -> float:
    """Return the radius in px of a ball on the ground centered in a row; 0 above the horizon."""
    fall = sizes.fall + sizes.fall_per_row * y
    squared_distance = sizes.squared_distance + y * (
        sizes.squared_distance_per_row + y * sizes.squared_distance_per_row2
    )
    if fall < 1e-4 or squared_distance <= 0.0:
        return 0.0
    size = sizes.ball_radius * fall
    min_distance = 1.05 * size
    return (
        sizes.focal_length
        * size
        / math.sqrt(max(squared_distance, min_distance * min_distance) - size * size)
    )


@kernel
def radius_at(x: float, y: float, projection: CameraProjection, ball_radius: float) -> float:
    """Return the radius in px of a ball on the ground centered at a pixel."""
    return radius_in_column(y, column_sizes(x, projection, ball_radius))


@kernel
def expected_radii(pixels: Points2, projection: CameraProjection, ball_radius: float) -> Vec:
    """Return the radii in px of balls on the ground centered at pixels."""
    radii = np.empty(pixels.shape[0])
    for i in range(pixels.shape[0]):
        radii[i] = radius_at(pixels[i, 0], pixels[i, 1], projection, ball_radius)
    return radii


def sampled_patches(
    yuyv: Yuyv, centers: Points2, edges: Vec, size: int, max_samples: int
) -> Patches:
    """Return squares with these centers and edges in px, scaled to size × size.

    If a patch is shrunk, up to `max_samples`² interpolated values are averaged per pixel, so that
    near balls do not flicker.
    """
    return _sampled(np.ascontiguousarray(yuyv), centers, edges, size, max_samples)


@kernel
def _sampled(yuyv: Yuyv, centers: Points2, edges: Vec, size: int, max_samples: int) -> Patches:
    patches = np.empty((centers.shape[0], size, size), np.uint8)
    positions, weights, lines = _scratch(size, max_samples, yuyv.shape[1])
    for i in range(centers.shape[0]):
        x, y, edge = centers[i, 0], centers[i, 1], edges[i]
        _sample(yuyv, x, y, edge, max_samples, positions, weights, lines, patches[i])
    return patches


def network_patches(
    yuyv: Yuyv, centers: FloatArray, radii: Vec, edge_radii: float, size: int, max_samples: int
) -> Singles:
    """Return sampled and normalized patches around balls of these radii, as network input.

    Only the first two columns of centers are used.
    """
    return _network_patches(
        np.ascontiguousarray(yuyv), centers, radii, edge_radii, size, max_samples
    )


@kernel
def _network_patches(
    yuyv: Yuyv, centers: FloatArray, radii: Vec, edge_radii: float, size: int, max_samples: int
) -> Singles:
    result = np.empty((centers.shape[0], 1, size, size), np.float32)
    patch = np.empty((size, size), np.uint8)
    positions, weights, lines = _scratch(size, max_samples, yuyv.shape[1])
    for i in range(centers.shape[0]):
        x, y, edge = centers[i, 0], centers[i, 1], edge_radii * radii[i]
        _sample(yuyv, x, y, edge, max_samples, positions, weights, lines, patch)
        _normalize(patch, MIN_DEVIATION, result[i, 0])
    return result


@kernel
def _scratch(size: int, samples: int, width: int) -> tuple[Positions, Singles, Singles]:
    """Return scratch memory for a patch: its sample positions and weights, and two rows."""
    count = size * samples
    return (
        np.empty((2, count), np.uint32),
        np.empty((4, count), np.float32),
        np.empty((2, max(size, width)), np.float32),
    )


@kernel
def _locate_samples(
    start: float,
    step: float,
    samples: int,
    size: int,
    last: int,
    weight: float,
    positions: Positions,
    near: Singles,
    far: Singles,
) -> None:
    """Fill in pixels before samples, and weights of these and of the next ones.

    Samples beyond the image's edge are moved onto it. The first sample of each pixel of the patch
    comes first, then the second one of each.
    """
    for k in range(samples):
        for pixel in range(size):
            at = min(max(start + step * (pixel * samples + k) - 0.5, 0.0), last - 0.001)
            part = at - int(at)
            positions[k * size + pixel] = int(at)
            near[k * size + pixel] = weight * (1.0 - part)
            far[k * size + pixel] = weight * part


@kernel
def _sample(
    yuyv: Yuyv,
    x: float,
    y: float,
    edge: float,
    max_samples: int,
    positions: Positions,
    weights: Singles,
    lines: Singles,
    patch: Patches,
) -> None:
    """Fill in a patch; rows are interpolated first, for vector instructions, then columns.

    Indices are unsigned, as that skips the test for negative ones.
    """
    size, step = patch.shape[0], edge / patch.shape[0]
    samples = min(1 if step < 1.5 else 2 if step < 4.0 else 3, max_samples)
    finer = step / samples
    start, weight = -0.5 * edge + 0.5 * finer, 1.0 / (samples * samples)
    columns, rows, left, right, lower = (
        positions[0],
        positions[1],
        weights[0],
        weights[1],
        weights[3],
    )
    _locate_samples(
        y + start, finer, samples, size, yuyv.shape[0] - 1, 1.0, rows, weights[2], lower
    )
    _locate_samples(
        x + start, finer, samples, size, yuyv.shape[1] - 1, weight, columns, left, right
    )
    first = int(columns[0])
    used = int(columns[size * samples - 1]) + 2 - first
    pixels, width = yuyv.reshape(-1).view(np.uint16), yuyv.shape[1]
    line, mixed = lines[0], lines[1]
    for row in range(size):
        for u in range(used):
            line[u] = 0.0
        for k in range(row, size * samples, size):
            below, above = lower[k], np.float32(1.0) - lower[k]
            begin = np.uint64(rows[k] * width + first)
            next_begin = begin + np.uint64(width)
            for u in range(used):
                one = np.int32(pixels[begin + np.uint64(u)] & BRIGHTNESS)
                other = np.int32(pixels[next_begin + np.uint64(u)] & BRIGHTNESS)
                line[u] += above * np.float32(one) + below * np.float32(other)
        for column in range(size):
            mixed[column] = 0.5
        for k in range(samples):
            for column in range(size):
                j = k * size + column
                position = np.uint64(columns[j] - np.uint32(first))
                mixed[column] += left[j] * line[position] + right[j] * line[position + np.uint64(1)]
        for column in range(size):
            patch[row, column] = np.uint8(mixed[column])


@kernel
def normalized_patches(patches: Patches, min_deviation: float) -> Singles:
    """Return n × 1 × size × size values with mean 0 and deviation 1 per patch.

    Patches that vary less than `min_deviation` are mostly noise and get a smaller deviation.
    """
    count, size = patches.shape[0], patches.shape[1]
    result = np.empty((count, 1, size, size), np.float32)
    for i in range(count):
        _normalize(patches[i], min_deviation, result[i, 0])
    return result


@kernel
def _normalize(patch: Patches, min_deviation: float, result: Singles) -> None:
    """Fill in a patch with mean 0 and deviation 1."""
    total, squares = 0, 0
    for value in patch.flat:
        total += int(value)
        squares += int(value) * int(value)
    mean = total / patch.size
    deviation = math.sqrt(max(squares / patch.size - mean * mean, 0.0))
    scale = 1.0 / max(deviation, min_deviation)
    for row in range(patch.shape[0]):
        for column in range(patch.shape[1]):
            result[row, column] = (patch[row, column] - mean) * scale


@kernel
def saturation_of(yuyv: Yuyv, x: float, y: float, radius: float) -> float:
    """Return mean chroma per mean brightness in a circle; 0 outside of the image."""
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
def evenness_of(yuyv: Yuyv, x: float, y: float, radius: float) -> float:
    """Return the darkest over the brightest decile in a circle; 1 outside of the image."""
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
