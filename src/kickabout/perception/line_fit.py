"""Field lines: from straight pieces of chains to lines whose whole length is painted."""

import math
from typing import NamedTuple

import numpy as np

from kickabout.geometry import BoolArray, FloatArray, IndexArray, Points2, Vec, Vec2, kernel
from kickabout.perception.eye import Eye, image_to_robot, unstraightened
from kickabout.perception.line_chains import distance_from, fitted_line, place_along
from kickabout.perception.line_spots import (
    ACROSS_X,
    ACROSS_Y,
    EXTENT,
    FROM_ROW,
    LEVEL_X,
    LEVEL_Y,
)
from kickabout.perception.scan_lines import ByteArray
from kickabout.perception.whiteness import PAINTED, brightness, paint_at, sides_of, stripe_share

MOST_LINES = 16
NOWHERE = -2  # besides UNSEEN, PLAIN and PAINTED: where no line is looked for
STEPS_AT_ONCE = 8  # px; one by one, most of the time would go into small arrays


class LineLimits(NamedTuple):
    """Limits of the search for lines; px are those of the straightened image."""

    slack: float  # px, distance of a spot from its line
    slack_share: float  # of the region's length, in addition
    least_spots: float
    gap: float  # px between spots that needs no proof
    widest_gap: float  # px
    gap_share: float  # painted share of a wider gap
    share: float  # painted share of a whole line
    brighter: float  # than the carpet beside it
    half_width: float  # m, of painted lines
    least_px: float  # px, from the middle of a line to the carpet beside it
    spacing: float  # px between samples
    thinnest: float  # m, as seen
    thickest: float  # m, as seen
    blur_px: float  # px, by which motion widens lines
    width_share: float  # of the spots, that must be as wide as a line
    least_length: float  # px
    least_meters: float  # m, longer than a penalty mark
    farthest: float  # m, where lines end at the latest


@kernel
def found_lines(
    yuyv: ByteArray,
    spots: FloatArray,
    order: IndexArray,
    pieces: IndexArray,
    used: BoolArray,
    eye: Eye,
    limits: LineLimits,
) -> FloatArray:
    """Rows of start x, y and end x, y in straightened px, and the number of spots."""
    lines = np.empty((MOST_LINES, 5))
    count = 0
    sizes = pieces[:, 1] - pieces[:, 0]
    for k in np.argsort(-sizes):
        if count == MOST_LINES:
            break
        free = 0
        for i in range(pieces[k, 0], pieces[k, 1] + 1):
            free += 0 if used[order[i]] else 1
        if free < 3 or 2 * free < sizes[k] + 1:
            continue
        seed = order[pieces[k, 0] : pieces[k, 1] + 1]
        line, members = grown_line(yuyv, spots, seed, used, eye, limits)
        if members.shape[0] >= limits.least_spots:
            beside = beside_px(spots, members, line, limits)
            start, end = ends_of(spots, members, line)
            good = is_painted(yuyv, spots, members, line, start, end, beside, eye, limits)
            if good:
                start, end = extended(yuyv, line, start, end, beside, eye, limits)
                if is_long(start, end, eye, limits):
                    lines[count, 0], lines[count, 1] = start[0], start[1]
                    lines[count, 2], lines[count, 3] = end[0], end[1]
                    lines[count, 4] = float(members.shape[0])
                    count += 1
                mark_used(spots, line, start, end, used, limits)
        for i in seed:
            used[i] = True
    return lines[:count].copy()


@kernel
def grown_line(
    yuyv: ByteArray,
    spots: FloatArray,
    seed: IndexArray,
    used: BoolArray,
    eye: Eye,
    limits: LineLimits,
) -> tuple[Vec, IndexArray]:
    """A line through the spots of a piece and all others that continue it."""
    members = seed.copy()
    line, _ = fitted_line(chosen_points(spots, members))
    for _ in range(4):
        near = np.empty(spots.shape[0], np.int64)
        along = np.empty(spots.shape[0])
        count = 0
        for i in range(spots.shape[0]):
            x, y = spots[i, LEVEL_X], spots[i, LEVEL_Y]
            slack = limits.slack + limits.slack_share * spots[i, EXTENT]
            if not used[i] and distance_from(line, x, y) <= slack:
                near[count], along[count] = i, place_along(line, x, y)
                count += 1
        if count < 3:
            return line, members[:0]
        sequence = np.argsort(along[:count])
        low, high = run_around(yuyv, along[:count][sequence], line, eye, limits)
        grown = near[:count][sequence][low : high + 1]
        same = grown.shape[0] == members.shape[0]
        members = grown
        if members.shape[0] < 3:
            return line, members[:0]
        line, _ = fitted_line(chosen_points(spots, members))
        if same:
            break
    return line, members


@kernel
def chosen_points(spots: FloatArray, members: IndexArray) -> FloatArray:
    points = np.empty((members.shape[0], 2))
    for k in range(members.shape[0]):
        points[k, 0], points[k, 1] = spots[members[k], LEVEL_X], spots[members[k], LEVEL_Y]
    return points


@kernel
def run_around(
    yuyv: ByteArray, along: Vec, line: Vec, eye: Eye, limits: LineLimits
) -> tuple[int, int]:
    """First and last of the spots around the line's point that follow each other without gaps."""
    middle = int(np.argmin(np.abs(along)))
    low = high = middle
    while low > 0 and is_bridged(yuyv, along[low - 1], along[low], line, eye, limits):
        low -= 1
    last = along.shape[0] - 1
    while high < last and is_bridged(yuyv, along[high], along[high + 1], line, eye, limits):
        high += 1
    return low, high


@kernel
def is_bridged(
    yuyv: ByteArray, begin: float, end: float, line: Vec, eye: Eye, limits: LineLimits
) -> bool:
    if end - begin <= limits.gap:
        return True
    if end - begin > limits.widest_gap:
        return False
    share, seen = stripe_share(
        yuyv,
        line[:2] + begin * line[2:],
        line[:2] + end * line[2:],
        eye,
        limits.half_width,
        limits.least_px,
        limits.spacing,
        limits.brighter,
    )
    if seen > 0 and share >= limits.gap_share:
        return True
    return bright_share(yuyv, begin, end, line, eye) >= limits.gap_share


@kernel
def bright_share(yuyv: ByteArray, begin: float, end: float, line: Vec, eye: Eye) -> float:
    """Share of a gap that is about as bright as the line at its ends.

    Where another line meets this one there is no carpet beside it.
    """
    count = max(int((end - begin) / 3.0), 2)
    level = np.empty((count + 1, 2))
    for i in range(count + 1):
        level[i] = line[:2] + (begin + (end - begin) * i / count) * line[2:]
    pixels = unstraightened(level, eye)
    first = brightness(yuyv, pixels[0, 0], pixels[0, 1])
    last = brightness(yuyv, pixels[count, 0], pixels[count, 1])
    bright = 0
    for i in range(count + 1):
        bright += 1 if brightness(yuyv, pixels[i, 0], pixels[i, 1]) >= 0.42 * (first + last) else 0
    return bright / (count + 1)


@kernel
def ends_of(spots: FloatArray, members: IndexArray, line: Vec) -> tuple[Vec2, Vec2]:
    low, high = math.inf, -math.inf
    for i in members:
        place = place_along(line, spots[i, LEVEL_X], spots[i, LEVEL_Y])
        low, high = min(low, place), max(high, place)
    return line[:2] + low * line[2:], line[:2] + high * line[2:]


@kernel
def is_painted(
    yuyv: ByteArray,
    spots: FloatArray,
    members: IndexArray,
    line: Vec,
    start: Vec2,
    end: Vec2,
    beside: float,
    eye: Eye,
    limits: LineLimits,
) -> bool:
    """Whether enough of the length is brighter than both sides and the width is a line's."""
    share, seen = stripe_share(
        yuyv,
        start,
        end,
        eye,
        limits.half_width,
        beside,
        limits.spacing,
        limits.brighter,
    )
    if seen == 0 or share < limits.share:
        return False
    return width_share(spots, members, start, end, eye, limits) >= limits.width_share


@kernel
def beside_px(spots: FloatArray, members: IndexArray, line: Vec, limits: LineLimits) -> float:
    """From a line's middle to surely beside it: motion blurs lines to more than their width."""
    extents = np.empty(members.shape[0])
    for k in range(members.shape[0]):
        i = members[k]
        lean = abs(line[3]) if spots[i, FROM_ROW] > 0.0 else abs(line[2])
        extents[k] = lean * spots[i, EXTENT]
    return max(limits.least_px, 0.5 * float(np.median(extents)) + 2.0)


@kernel
def is_long(start: Vec2, end: Vec2, eye: Eye, limits: LineLimits) -> bool:
    """Whether a line is long enough both in the image and on the ground."""
    if math.hypot(end[0] - start[0], end[1] - start[1]) < limits.least_length:
        return False
    still = Eye(eye.intrinsics, eye.rotation, eye.position_in_robot, np.zeros(3))
    level = np.empty((2, 2))
    level[0], level[1] = start, end
    ground = image_to_robot(level, still, 0.0)
    length = math.hypot(ground[1, 0] - ground[0, 0], ground[1, 1] - ground[0, 1])
    return bool(length >= limits.least_meters)


@kernel
def width_share(
    spots: FloatArray,
    members: IndexArray,
    start: Vec2,
    end: Vec2,
    eye: Eye,
    limits: LineLimits,
) -> float:
    """Share of the spots whose regions are as wide as a line, give or take some px."""
    still = Eye(eye.intrinsics, eye.rotation, eye.position_in_robot, np.zeros(3))
    level = np.empty((2, 2))
    level[0], level[1] = start, end
    ground = image_to_robot(level, still, 0.0)
    dx, dy = ground[1, 0] - ground[0, 0], ground[1, 1] - ground[0, 1]
    length = max(math.hypot(dx, dy), 1e-9)
    good = 0
    for i in members:
        width = abs(spots[i, ACROSS_X] * dy - spots[i, ACROSS_Y] * dx) / length
        px = width / max(spots[i, EXTENT], 1.0)
        if limits.thinnest - 1.5 * px <= width <= limits.thickest + limits.blur_px * px:
            good += 1
    return float(good / members.shape[0])


@kernel
def extended(
    yuyv: ByteArray,
    line: Vec,
    start: Vec2,
    end: Vec2,
    beside: float,
    eye: Eye,
    limits: LineLimits,
) -> tuple[Vec2, Vec2]:
    """Both ends moved to where the paint ends."""
    still = Eye(eye.intrinsics, eye.rotation, eye.position_in_robot, np.zeros(3))
    first = place_along(line, start[0], start[1])
    last = place_along(line, end[0], end[1])
    first = first - paint_beyond(yuyv, line, first, -1.0, beside, eye, still, limits)
    last = last + paint_beyond(yuyv, line, last, 1.0, beside, eye, still, limits)
    return line[:2] + first * line[2:], line[:2] + last * line[2:]


@kernel
def paint_beyond(
    yuyv: ByteArray,
    line: Vec,
    begin: float,
    sign: float,
    beside: float,
    eye: Eye,
    still: Eye,
    limits: LineLimits,
) -> float:
    """How many px the paint goes on; three px in a row that are not painted end it."""
    reach = misses = 0.0
    last = int(limits.widest_gap) - 1
    normal = normal_on_ground(line, still)
    for before in range(0, last, STEPS_AT_ONCE):
        count = min(STEPS_AT_ONCE, last - before)
        level, normals = np.empty((count, 2)), np.empty((count, 2))
        for i in range(count):
            level[i] = line[:2] + (begin + sign * (before + 1 + i)) * line[2:]
            normals[i] = normal
        found = paint_along(yuyv, level, normals, beside, eye, still, limits)
        for i in range(count):
            if found[i] == PAINTED:
                reach, misses = float(before + 1 + i), 0.0
            else:
                misses += 1.0
            if misses > 2.0 or found[i] == NOWHERE:
                return reach
    return reach


@kernel
def normal_on_ground(line: Vec, still: Eye) -> Vec2:
    """Across a line that is given in straightened px."""
    level = np.empty((2, 2))
    level[0], level[1] = line[:2], line[:2] + line[2:]
    ground = image_to_robot(level, still, 0.0)
    dx, dy = ground[1, 0] - ground[0, 0], ground[1, 1] - ground[0, 1]
    norm = max(math.hypot(dx, dy), 1e-9)
    return np.array((-dy / norm, dx / norm))


@kernel
def paint_along(
    yuyv: ByteArray,
    level: Points2,
    normals: Points2,
    beside: float,
    eye: Eye,
    still: Eye,
    limits: LineLimits,
) -> IndexArray:
    """What is at straightened px on a line; NOWHERE if too far away or above the horizon."""
    ground = image_to_robot(level, still, 0.0)
    middle, left, right = sides_of(ground, normals, still, limits.half_width, beside)
    middle, left = unstraightened(middle, eye), unstraightened(left, eye)
    right = unstraightened(right, eye)
    found = np.full(level.shape[0], NOWHERE)
    for i in range(level.shape[0]):
        is_near = math.hypot(ground[i, 0], ground[i, 1]) <= limits.farthest
        if is_near and not math.isnan(middle[i, 0] + left[i, 0] + right[i, 0]):
            found[i] = paint_at(yuyv, middle[i], left[i], right[i], limits.brighter)
    return found


@kernel
def mark_used(
    spots: FloatArray,
    line: Vec,
    start: Vec2,
    end: Vec2,
    used: BoolArray,
    limits: LineLimits,
) -> None:
    """Take all spots on a line out of the search."""
    low = place_along(line, start[0], start[1]) - 2.0
    high = place_along(line, end[0], end[1]) + 2.0
    for i in range(spots.shape[0]):
        x, y = spots[i, LEVEL_X], spots[i, LEVEL_Y]
        slack = 2.0 * limits.slack + 2.0 * limits.slack_share * spots[i, EXTENT]
        if low <= place_along(line, x, y) <= high and distance_from(line, x, y) <= slack:
            used[i] = True
