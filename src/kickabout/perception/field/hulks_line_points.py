"""HULKs' line points: from bright regions to those with two facing edges, as lines have."""

import math
from typing import NamedTuple

import numpy as np

from kickabout.framework.compilation import kernel
from kickabout.geometry import FloatArray, Vec
from kickabout.perception.camera.camera_projection import CameraProjection, image_to_robot
from kickabout.perception.colors.scan_lines import ByteArray
from kickabout.perception.field.line_points import EXTENT, FROM_ROW, X, Y

STEP = 4.0  # px along a line, for its direction on the ground


class StripeRules(NamedTuple):
    """Limits of the two edges of a painted line."""

    parallel: float  # rad, maximum difference of the gradients from opposite
    max_angle: float  # rad, between scan line and gradient
    line_width: float  # m
    min_width: float  # in line widths
    max_width: float  # in line widths
    blur_px: float  # tolerance of the position of an edge


@kernel
def gradient(yuyv: ByteArray, x: int, y: int) -> tuple[float, float]:
    """Return the Sobel gradient of Y; zero at the edge of the image."""
    if x < 1 or y < 1 or x >= yuyv.shape[1] - 1 or y >= yuyv.shape[0] - 1:
        return 0.0, 0.0
    gx = gy = 0.0
    for k in range(-1, 2):
        weight = 2.0 if k == 0 else 1.0
        gx += weight * (float(yuyv[y + k, x + 1, 0]) - float(yuyv[y + k, x - 1, 0]))
        gy += weight * (float(yuyv[y + 1, x + k, 0]) - float(yuyv[y - 1, x + k, 0]))
    return gx, gy


@kernel
def stripe_directions(
    yuyv: ByteArray, line_points: FloatArray, projection: CameraProjection, rules: StripeRules
) -> Vec:
    """Return the image direction in rad of the line at each point; NaN if it cannot be one."""
    angles = np.full(line_points.shape[0], np.nan)
    for i in range(line_points.shape[0]):
        angle = facing_edges(yuyv, line_points[i], rules)
        if math.isnan(angle):
            continue
        width, per_px = width_on_ground(line_points[i], angle, projection)
        blur = rules.blur_px * per_px
        low = rules.min_width * rules.line_width - blur
        if low <= width <= rules.max_width * rules.line_width + blur:
            angles[i] = angle
    return angles


@kernel
def facing_edges(yuyv: ByteArray, point: Vec, rules: StripeRules) -> float:
    """Return the direction along a stripe if the gradients at both ends face each other, or NaN."""
    half = 0.5 * point[EXTENT]
    if point[FROM_ROW] > 0.0:
        x1, y1, x2, y2 = point[X] - half - 1.0, point[Y], point[X] + half, point[Y]
    else:
        x1, y1, x2, y2 = point[X], point[Y] - half - 1.0, point[X], point[Y] + half
    ax, ay = gradient(yuyv, int(x1), int(y1))
    bx, by = gradient(yuyv, int(x2), int(y2))
    a, b = math.hypot(ax, ay), math.hypot(bx, by)
    if min(a, b) < 1e-6:
        return math.nan
    if -(ax * bx + ay * by) < math.cos(rules.parallel) * a * b:
        return math.nan
    nx, ny = ax / a - bx / b, ay / a - by / b
    norm = math.hypot(nx, ny)
    into = nx / norm if point[FROM_ROW] > 0.0 else ny / norm
    if into < math.cos(rules.max_angle):
        return math.nan
    return math.atan2(nx, -ny)


@kernel
def width_on_ground(point: Vec, angle: float, projection: CameraProjection) -> tuple[float, float]:
    """Return the width in m of the stripe across its direction, and m per px of the region."""
    half = 0.5 * point[EXTENT]
    pixels = np.empty((4, 2))
    pixels[:, 0], pixels[:, 1] = point[X], point[Y]
    axis = 0 if point[FROM_ROW] > 0.0 else 1
    pixels[0, axis] -= half
    pixels[1, axis] += half
    pixels[2, 0] -= STEP * math.cos(angle)
    pixels[2, 1] -= STEP * math.sin(angle)
    pixels[3, 0] += STEP * math.cos(angle)
    pixels[3, 1] += STEP * math.sin(angle)
    ground = image_to_robot(pixels, projection, 0.0)
    across, along = ground[1] - ground[0], ground[3] - ground[2]
    norm = math.hypot(along[0], along[1])
    if not norm > 1e-9:
        return math.inf, 0.0
    width = abs(across[0] * along[1] - across[1] * along[0]) / norm
    return width, width / max(point[EXTENT], 1.0)
