"""Ball spots: from gaps in the green of scan lines to places that may show the ball."""

import math
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from kickabout.geometry import FloatArray, IndexArray, Vec, kernel
from kickabout.perception.ball.ball_patches import ColumnSizes, column_sizes, radius_in_column
from kickabout.perception.camera.camera_projection import CameraProjection
from kickabout.perception.colors.relative_colors import Carpet, is_carpet
from kickabout.perception.field.polyline import row_of_polyline
from kickabout.representations.percepts import ABOVE_ALL

Bytes = npt.NDArray[np.uint8]
Ints = npt.NDArray[np.int32]
Singles = npt.NDArray[np.float32]
FIELD, NONE = 1, 0  # RegionColor
INNER = 13  # points inside a spot: its middle, four around it and eight farther out
RING = 12  # points around it
_INNER_ANGLES = np.array([math.tau * (k / 4.0 if k < 5 else k / 8.0 + 0.05) for k in range(INNER)])
_INNER_REACH = np.array([0.0] + 4 * [0.4] + 8 * [0.7])  # radii
INNER_X, INNER_Y = _INNER_REACH * np.cos(_INNER_ANGLES), _INNER_REACH * np.sin(_INNER_ANGLES)
_RING_ANGLES = math.tau * (np.arange(RING) + 0.5) / RING
RING_X, RING_Y = 1.35 * np.cos(_RING_ANGLES), 1.35 * np.sin(_RING_ANGLES)
CUT_OFF_RADII = 8.0  # what goes on longer without green below is not the field
RIM_RADII = 2.0  # but a ball may be in front of it, of which the upper part is in view
FIRM_RADII = 2.0  # so much carpet below is the field, wherever its boundary is said to be


class SpotRules(NamedTuple):
    """What a gap has to be like."""

    ball_radius: float  # m
    min_chord: float  # of the expected diameter
    smallest: float  # px, radius
    largest: float  # px, radius
    inside: float  # radii, by which a ball has to be below the boundary
    min_inside: float  # share of points inside that are not carpet
    ring_weight: float  # of being green around, compared to not being green inside
    contrast_weight: float  # of black and white inside


@kernel
def ranked_spots(
    columns: Ints,
    line_of: Ints,
    top: Ints,
    bottom: Ints,
    color: Bytes,
    boundary: FloatArray,
    yuyv: Bytes,
    projection: CameraProjection,
    carpet: Carpet,
    rules: SpotRules,
    most: int,
    separation: float,
) -> FloatArray:
    """Rows (x, y, radius) of the gaps that look best at first, best first."""
    limits = limits_at(columns, boundary, yuyv.shape[0])
    spots = gap_spots(columns, line_of, top, bottom, color, limits, projection, rules)
    centered_spots(yuyv, spots, carpet)
    scores = rough_scores(yuyv, spots, carpet, rules)
    best = best_spots(spots, scores, most, separation)
    count = 0
    while count < best.size and scores[best[count]] > 0.0:
        count += 1
    return spots[best[:count]]


@kernel
def limits_at(columns: Ints, boundary: FloatArray, height: int) -> Vec:
    """Rows above which there is no carpet, from points of the field's boundary, if there are any.

    A boundary taken over from the other camera may err; without any carpet there would be no gaps.
    """
    limits = np.full(columns.size, ABOVE_ALL)
    for i in range(columns.size if boundary.shape[0] >= 2 else 0):
        row = row_of_polyline(boundary, float(columns[i]))
        if row < height:
            limits[i] = row
    return limits


@kernel
def gap_spots(
    columns: Ints,
    line_of: Ints,
    top: Ints,
    bottom: Ints,
    color: Bytes,
    limits: Vec,
    projection: CameraProjection,
    rules: SpotRules,
) -> FloatArray:
    """Rows (x, y, radius), one or more for each gap in the green that a ball could fill.

    A ball stands on the green, so its center is expected one radius above the lower end of the
    gap. In front of other things it ends where the color changes within the gap. Where a gap is
    cut off by the image's edge or the own body, its upper end counts as well; if that is too far
    away, changes of color just above where it is cut off.
    """
    spots = np.empty((3 * top.size + 2, 3))
    count, i = 0, 0
    while i < top.size:
        line, start = line_of[i], i
        if color[i] == FIELD or color[i] == NONE:
            i += 1
            continue
        while i < top.size and line_of[i] == line and color[i] != FIELD and color[i] != NONE:
            i += 1
        low, high = float(bottom[start]), float(top[i - 1])
        x, middle = float(columns[line]), 0.5 * (low + high)
        sizes = column_sizes(x, projection, rules.ball_radius)
        radius = radius_in_column(low, sizes)
        nearest = limits[line] + rules.inside * radius
        is_cut_off = start == 0 or line_of[start - 1] != line or color[start - 1] == NONE
        is_on_carpet = not is_cut_off and low - bottom[start - 1] < -FIRM_RADII * radius
        if low < nearest and not is_on_carpet:
            continue
        if is_cut_off and low - high > CUT_OFF_RADII * radius_in_column(middle, sizes):
            for k in range(start + 1, i):
                rim = float(bottom[k])
                if low - rim < RIM_RADII * radius:
                    count = _add_spot(spots, count, x, rim, low - rim, 1.0, sizes, rules, True)
            continue
        count = _add_spot(spots, count, x, low, low - high, -1.0, sizes, rules, is_cut_off)
        if is_cut_off:
            count = _add_spot(spots, count, x, high, low - high, 1.0, sizes, rules, is_cut_off)
        for k in range(start + 1, i):
            inner = float(bottom[k])
            if inner > nearest:
                count = _add_spot(spots, count, x, inner, inner - high, -1.0, sizes, rules, False)
        is_open_above = i < top.size and line_of[i] == line
        if is_open_above and i - start > 1 and not is_cut_off:
            count = _add_spot(spots, count, x, high, low - high, 1.0, sizes, rules, False)
    return spots[:count].copy()


@kernel
def _add_spot(
    spots: FloatArray,
    count: int,
    x: float,
    end: float,
    height: float,
    direction: float,
    sizes: ColumnSizes,
    rules: SpotRules,
    is_cut_off: bool,
) -> int:
    radius = radius_in_column(end, sizes)
    for _ in range(2):
        radius = radius_in_column(end + direction * radius, sizes)
    least = rules.min_chord * 2.0 * radius * (0.5 if is_cut_off else 1.0)
    if radius < rules.smallest or radius > rules.largest or height < least:
        return count
    spots[count, 0] = x
    spots[count, 1] = end + direction * radius
    spots[count, 2] = radius
    return count + 1


@kernel
def _edge(yuyv: Bytes, x: float, y: int, step: int, reach: int, carpet: Carpet) -> int:
    """How many px from x the carpet begins, at most `reach`."""
    for k in range(1, reach):
        u = int(x) + step * k
        if not 0 <= u < yuyv.shape[1] - 1:
            return reach
        if is_carpet(yuyv, u, y, carpet):
            return k
    return reach


@kernel
def centered_spots(yuyv: Bytes, spots: FloatArray, carpet: Carpet) -> None:
    """Move spots to the middle between the carpet at their sides, if both are near."""
    height = yuyv.shape[0]
    for i in range(spots.shape[0]):
        x, row, radius = spots[i, 0], int(spots[i, 1]), spots[i, 2]
        if not 0 <= row < height:
            continue
        reach = int(1.9 * radius) + 2
        left = _edge(yuyv, x, row, -1, reach, carpet)
        if left == reach:
            continue
        right = _edge(yuyv, x, row, 1, min(reach, int(2.4 * radius) + 2 - left), carpet)
        if right < reach and 1.2 * radius < left + right < 2.4 * radius:
            spots[i, 0] = x + 0.5 * (right - left)


@kernel
def rough_scores(yuyv: Bytes, spots: FloatArray, carpet: Carpet, rules: SpotRules) -> Vec:
    """How much each spot looks like something black and white on the carpet; −1 if it does not."""
    height, width = yuyv.shape[0], yuyv.shape[1]
    scores = np.full(spots.shape[0], -1.0)
    for i in range(spots.shape[0]):
        x, y, radius = spots[i, 0], spots[i, 1], spots[i, 2]
        inside, seen, total, squares = 0, 0, 0, 0
        for k in range(INNER):
            u, v = int(x + radius * INNER_X[k]), int(y + radius * INNER_Y[k])
            if 0 <= u < width - 1 and 0 <= v < height:
                seen += 1
                inside += 0 if is_carpet(yuyv, u, v, carpet) else 1
                brightness = int(yuyv[v, u, 0])
                total += brightness
                squares += brightness * brightness
        if seen == 0 or inside < rules.min_inside * seen:
            continue
        around, green = 0, 0
        for k in range(RING):
            u, v = int(x + radius * RING_X[k]), int(y + radius * RING_Y[k])
            if 0 <= u < width - 1 and 0 <= v < height:
                around += 1
                green += 1 if is_carpet(yuyv, u, v, carpet) else 0
        mean = total / seen
        contrast = math.sqrt(max(squares / seen - mean * mean, 0.0)) / max(mean, 20.0)
        scores[i] = (
            inside / seen
            + rules.ring_weight * green / max(around, 1)
            + rules.contrast_weight * min(contrast, 0.6)
        )
    return scores


@kernel
def best_spots(spots: FloatArray, scores: Vec, most: int, separation: float) -> IndexArray:
    """Indices, best first, none nearer to a better one than `separation` radii."""
    order = np.argsort(-scores, kind="mergesort")
    chosen = np.empty(most, np.int64)
    count = 0
    for candidate in order:
        if count == most:
            break
        is_new = True
        for k in range(count):
            other = chosen[k]
            reach = separation * spots[other, 2]
            gap_x, gap_y = (
                spots[candidate, 0] - spots[other, 0],
                spots[candidate, 1] - spots[other, 1],
            )
            if gap_x * gap_x + gap_y * gap_y < reach * reach:
                is_new = False
                break
        if is_new:
            chosen[count] = candidate
            count += 1
    return chosen[:count].copy()


@kernel
def told_spots(
    spots: FloatArray,
    scores: Singles,
    zones: FloatArray,
    min_score: float,
    min_score_inside: float,
    most: int,
    separation: float,
) -> tuple[FloatArray, Vec, Vec]:
    """Centers, radii and scores of spots that look enough like a ball, inside of zones or not."""
    wanted, kept = np.empty((spots.shape[0], 3)), np.empty(spots.shape[0])
    count = 0
    for i in range(spots.shape[0]):
        is_inside = is_in_zone(spots[i, 0], spots[i, 1], spots[i, 2], zones)
        if scores[i] > (min_score_inside if is_inside else min_score):
            wanted[count] = spots[i]
            kept[count] = scores[i]
            count += 1
    best = best_spots(wanted[:count], kept[:count], most, separation)
    return wanted[best, :2], wanted[best, 2], kept[best]


@kernel
def is_in_zone(x: float, y: float, radius: float, zones: FloatArray) -> bool:
    """Whether in one of some zones: rows of left, top, right, bottom and largest radius there."""
    for k in range(zones.shape[0]):
        is_beside = x < zones[k, 0] or x > zones[k, 2]
        if not is_beside and zones[k, 1] <= y <= zones[k, 3] and radius <= zones[k, 4]:
            return True
    return False
