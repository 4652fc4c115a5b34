"""HULKs' line points: from bright regions to those whose edges face each other like a line's."""

import math
from typing import NamedTuple

import numpy as np

from kickabout.geometry import FloatArray, Vec, kernel
from kickabout.perception.camera.camera_projection import CameraProjection, image_to_robot
from kickabout.perception.colors.scan_lines import ByteArray
from kickabout.perception.field.line_spots import EXTENT, FROM_ROW, X, Y

STEP = 4.0  # px along a line, to tell its direction on the ground


class StripeRules(NamedTuple):
    """What the two edges of a painted line are like."""

    parallel: float  # rad, by which the gradients may miss to be opposite
    steepest: float  # rad, from the scan line to the gradient
    line_width: float  # m
    thinnest: float  # of a line's width
    thickest: float  # of a line's width
    blur_px: float  # by which an edge may be off


@kernel
def gradient(yuyv: ByteArray, x: int, y: int) -> tuple[float, float]:
    """Sobel filter of Y; zero at the edge of the image."""
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
    yuyv: ByteArray, spots: FloatArray, projection: CameraProjection, rules: StripeRules
) -> Vec:
    """Direction in the image of the line that each spot may be on, in rad; NaN if it is on none."""
    angles = np.full(spots.shape[0], np.nan)
    for i in range(spots.shape[0]):
        angle = facing_edges(yuyv, spots[i], rules)
        if math.isnan(angle):
            continue
        width, per_px = width_on_ground(spots[i], angle, projection)
        blur = rules.blur_px * per_px
        low = rules.thinnest * rules.line_width - blur
        if low <= width <= rules.thickest * rules.line_width + blur:
            angles[i] = angle
    return angles


@kernel
def facing_edges(yuyv: ByteArray, spot: Vec, rules: StripeRules) -> float:
    """Direction along a stripe if the gradients at both ends of a region point to each other."""
    half = 0.5 * spot[EXTENT]
    if spot[FROM_ROW] > 0.0:
        x1, y1, x2, y2 = spot[X] - half - 1.0, spot[Y], spot[X] + half, spot[Y]
    else:
        x1, y1, x2, y2 = spot[X], spot[Y] - half - 1.0, spot[X], spot[Y] + half
    ax, ay = gradient(yuyv, int(x1), int(y1))
    bx, by = gradient(yuyv, int(x2), int(y2))
    a, b = math.hypot(ax, ay), math.hypot(bx, by)
    if min(a, b) < 1e-6:
        return math.nan
    if -(ax * bx + ay * by) < math.cos(rules.parallel) * a * b:
        return math.nan
    nx, ny = ax / a - bx / b, ay / a - by / b
    norm = math.hypot(nx, ny)
    into = nx / norm if spot[FROM_ROW] > 0.0 else ny / norm
    if into < math.cos(rules.steepest):
        return math.nan
    return math.atan2(nx, -ny)


@kernel
def width_on_ground(spot: Vec, angle: float, projection: CameraProjection) -> tuple[float, float]:
    """Width in m of the stripe across its direction, and m for each px along the scan line."""
    half = 0.5 * spot[EXTENT]
    pixels = np.empty((4, 2))
    pixels[:, 0], pixels[:, 1] = spot[X], spot[Y]
    axis = 0 if spot[FROM_ROW] > 0.0 else 1
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
    return width, width / max(spot[EXTENT], 1.0)
