"""Visible pieces of lines: from painted segments to the parts that are visible to a camera."""

import math

import numpy as np

from kickabout.framework.compilation import kernel
from kickabout.geometry import FloatArray, Mat3, Points2, Points3, Vec, Vec2, Vec3
from kickabout.simulation.oracles.observation.visibility import NEAREST_DEPTH, NO_OWNER, is_hidden

STEP = 0.1  # m; shorter gaps may be missed
HALVINGS = 6  # ends of pieces are accurate to STEP / 64


@kernel
def distances_to_frame(
    x: float, y: float, rotation: Mat3, camera: Vec3, intrinsics: Vec, image_size: Vec2
) -> tuple[float, float, float, float, float]:
    """Return how far a ground point is inside of each side of the view, linear in the point."""
    dx, dy = x - camera[0], y - camera[1]
    depth = rotation[0, 0] * dx + rotation[1, 0] * dy - rotation[2, 0] * camera[2]
    left = intrinsics[0] * (rotation[0, 1] * dx + rotation[1, 1] * dy - rotation[2, 1] * camera[2])
    up = intrinsics[1] * (rotation[0, 2] * dx + rotation[1, 2] * dy - rotation[2, 2] * camera[2])
    return (
        depth - NEAREST_DEPTH,
        intrinsics[2] * depth - left,
        (image_size[0] - intrinsics[2]) * depth + left,
        intrinsics[3] * depth - up,
        (image_size[1] - intrinsics[3]) * depth + up,
    )


@kernel
def interval_in_image(
    segment: Vec, rotation: Mat3, camera: Vec3, intrinsics: Vec, image_size: Vec2
) -> tuple[float, float]:
    """Return the fractions of the segment between which it is in the image; (1, 0) if never."""
    starts = distances_to_frame(segment[0], segment[1], rotation, camera, intrinsics, image_size)
    ends = distances_to_frame(segment[2], segment[3], rotation, camera, intrinsics, image_size)
    low, high = 0.0, 1.0
    for start, end in zip(starts, ends):  # noqa: B905 (numba knows no strict)
        if start < 0.0 and end < 0.0:
            return 1.0, 0.0
        if start < 0.0:
            low = max(low, start / (start - end))
        elif end < 0.0:
            high = min(high, start / (start - end))
    return low, high


@kernel
def is_free(x: float, y: float, camera: Vec3, occluders: FloatArray, end_range: float) -> bool:
    """Return whether a point of the ground is near enough and not hidden."""
    if math.hypot(x - camera[0], y - camera[1]) > end_range:
        return False
    return not is_hidden(x, y, 0.0, camera, occluders, NO_OWNER)


@kernel
def free_fraction(
    x: float,
    y: float,
    step_x: float,
    step_y: float,
    camera: Vec3,
    occluders: FloatArray,
    end_range: float,
) -> float:
    """Return the free fraction of a step from a free point to one that is not free."""
    low, high = 0.0, 1.0
    for _ in range(HALVINGS):
        middle = 0.5 * (low + high)
        if is_free(x + middle * step_x, y + middle * step_y, camera, occluders, end_range):
            low = middle
        else:
            high = middle
    return low


@kernel
def visible_pieces(
    segments: FloatArray,
    rotation: Mat3,
    camera: Vec3,
    intrinsics: Vec,
    image_size: Vec2,
    occluders: FloatArray,
    end_range: float,
    min_length: float,
) -> FloatArray:
    """Return rows (x, y, x, y) in the field, in the order of the segments and along them."""
    pieces = np.empty((4 * segments.shape[0] + 16, 4))
    count = 0
    for k in range(segments.shape[0]):
        low, high = interval_in_image(segments[k], rotation, camera, intrinsics, image_size)
        dx, dy = segments[k, 2] - segments[k, 0], segments[k, 3] - segments[k, 1]
        x0, y0 = segments[k, 0] + low * dx, segments[k, 1] + low * dy
        length = (high - low) * math.hypot(dx, dy)
        if length < min_length:
            continue
        steps = math.ceil(length / STEP)
        dx, dy = (high - low) * dx / steps, (high - low) * dy / steps
        start = 0.0
        was_free = False
        for i in range(steps + 2):
            x, y = x0 + i * dx, y0 + i * dy
            free = i <= steps and is_free(x, y, camera, occluders, end_range)
            if free and not was_free:
                back = free_fraction(x, y, -dx, -dy, camera, occluders, end_range) if i > 0 else 0.0
                start = i - back
            elif was_free and not free:
                end = i - 1.0
                if i <= steps:
                    end += free_fraction(x - dx, y - dy, dx, dy, camera, occluders, end_range)
                if (end - start) * length >= min_length * steps and count < pieces.shape[0]:
                    pieces[count, 0], pieces[count, 1] = x0 + start * dx, y0 + start * dy
                    pieces[count, 2], pieces[count, 3] = x0 + end * dx, y0 + end * dy
                    count += 1
            was_free = free
    return pieces[:count].copy()


@kernel
def ends_of(pieces: FloatArray) -> Points3:
    """Return start and end of each piece in turn, on the ground."""
    ends = np.zeros((2 * pieces.shape[0], 3))
    for i in range(pieces.shape[0]):
        for k in range(2):
            ends[2 * i, k] = pieces[i, k]
            ends[2 * i + 1, k] = pieces[i, 2 + k]
    return ends


@kernel
def middles_and_lengths(points: Points2, pixels: Points2) -> tuple[Points2, Vec]:
    """Return middles on the ground and lengths in px of pieces; NaN if not measured."""
    middles = np.empty((points.shape[0] // 2, 2))
    lengths = np.empty(points.shape[0] // 2)
    for i in range(lengths.size):
        a, b = 2 * i, 2 * i + 1
        lengths[i] = math.hypot(pixels[b, 0] - pixels[a, 0], pixels[b, 1] - pixels[a, 1])
        for k in range(2):
            middles[i, k] = 0.5 * (points[a, k] + points[b, k])
        if math.isnan(middles[i, 0]):
            lengths[i] = np.nan
    return middles, lengths
