"""Proof of the penalty mark: from candidates to the one that is a cross alone on the carpet."""

import math
from typing import NamedTuple

import numpy as np

from kickabout.geometry import Points2, Vec, kernel
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
    FARTHEST,
    best_place,
    cross_outline,
    cross_radius,
)

LEAST_GREEN = 0.6  # share of the ring around a candidate that is worth a search for the cross
GRID = 0.08  # sizes of the mark, of the grid on which the cross is looked for
RING = np.column_stack(
    [function(np.arange(24) * (math.pi / 12.0)) for function in (np.cos, np.sin)]
)
ARMS = np.array(((0.0, 0.0), (1.0, 0.0), (-1.0, 0.0), (0.0, 1.0), (0.0, -1.0)))
NOTCHES = np.array(((1.0, 1.0), (1.0, -1.0), (-1.0, 1.0), (-1.0, -1.0)))


class MarkLimits(NamedTuple):
    """What a penalty mark looks like."""

    noise: float  # deviation of Y that counts as no contrast
    response: float  # least mean response of the outline
    green: float  # share of the ring that must be carpet
    notches: float  # darkest arm over the brightest notch between arms
    brighter: float  # than the carpet around it
    even: float  # darkest over brightest part
    blurred_response: float  # of marks too far to show their notches
    blurred_contrast: float  # of these, middle over carpet
    blurred_from: float  # height of a row on the ground, in marks


class MarkView(NamedTuple):
    """An image, what its px have to do with the ground, and what is looked for there."""

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
    """Place (x, y, angle) of the best cross near one of the centers; its response or 0."""
    view = MarkView(
        yuyv,
        projection,
        ground_homography(projection),
        image_homography(projection),
        carpet,
        size,
        stroke,
    )
    best, best_place = 0.0, np.zeros(3)
    for k in range(centers.shape[0]):
        place, response = fitted_cross(view, centers[k, 0], centers[k, 1], limits.noise)
        if response > best and is_mark(view, place, response, limits):
            best, best_place = response, place
    return best_place, best


@kernel
def fitted_cross(view: MarkView, x: float, y: float, noise: float) -> tuple[Vec, float]:
    """Best place of the cross near a candidate, and the response of its outline there."""
    size, to_image = view.size, view.to_image
    x, y = bright_middle(view.yuyv, x, y, size, to_image, view.to_ground, view.carpet.y)
    if shown_box(x, y, 1.3 * size, to_image, view.yuyv, 16)[2] == 0 or is_crowded(view, x, y):
        return np.zeros(3), 0.0
    reach = cross_radius(size, view.stroke) + FARTHEST * GRID * size
    left, top, right, bottom = shown_box(x, y, reach, to_image, view.yuyv, 4)
    right, bottom = min(right + 1, view.yuyv.shape[1]), min(bottom + 1, view.yuyv.shape[0])
    gradients = contrast_normalized(view.yuyv, left, top, right, bottom, noise)
    outline = cross_outline(size, view.stroke, 3)
    return best_place(gradients, left, top, outline, x, y, to_image, GRID * size)


@kernel
def is_crowded(view: MarkView, x: float, y: float) -> bool:
    """Whether so little carpet is around a candidate that no place nearby stands alone.

    Points outside of the image may be inside once the place is found; these are few.
    """
    green, _ = green_and_outside(view, x, y, 1.1 * view.size)
    return bool(green < LEAST_GREEN * RING.shape[0])


@kernel
def green_and_outside(view: MarkView, x: float, y: float, radius: float) -> tuple[int, int]:
    """How many points of a ring show carpet, and how many are outside of the image."""
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
def is_mark(view: MarkView, place: Vec, response: float, limits: MarkLimits) -> bool:
    if response < limits.response or not stands_alone(view, place, limits.green):
        return False
    arm = 0.36 * view.size
    darkest, brightest = brightness_range(view, place, ARMS, arm)
    upright = np.array((place[0], place[1], 0.0))
    _, beside = brightness_range(view, upright, RING, 0.85 * view.size)
    is_even = darkest / max(brightest, 1.0) >= limits.even
    if is_even and darkest / max(beside, 1.0) >= limits.brighter:
        notch = 0.25 * (view.stroke + view.size) * 1.05
        _, between = brightness_range(view, place, NOTCHES, notch)
        if darkest / max(between, 1.0) >= limits.notches:
            return True
    return response >= limits.blurred_response and has_its_size(view, place, limits)


@kernel
def stands_alone(view: MarkView, place: Vec, least: float) -> bool:
    """Carpet on two rings around it, farther out where motion has blurred it."""
    if not is_green(view, place, 1.1, least):
        return False
    return is_green(view, place, 0.85, least) or is_green(view, place, 1.35, least)


@kernel
def is_green(view: MarkView, place: Vec, sizes: float, least: float) -> bool:
    """Whether a ring is in the image and that share of it carpet."""
    green, outside = green_and_outside(view, place[0], place[1], sizes * view.size)
    return outside == 0 and green / RING.shape[0] >= least


@kernel
def brightness_range(
    view: MarkView, place: Vec, points: Points2, scale: float
) -> tuple[float, float]:
    """Least and largest brightness at points of a shape at a place (x, y, angle)."""
    c, s = scale * math.cos(place[2]), scale * math.sin(place[2])
    least, largest = 255.0, 0.0
    for i in range(points.shape[0]):
        x = place[0] + c * points[i, 0] - s * points[i, 1]
        y = place[1] + s * points[i, 0] + c * points[i, 1]
        u, v = in_image(view.to_image, x, y)
        bright = brightness(view.yuyv, u, v)
        least, largest = min(least, bright), max(largest, bright)
    return least, largest


@kernel
def has_its_size(view: MarkView, place: Vec, limits: MarkLimits) -> bool:
    """Instead of the notches where they are too small to be seen: as wide as it is deep."""
    projection, size, carpet_y = view.projection, view.size, view.carpet.y
    above = projection.position_in_robot[2]
    squared = place[0] ** 2 + place[1] ** 2 + above**2
    column = math.sqrt(squared) / projection.intrinsics[0]  # m on the ground for each px
    row = squared / (above * projection.intrinsics[1])
    if row < limits.blurred_from * size:
        return False
    u, v = in_image(view.to_image, place[0], place[1])
    at = float(view.yuyv[int(v), int(u), 0])
    if at < limits.blurred_contrast * carpet_y:
        return False
    wide, deep = bright_extents(view, place, 2.0 * size, 0.5 * (at + carpet_y))
    is_wide = 0.75 * size - column <= wide <= 1.3 * size + column
    return bool(is_wide and 0.6 * size - 0.5 * row <= deep <= 1.3 * size + row)


@kernel
def bright_extents(view: MarkView, place: Vec, reach: float, least: float) -> tuple[float, float]:
    """m over which it is bright from the place to left and right, and to far and near.

    Along the ground, from the middle out until it is darker than `least`, at most `reach`.
    """
    far = math.hypot(place[0], place[1])
    ahead_x, ahead_y = place[0] / far, place[1] / far
    widths = np.zeros(2)
    for axis in range(2):
        along_x = -ahead_y if axis == 0 else ahead_x
        along_y = ahead_x if axis == 0 else ahead_y
        for sign in (-1.0, 1.0):
            gone = 0.0
            while gone < reach:
                x, y = place[0] + sign * gone * along_x, place[1] + sign * gone * along_y
                u, v = in_image(view.to_image, x, y)
                if math.isnan(u) or brightness(view.yuyv, u, v) < least:
                    break
                gone += 0.004
            widths[axis] += gone
    return widths[0], widths[1]
