"""Field lines: from straight pieces of chains to lines whose whole length is painted."""

import math
from typing import NamedTuple

import numpy as np

from kickabout.geometry import BoolArray, FloatArray, IndexArray, Vec, Vec2, kernel
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
from kickabout.perception.field.line_chains import distance_from, fitted_line, place_along
from kickabout.perception.field.line_spots import (
    ACROSS_X,
    ACROSS_Y,
    EXTENT,
    FROM_ROW,
    LEVEL_X,
    LEVEL_Y,
)

MOST_LINES = 16


class LineLimits(NamedTuple):
    """Limits of the search for lines; px are those of the straightened image."""

    slack: float  # px, distance of a spot from its line
    slack_share: float  # of the region's length, in addition
    min_spots: float
    gap: float  # px between spots that needs no proof
    widest_gap: float  # px
    gap_share: float  # painted share of a wider gap
    share: float  # painted share of a whole line
    brighter: float  # than the carpet beside it
    min_px: float  # px, from the middle of a line to the carpet beside it
    spacing: float  # px between samples
    thinnest: float  # m, as seen
    thickest: float  # m, as seen
    blur_px: float  # px, by which motion widens lines in an image 640 px wide
    width_share: float  # of the spots, that must be as wide as a line
    min_length: float  # px
    min_meters: float  # m, longer than a penalty mark
    farthest: float  # m, where lines end at the latest


@kernel
def found_lines(
    yuyv: ByteArray,
    spots: FloatArray,
    order: IndexArray,
    pieces: IndexArray,
    used: BoolArray,
    projection: CameraProjection,
    line_width: float,
    scale: float,
    limits: LineLimits,
) -> FloatArray:
    """Rows of start x, y and end x, y in straightened px, and the number of spots.

    `scale` is how much finer the image is than one of 640 px.
    """
    view = level_view(projection, line_width)
    lines = np.empty((MOST_LINES, 5))
    count = 0
    sizes = pieces[:, 1] - pieces[:, 0]
    for k in np.argsort(-sizes):
        if count == MOST_LINES:
            break
        seed = order[pieces[k, 0] : pieces[k, 1] + 1]
        free = 0
        for i in seed:
            free += 0 if used[i] else 1
        if free < 3 or 2 * free < sizes[k] + 1:
            continue
        if found_line(yuyv, view, spots, seed, used, scale, limits, lines[count]):
            count += 1
        for i in seed:
            used[i] = True
    return lines[:count].copy()


@kernel
def found_line(
    yuyv: ByteArray,
    view: LevelView,
    spots: FloatArray,
    seed: IndexArray,
    used: BoolArray,
    scale: float,
    limits: LineLimits,
    result: Vec,
) -> bool:
    """Whether a piece is part of a line; fills in its ends and marks its spots as used."""
    line, members = grown_line(yuyv, view, spots, seed, used, limits)
    if members.shape[0] < limits.min_spots:
        return False
    ends = ends_of(spots, members, line)
    normal = normal_on_ground(view, line)
    # Widths are told by the spots alone, so they are looked at first.
    if width_share(spots, members, normal, scale, limits) < limits.width_share:
        return False
    stripe = stripe_across(view, normal)
    min_px = beside_px(spots, members, line, limits)
    if not is_mostly_painted(
        yuyv,
        point_on(line, ends[0]),
        point_on(line, ends[1]),
        stripe,
        min_px,
        limits.spacing,
        limits.brighter,
        limits.share,
    ):
        return False
    ends[0] -= paint_beyond(yuyv, view, line, ends[0], -1.0, stripe, min_px, limits)
    ends[1] += paint_beyond(yuyv, view, line, ends[1], 1.0, stripe, min_px, limits)
    result[:2], result[2:4] = point_on(line, ends[0]), point_on(line, ends[1])
    result[4] = float(members.shape[0])
    mark_used(spots, line, ends, used, limits)
    return is_long(view, result, limits)


@kernel
def point_on(line: Vec, place: float) -> Vec2:
    point = np.empty(2)
    point[0], point[1] = line[0] + place * line[2], line[1] + place * line[3]
    return point


@kernel
def grown_line(
    yuyv: ByteArray,
    view: LevelView,
    spots: FloatArray,
    seed: IndexArray,
    used: BoolArray,
    limits: LineLimits,
) -> tuple[Vec, IndexArray]:
    """A line through the spots of a piece and all others that continue it."""
    members = seed
    line, _ = fitted_line(spots, members, LEVEL_X, LEVEL_Y)
    for _ in range(4):
        near, along = spots_along(spots, line, used, limits)
        if near.shape[0] < 3:
            return line, near[:0]
        low, high = run_around(yuyv, view, along, line, limits)
        same = high + 1 - low == members.shape[0]
        members = near[low : high + 1]
        if members.shape[0] < 3:
            return line, members[:0]
        line, _ = fitted_line(spots, members, LEVEL_X, LEVEL_Y)
        if same:
            break
    return line, members


@kernel
def spots_along(
    spots: FloatArray, line: Vec, used: BoolArray, limits: LineLimits
) -> tuple[IndexArray, Vec]:
    """Free spots on a line in the order in which it passes them, and where along it they are."""
    near = np.empty(spots.shape[0], np.int64)
    along = np.empty(spots.shape[0])
    count = 0
    for i in range(spots.shape[0]):
        x, y = spots[i, LEVEL_X], spots[i, LEVEL_Y]
        slack = limits.slack + limits.slack_share * spots[i, EXTENT]
        if used[i] or distance_from(line, x, y) > slack:
            continue
        place = place_along(line, x, y)
        k = count
        # Scan lines follow each other, so that most spots are in order already.
        while k > 0 and along[k - 1] > place:
            near[k], along[k] = near[k - 1], along[k - 1]
            k -= 1
        near[k], along[k] = i, place
        count += 1
    return near[:count], along[:count]


@kernel
def run_around(
    yuyv: ByteArray, view: LevelView, along: Vec, line: Vec, limits: LineLimits
) -> tuple[int, int]:
    """First and last of the spots around the line's point that follow each other without gaps."""
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
    if end - begin <= limits.gap:
        return True
    if end - begin > limits.widest_gap:
        return False
    if is_bright(yuyv, view, begin, end, line, limits.gap_share):
        return True
    return is_mostly_painted(
        yuyv,
        point_on(line, begin),
        point_on(line, end),
        stripe_across(view, normal_on_ground(view, line)),
        limits.min_px,
        limits.spacing,
        limits.brighter,
        limits.gap_share,
    )


@kernel
def brightness_on(yuyv: ByteArray, view: LevelView, line: Vec, place: float) -> float:
    x, y = line[0] + place * line[2], line[1] + place * line[3]
    column, row = exposed_at(view.shutter, x, y)
    return brightness(yuyv, column, row)


@kernel
def is_bright(
    yuyv: ByteArray, view: LevelView, begin: float, end: float, line: Vec, share: float
) -> bool:
    """Whether a share of a gap is about as bright as the line at its ends.

    Where another line meets this one there is no carpet beside it.
    """
    count = max(int((end - begin) / 3.0), 2)
    least = 0.42 * (brightness_on(yuyv, view, line, begin) + brightness_on(yuyv, view, line, end))
    bright = 0
    for i in range(count + 1):
        place = begin + (end - begin) * i / count
        bright += 1 if brightness_on(yuyv, view, line, place) >= least else 0
        if bright + count - i < share * (count + 1):
            return False
    return bright >= share * (count + 1)


@kernel
def ends_of(spots: FloatArray, members: IndexArray, line: Vec) -> Vec2:
    """Where along a line its first and its last spot are."""
    ends = np.array((math.inf, -math.inf))
    for i in members:
        place = place_along(line, spots[i, LEVEL_X], spots[i, LEVEL_Y])
        ends[0], ends[1] = min(ends[0], place), max(ends[1], place)
    return ends


@kernel
def beside_px(spots: FloatArray, members: IndexArray, line: Vec, limits: LineLimits) -> float:
    """From a line's middle to surely beside it: motion blurs lines to more than their width."""
    extents = np.empty(members.shape[0])
    for k in range(members.shape[0]):
        i = members[k]
        lean = abs(line[3]) if spots[i, FROM_ROW] > 0.0 else abs(line[2])
        extents[k] = lean * spots[i, EXTENT]
    return max(limits.min_px, 0.5 * float(np.median(extents)) + 2.0)


@kernel
def is_long(view: LevelView, ends: Vec, limits: LineLimits) -> bool:
    """Whether a line is long enough both in the image and on the ground."""
    if math.hypot(ends[2] - ends[0], ends[3] - ends[1]) < limits.min_length:
        return False
    ax, ay = on_ground(view.to_ground, ends[0], ends[1])
    bx, by = on_ground(view.to_ground, ends[2], ends[3])
    return math.hypot(bx - ax, by - ay) >= limits.min_meters


@kernel
def width_share(
    spots: FloatArray,
    members: IndexArray,
    normal: tuple[float, float],
    scale: float,
    limits: LineLimits,
) -> float:
    """Share of the spots whose regions are as wide as a line, give or take some px."""
    good = 0
    for i in members:
        width = abs(spots[i, ACROSS_X] * normal[0] + spots[i, ACROSS_Y] * normal[1])
        px = width / max(spots[i, EXTENT], 1.0)
        if limits.thinnest - 1.5 * px <= width <= limits.thickest + scale * limits.blur_px * px:
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
    """How many px the paint goes on; three px in a row that are not painted end it."""
    reach = misses = 0
    for step in range(1, int(limits.widest_gap)):
        place = begin + sign * step
        x, y = line[0] + place * line[2], line[1] + place * line[3]
        far_x, far_y = on_ground(view.to_ground, x, y)
        if not far_x * far_x + far_y * far_y <= limits.farthest * limits.farthest:
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
    spots: FloatArray, line: Vec, ends: Vec2, used: BoolArray, limits: LineLimits
) -> None:
    """Take all spots on a line out of the search."""
    low, high = ends[0] - 2.0, ends[1] + 2.0
    for i in range(spots.shape[0]):
        x, y = spots[i, LEVEL_X], spots[i, LEVEL_Y]
        slack = 2.0 * limits.slack + 2.0 * limits.slack_share * spots[i, EXTENT]
        if low <= place_along(line, x, y) <= high and distance_from(line, x, y) <= slack:
            used[i] = True
