"""Penalty mark test: from candidates to the one that is an isolated cross on the carpet."""

import math
from typing import NamedTuple

import numpy as np

from kickabout.framework.compilation import kernel
from kickabout.geometry import Points2, Vec
from kickabout.perception.camera.camera_projection import CameraProjection
from kickabout.perception.camera.camera_projection_points import (
    Homography,
    ground_homography,
    image_homography,
    in_image,
)
from kickabout.perception.colors.relative_colors import Carpet, is_carpet
from kickabout.perception.colors.scan_lines import ByteArray
from kickabout.perception.colors.whiteness import brightness
from kickabout.perception.landmarks.contrast_normalized_sobel import contrast_normalized
from kickabout.perception.landmarks.penalty_mark_candidates import bright_middle, shown_box
from kickabout.perception.landmarks.penalty_mark_shape import (
    MAX_STEPS,
    best_pose,
    cross_outline,
    cross_radius,
)

MIN_GREEN = 0.6  # fraction of the ring around a candidate for which a cross is searched
GRID = 0.08  # step of the grid on which the cross is searched, in sizes of the mark
RING = np.column_stack(
    [function(np.arange(24) * (math.pi / 12.0)) for function in (np.cos, np.sin)]
)
ARMS = np.array(((0.0, 0.0), (1.0, 0.0), (-1.0, 0.0), (0.0, 1.0), (0.0, -1.0)))
NOTCHES = np.array(((1.0, 1.0), (1.0, -1.0), (-1.0, 1.0), (-1.0, -1.0)))


class MarkLimits(NamedTuple):
    """Limits of the appearance of a penalty mark."""

    noise: float  # deviation of Y that counts as no contrast
    response: float  # minimum mean response of the outline
    green: float  # minimum carpet fraction of the ring
    notches: float  # minimum of darkest arm over brightest notch between arms
    brighter: float  # minimum brightness over that of the carpet around it
    even: float  # minimum of darkest over brightest part
    blurred_response: float  # minimum response of marks without visible notches
    blurred_contrast: float  # minimum brightness of their middle over carpet
    blurred_from: float  # ground height of a row, in marks, from which notches are invisible


class MarkView(NamedTuple):
    """An image, its relation to the ground, and the size of the mark."""

    yuyv: ByteArray
    projection: CameraProjection
    to_ground: Homography
    to_image: Homography
    carpet: Carpet
    size: float  # m, of the mark
    stroke: float  # m, width of its arms


@kernel
def found_mark(
    yuyv: ByteArray,
    centers: Points2,
    projection: CameraProjection,
    carpet: Carpet,
    size: float,
    stroke: float,
    limits: MarkLimits,
) -> tuple[Vec, float]:
    """Return the pose (x, y, angle) of the best cross near the centers, and its response or 0."""
    view = MarkView(
        yuyv,
        projection,
        ground_homography(projection),
        image_homography(projection),
        carpet,
        size,
        stroke,
    )
    best, best_pose = 0.0, np.zeros(3)
    for k in range(centers.shape[0]):
        pose, response = fitted_cross(view, centers[k, 0], centers[k, 1], limits.noise)
        if response > best and is_mark(view, pose, response, limits):
            best, best_pose = response, pose
    return best_pose, best


@kernel
def fitted_cross(view: MarkView, x: float, y: float, noise: float) -> tuple[Vec, float]:
    """Return the best pose of the cross near a candidate, and the response of its outline."""
    size, to_image = view.size, view.to_image
    x, y = bright_middle(view.yuyv, x, y, size, to_image, view.to_ground, view.carpet.y)
    if shown_box(x, y, 1.3 * size, to_image, view.yuyv, 16)[2] == 0 or is_crowded(view, x, y):
        return np.zeros(3), 0.0
    reach = cross_radius(size, view.stroke) + MAX_STEPS * GRID * size
    left, top, right, bottom = shown_box(x, y, reach, to_image, view.yuyv, 4)
    right, bottom = min(right + 1, view.yuyv.shape[1]), min(bottom + 1, view.yuyv.shape[0])
    gradients = contrast_normalized(view.yuyv, left, top, right, bottom, noise)
    outline = cross_outline(size, view.stroke, 3)
    return best_pose(gradients, left, top, outline, x, y, to_image, GRID * size)


@kernel
def is_crowded(view: MarkView, x: float, y: float) -> bool:
    """Return whether there is too little carpet around a candidate for an isolated mark.

    Points outside of the image may be inside once the pose is found; these are few.
    """
    green, _ = green_and_outside(view, x, y, 1.1 * view.size)
    return bool(green < MIN_GREEN * RING.shape[0])


@kernel
def green_and_outside(view: MarkView, x: float, y: float, radius: float) -> tuple[int, int]:
    """Return how many points of a ring show carpet, and how many are outside of the image."""
    yuyv = view.yuyv
    green = outside = 0
    for i in range(RING.shape[0]):
        u, v = in_image(view.to_image, x + radius * RING[i, 0], y + radius * RING[i, 1])
        if not (-1.0 < u < yuyv.shape[1] and -1.0 < v < yuyv.shape[0]):
            outside += 1
            continue
        green += 1 if is_carpet(yuyv, int(u), int(v), view.carpet) else 0
    return green, outside


@kernel
def is_mark(view: MarkView, pose: Vec, response: float, limits: MarkLimits) -> bool:
    """Return whether a cross is bright, isolated and has notches or the right size."""
    if response < limits.response or not stands_alone(view, pose, limits.green):
        return False
    arm = 0.36 * view.size
    darkest, brightest = brightness_range(view, pose, ARMS, arm)
    upright = np.array((pose[0], pose[1], 0.0))
    _, beside = brightness_range(view, upright, RING, 0.85 * view.size)
    is_even = darkest / max(brightest, 1.0) >= limits.even
    if is_even and darkest / max(beside, 1.0) >= limits.brighter:
        notch = 0.25 * (view.stroke + view.size) * 1.05
        _, between = brightness_range(view, pose, NOTCHES, notch)
        if darkest / max(between, 1.0) >= limits.notches:
            return True
    return response >= limits.blurred_response and has_its_size(view, pose, limits)


@kernel
def stands_alone(view: MarkView, pose: Vec, min_fraction: float) -> bool:
    """Return whether two rings around the mark are carpet; motion blur allows for a farther one."""
    if not is_green(view, pose, 1.1, min_fraction):
        return False
    return is_green(view, pose, 0.85, min_fraction) or is_green(view, pose, 1.35, min_fraction)


@kernel
def is_green(view: MarkView, pose: Vec, sizes: float, min_fraction: float) -> bool:
    """Return whether a ring is in the image and at min_fraction this fraction of it is carpet."""
    green, outside = green_and_outside(view, pose[0], pose[1], sizes * view.size)
    return outside == 0 and green / RING.shape[0] >= min_fraction


@kernel
def brightness_range(
    view: MarkView, pose: Vec, points: Points2, scale: float
) -> tuple[float, float]:
    """Return minimum and maximum brightness at points of a shape at a pose (x, y, angle)."""
    c, s = scale * math.cos(pose[2]), scale * math.sin(pose[2])
    darkest, brightest = 255.0, 0.0
    for i in range(points.shape[0]):
        x = pose[0] + c * points[i, 0] - s * points[i, 1]
        y = pose[1] + s * points[i, 0] + c * points[i, 1]
        u, v = in_image(view.to_image, x, y)
        bright = brightness(view.yuyv, u, v)
        darkest, brightest = min(darkest, bright), max(brightest, bright)
    return darkest, brightest


@kernel
def has_its_size(view: MarkView, pose: Vec, limits: MarkLimits) -> bool:
    """Return whether a mark too far to show its notches is as wide and as deep as a mark."""
    projection, size, carpet_y = view.projection, view.size, view.carpet.y
    above = projection.position_in_robot[2]
    squared = pose[0] ** 2 + pose[1] ** 2 + above**2
    column = math.sqrt(squared) / projection.intrinsics[0]  # m on the ground for each px
    row = squared / (above * projection.intrinsics[1])
    if row < limits.blurred_from * size:
        return False
    u, v = in_image(view.to_image, pose[0], pose[1])
    at = float(view.yuyv[int(v), int(u), 0])
    if at < limits.blurred_contrast * carpet_y:
        return False
    wide, deep = bright_extents(view, pose, 2.0 * size, 0.5 * (at + carpet_y))
    is_wide = 0.75 * size - column <= wide <= 1.3 * size + column
    return bool(is_wide and 0.6 * size - 0.5 * row <= deep <= 1.3 * size + row)


@kernel
def bright_extents(
    view: MarkView, pose: Vec, reach: float, threshold: float
) -> tuple[float, float]:
    """Return the width and depth in m of the bright area around a pose.

    It is followed on the ground until it is darker than `threshold`, for at most `reach` m.
    """
    far = math.hypot(pose[0], pose[1])
    ahead_x, ahead_y = pose[0] / far, pose[1] / far
    widths = np.zeros(2)
    for axis in range(2):
        along_x = -ahead_y if axis == 0 else ahead_x
        along_y = ahead_x if axis == 0 else ahead_y
        for sign in (-1.0, 1.0):
            gone = 0.0
            while gone < reach:
                x, y = pose[0] + sign * gone * along_x, pose[1] + sign * gone * along_y
                u, v = in_image(view.to_image, x, y)
                if math.isnan(u) or brightness(view.yuyv, u, v) < threshold:
                    break
                gone += 0.004
            widths[axis] += gone
    return widths[0], widths[1]
