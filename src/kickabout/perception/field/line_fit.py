"""Field lines: from straight pieces of chains to lines that are painted all along."""

import math
from typing import NamedTuple

import numpy as np

from kickabout.framework.compilation import kernel
from kickabout.geometry import BoolArray, FloatArray, IndexArray, Vec, Vec2
from kickabout.perception.camera.camera_projection import CameraProjection
from kickabout.perception.camera.camera_projection_points import exposed_at, on_ground
from kickabout.perception.colors.scan_lines import ByteArray
from kickabout.perception.colors.whiteness import (
    NOWHERE,
    PAINTED,
    LevelView,
    Stripe,
    brightness,
    is_mostly_painted,
    level_view,
    normal_on_ground,
    paint_on_stripe,
    stripe_across,
)
from kickabout.perception.field.line_chains import distance_from, fitted_line, position_along
from kickabout.perception.field.line_points import (
    ACROSS_X,
    ACROSS_Y,
    EXTENT,
    FROM_ROW,
    LEVEL_X,
    LEVEL_Y,
)

MAX_LINES = 16


class LineLimits(NamedTuple):
    """Limits of the search for lines; px are those of the straightened image."""

    tolerance: float  # px, maximum distance of a point from its line
    tolerance_fraction: float  # of the region's length, in addition
    min_points: float
    gap: float  # px, maximum gap between points that is not tested for paint
    max_gap: float  # px, that is bridged
    gap_fraction: float  # minimum painted fraction of a wider gap
    fraction: float  # minimum painted fraction of a whole line
    brighter: float  # minimum brightness over that of the carpet beside it
    min_px: float  # px, from the middle of a line to the carpet beside it
    spacing: float  # px between samples
    min_width: float  # m
    max_width: float  # m
    blur_px: float  # px, motion blur of lines in an image 640 px wide
    width_fraction: float  # minimum fraction of points that are as wide as a line
    min_length: float  # px
    min_meters: float  # m, longer than a penalty mark
    max_distance: float  # m, at which lines end


@kernel
def found_lines(
    yuyv: ByteArray,
    line_points: FloatArray,
    order: IndexArray,
    pieces: IndexArray,
    used: BoolArray,
    projection: CameraProjection,
    line_width: float,
    scale: float,
    limits: LineLimits,
) -> FloatArray:
    """Return rows of start x, y and end x, y in straightened px, and the number of points.

    `scale` is the image's width relative to 640 px.
    """
    view = level_view(projection, line_width)
    lines = np.empty((MAX_LINES, 5))
    count = 0
    sizes = pieces[:, 1] - pieces[:, 0]
    for k in np.argsort(-sizes):
        if count == MAX_LINES:
            break
        seed = order[pieces[k, 0] : pieces[k, 1] + 1]
        free = 0
        for i in seed:
            free += 0 if used[i] else 1
        if free < 3 or 2 * free < sizes[k] + 1:
            continue
        if found_line(yuyv, view, line_points, seed, used, scale, limits, lines[count]):
            count += 1
        for i in seed:
            used[i] = True
    return lines[:count].copy()


@kernel
def found_line(
    yuyv: ByteArray,
    view: LevelView,
    line_points: FloatArray,
    seed: IndexArray,
    used: BoolArray,
    scale: float,
    limits: LineLimits,
    result: Vec,
) -> bool:
    """Grow a piece to a line, fill in its ends and mark its points as used; false if it is none."""
    line, members = grown_line(yuyv, view, line_points, seed, used, limits)
    if members.shape[0] < limits.min_points:
        return False
    ends = ends_of(line_points, members, line)
    normal = normal_on_ground(view, line)
    # Widths need no pixels, so they are checked first.
    if width_fraction(line_points, members, normal, scale, limits) < limits.width_fraction:
        return False
    stripe = stripe_across(view, normal)
    min_px = beside_px(line_points, members, line, limits)
    if not is_mostly_painted(
        yuyv,
        point_on(line, ends[0]),
        point_on(line, ends[1]),
        stripe,
        min_px,
        limits.spacing,
        limits.brighter,
        limits.fraction,
    ):
        return False
    ends[0] -= paint_beyond(yuyv, view, line, ends[0], -1.0, stripe, min_px, limits)
    ends[1] += paint_beyond(yuyv, view, line, ends[1], 1.0, stripe, min_px, limits)
    result[:2], result[2:4] = point_on(line, ends[0]), point_on(line, ends[1])
    result[4] = float(members.shape[0])
    mark_used(line_points, line, ends, used, limits)
    return is_long(view, result, limits)


@kernel
def point_on(line: Vec, position: float) -> Vec2:
    """Return the point at a coordinate along a line."""
    point = np.empty(2)
    point[0], point[1] = line[0] + position * line[2], line[1] + position * line[3]
    return point


@kernel
def grown_line(
    yuyv: ByteArray,
    view: LevelView,
    line_points: FloatArray,
    seed: IndexArray,
    used: BoolArray,
    limits: LineLimits,
) -> tuple[Vec, IndexArray]:
    """Return the line through the points of a piece and those that continue it, and its points."""
    members = seed
    line, _ = fitted_line(line_points, members, LEVEL_X, LEVEL_Y)
    for _ in range(4):
        near, along = points_along(line_points, line, used, limits)
        if near.shape[0] < 3:
            return line, near[:0]
        low, high = run_around(yuyv, view, along, line, limits)
        same = high + 1 - low == members.shape[0]
        members = near[low : high + 1]
        if members.shape[0] < 3:
            return line, members[:0]
        line, _ = fitted_line(line_points, members, LEVEL_X, LEVEL_Y)
        if same:
            break
    return line, members


@kernel
def points_along(
    line_points: FloatArray, line: Vec, used: BoolArray, limits: LineLimits
) -> tuple[IndexArray, Vec]:
    """Return the free points on a line in their order along it, and their coordinates."""
    near = np.empty(line_points.shape[0], np.int64)
    along = np.empty(line_points.shape[0])
    count = 0
    for i in range(line_points.shape[0]):
        x, y = line_points[i, LEVEL_X], line_points[i, LEVEL_Y]
        tolerance = limits.tolerance + limits.tolerance_fraction * line_points[i, EXTENT]
        if used[i] or distance_from(line, x, y) > tolerance:
            continue
        position = position_along(line, x, y)
        k = count
        # Points come scan line by scan line, so most of them are in order already.
        while k > 0 and along[k - 1] > position:
            near[k], along[k] = near[k - 1], along[k - 1]
            k -= 1
        near[k], along[k] = i, position
        count += 1
    return near[:count], along[:count]


@kernel
def run_around(
    yuyv: ByteArray, view: LevelView, along: Vec, line: Vec, limits: LineLimits
) -> tuple[int, int]:
    """Return first and last of the points around the line's own point without an open gap."""
    middle = int(np.argmin(np.abs(along)))
    low = high = middle
    while low > 0 and is_bridged(yuyv, view, along[low - 1], along[low], line, limits):
        low -= 1
    last = along.shape[0] - 1
    while high < last and is_bridged(yuyv, view, along[high], along[high + 1], line, limits):
        high += 1
    return low, high


@kernel
def is_bridged(
    yuyv: ByteArray, view: LevelView, begin: float, end: float, line: Vec, limits: LineLimits
) -> bool:
    """Return whether a gap between points is short or painted."""
    if end - begin <= limits.gap:
        return True
    if end - begin > limits.max_gap:
        return False
    if is_bright(yuyv, view, begin, end, line, limits.gap_fraction):
        return True
    return is_mostly_painted(
        yuyv,
        point_on(line, begin),
        point_on(line, end),
        stripe_across(view, normal_on_ground(view, line)),
        limits.min_px,
        limits.spacing,
        limits.brighter,
        limits.gap_fraction,
    )


@kernel
def brightness_on(yuyv: ByteArray, view: LevelView, line: Vec, position: float) -> float:
    """Return the brightness at a coordinate along a line."""
    x, y = line[0] + position * line[2], line[1] + position * line[3]
    column, row = exposed_at(view.shutter, x, y)
    return brightness(yuyv, column, row)


@kernel
def is_bright(
    yuyv: ByteArray, view: LevelView, begin: float, end: float, line: Vec, fraction: float
) -> bool:
    """Return whether a fraction of a gap is about as bright as the line at its ends.

    Where another line meets this one there is no carpet beside it to compare with.
    """
    count = max(int((end - begin) / 3.0), 2)
    min_brightness = 0.42 * (
        brightness_on(yuyv, view, line, begin) + brightness_on(yuyv, view, line, end)
    )
    bright = 0
    for i in range(count + 1):
        position = begin + (end - begin) * i / count
        bright += 1 if brightness_on(yuyv, view, line, position) >= min_brightness else 0
        if bright + count - i < fraction * (count + 1):
            return False
    return bright >= fraction * (count + 1)


@kernel
def ends_of(line_points: FloatArray, members: IndexArray, line: Vec) -> Vec2:
    """Return the coordinates along a line of its first and its last point."""
    ends = np.array((math.inf, -math.inf))
    for i in members:
        position = position_along(line, line_points[i, LEVEL_X], line_points[i, LEVEL_Y])
        ends[0], ends[1] = min(ends[0], position), max(ends[1], position)
    return ends


@kernel
def beside_px(line_points: FloatArray, members: IndexArray, line: Vec, limits: LineLimits) -> float:
    """Return the distance from a line's middle to the carpet; motion blur widens lines."""
    extents = np.empty(members.shape[0])
    for k in range(members.shape[0]):
        i = members[k]
        lean = abs(line[3]) if line_points[i, FROM_ROW] > 0.0 else abs(line[2])
        extents[k] = lean * line_points[i, EXTENT]
    return max(limits.min_px, 0.5 * float(np.median(extents)) + 2.0)


@kernel
def is_long(view: LevelView, ends: Vec, limits: LineLimits) -> bool:
    """Return whether a line is long enough both in the image and on the ground."""
    if math.hypot(ends[2] - ends[0], ends[3] - ends[1]) < limits.min_length:
        return False
    ax, ay = on_ground(view.to_ground, ends[0], ends[1])
    bx, by = on_ground(view.to_ground, ends[2], ends[3])
    return math.hypot(bx - ax, by - ay) >= limits.min_meters


@kernel
def width_fraction(
    line_points: FloatArray,
    members: IndexArray,
    normal: tuple[float, float],
    scale: float,
    limits: LineLimits,
) -> float:
    """Return the fraction of points whose regions are about as wide as a line."""
    good = 0
    for i in members:
        width = abs(line_points[i, ACROSS_X] * normal[0] + line_points[i, ACROSS_Y] * normal[1])
        px = width / max(line_points[i, EXTENT], 1.0)
        if limits.min_width - 1.5 * px <= width <= limits.max_width + scale * limits.blur_px * px:
            good += 1
    return float(good / members.shape[0])


@kernel
def paint_beyond(
    yuyv: ByteArray,
    view: LevelView,
    line: Vec,
    begin: float,
    sign: float,
    stripe: Stripe,
    min_px: float,
    limits: LineLimits,
) -> float:
    """Return how many px the paint continues; it ends at three unpainted px in a row."""
    reach = misses = 0
    for step in range(1, int(limits.max_gap)):
        position = begin + sign * step
        x, y = line[0] + position * line[2], line[1] + position * line[3]
        far_x, far_y = on_ground(view.to_ground, x, y)
        if not far_x * far_x + far_y * far_y <= limits.max_distance * limits.max_distance:
            break
        found = paint_on_stripe(yuyv, stripe, x, y, min_px, limits.brighter)
        if found == PAINTED:
            reach, misses = step, 0
        else:
            misses += 1
        if misses > 2 or found == NOWHERE:
            break
    return float(reach)


@kernel
def mark_used(
    line_points: FloatArray, line: Vec, ends: Vec2, used: BoolArray, limits: LineLimits
) -> None:
    """Mark all points on a line as used."""
    low, high = ends[0] - 2.0, ends[1] + 2.0
    for i in range(line_points.shape[0]):
        x, y = line_points[i, LEVEL_X], line_points[i, LEVEL_Y]
        tolerance = (
            2.0 * limits.tolerance + 2.0 * limits.tolerance_fraction * line_points[i, EXTENT]
        )
        if low <= position_along(line, x, y) <= high and distance_from(line, x, y) <= tolerance:
            used[i] = True
