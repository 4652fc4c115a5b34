"""Ball candidates: from gaps in the green of scan lines to positions that may show the ball."""

import math
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from kickabout.framework.compilation import kernel
from kickabout.geometry import FloatArray, IndexArray, Vec
from kickabout.perception.ball.ball_patches import ColumnSizes, column_sizes, radius_in_column
from kickabout.perception.camera.camera_projection import CameraProjection
from kickabout.perception.colors.relative_colors import Carpet, is_carpet
from kickabout.perception.field.polyline import row_of_polyline
from kickabout.representations.percepts import ABOVE_ALL

Bytes = npt.NDArray[np.uint8]
Ints = npt.NDArray[np.int32]
Singles = npt.NDArray[np.float32]
FIELD, NONE = 1, 0  # RegionColor
INNER = 13  # points inside a candidate: its middle, four around it and eight farther out
RING = 12  # points around a candidate
_INNER_ANGLES = np.array([math.tau * (k / 4.0 if k < 5 else k / 8.0 + 0.05) for k in range(INNER)])
_INNER_REACH = np.array([0.0] + 4 * [0.4] + 8 * [0.7])  # radii
INNER_X, INNER_Y = _INNER_REACH * np.cos(_INNER_ANGLES), _INNER_REACH * np.sin(_INNER_ANGLES)
_RING_ANGLES = math.tau * (np.arange(RING) + 0.5) / RING
RING_X, RING_Y = 1.35 * np.cos(_RING_ANGLES), 1.35 * np.sin(_RING_ANGLES)
CUT_OFF_RADII = 8.0  # longer gaps without green below are not on the field
RIM_RADII = 2.0  # but the upper part of a ball may be visible in front of them
FIRM_RADII = 2.0  # this much carpet below a gap is field, even beyond the detected boundary


class CandidateRules(NamedTuple):
    """Limits of gaps, and weights of their scores."""

    ball_radius: float  # m
    min_chord: float  # length of a gap, in expected diameters
    min_radius: float  # px, radius
    max_radius: float  # px, radius
    inside: float  # radii, minimum distance of a ball below the boundary
    min_inside: float  # fraction of points inside that are not carpet
    ring_weight: float  # weight of green around, compared to no green inside
    contrast_weight: float  # weight of contrast inside


class Gap(NamedTuple):
    """A gap in the green of a column."""

    x: float
    low: float  # row of its lower end
    high: float  # row of its upper end
    is_cut_off: bool  # at its lower end, by the image's edge or the robot's body
    is_open_above: bool  # another region follows above
    min_row: float  # candidates above this row are beyond the boundary
    radius: float  # px, of a ball centered at the lower end


@kernel
def ranked_candidates(
    columns: Ints,
    line_of: Ints,
    top: Ints,
    bottom: Ints,
    color: Bytes,
    boundary: FloatArray,
    yuyv: Bytes,
    projection: CameraProjection,
    carpet: Carpet,
    rules: CandidateRules,
    max_count: int,
    separation: float,
) -> FloatArray:
    """Return rows (x, y, radius) of the gaps with the best rough scores, best first."""
    limits = limits_at(columns, boundary, yuyv.shape[0])
    candidates = gap_candidates(columns, line_of, top, bottom, color, limits, projection, rules)
    center_candidates(yuyv, candidates, carpet)
    scores = rough_scores(yuyv, candidates, carpet, rules)
    best = best_candidates(candidates, scores, max_count, separation)
    count = 0
    while count < best.size and scores[best[count]] > 0.0:
        count += 1
    return candidates[best[:count]]


@kernel
def limits_at(columns: Ints, boundary: FloatArray, height: int) -> Vec:
    """Return the boundary's row in each column; far above the image without a boundary.

    Rows below the image are ignored: there would be no carpet and no gaps. This may happen with a
    boundary from the other camera.
    """
    limits = np.full(columns.size, ABOVE_ALL)
    for i in range(columns.size if boundary.shape[0] >= 2 else 0):
        row = row_of_polyline(boundary, float(columns[i]))
        if row < height:
            limits[i] = row
    return limits


@kernel
def gap_candidates(
    columns: Ints,
    line_of: Ints,
    top: Ints,
    bottom: Ints,
    color: Bytes,
    limits: Vec,
    projection: CameraProjection,
    rules: CandidateRules,
) -> FloatArray:
    """Return rows (x, y, radius), one or more for each gap in the green that a ball could fill."""
    candidates = np.empty((3 * top.size + 2, 3))
    count, i = 0, 0
    while i < top.size:
        first = i
        i = _gap_end(line_of, color, first)
        if i == first:
            i += 1
            continue
        line, low = line_of[first], float(bottom[first])
        is_cut_off = first == 0 or line_of[first - 1] != line or color[first - 1] == NONE
        sizes = column_sizes(float(columns[line]), projection, rules.ball_radius)
        radius = radius_in_column(low, sizes)
        min_row = limits[line] + rules.inside * radius
        is_on_carpet = not is_cut_off and low - bottom[first - 1] < -FIRM_RADII * radius
        if low < min_row and not is_on_carpet:
            continue
        is_open_above = i < top.size and line_of[i] == line
        gap = Gap(
            float(columns[line]), low, float(top[i - 1]), is_cut_off, is_open_above, min_row, radius
        )
        if _is_too_long(gap, sizes):
            count = _add_rims(candidates, count, gap, bottom[first:i], sizes, rules)
        else:
            count = _add_gap(candidates, count, gap, bottom[first:i], sizes, rules)
    return candidates[:count].copy()


@kernel
def _gap_end(line_of: Ints, color: Bytes, first: int) -> int:
    """Return the index after the last region of the gap that begins at a region, if any."""
    i = first
    while (
        i < color.size and line_of[i] == line_of[first] and color[i] != FIELD and color[i] != NONE
    ):
        i += 1
    return i


@kernel
def _is_too_long(gap: Gap, sizes: ColumnSizes) -> bool:
    """Return whether a gap that is cut off below is too long to be on the field."""
    if not gap.is_cut_off:
        return False
    radius = radius_in_column(0.5 * (gap.low + gap.high), sizes)
    return gap.low - gap.high > CUT_OFF_RADII * radius


@kernel
def _add_rims(
    candidates: FloatArray,
    count: int,
    gap: Gap,
    bottoms: Ints,
    sizes: ColumnSizes,
    rules: CandidateRules,
) -> int:
    """Add balls below the changes of color just above where a long gap is cut off."""
    for k in range(1, bottoms.size):
        rim = float(bottoms[k])
        if gap.low - rim < RIM_RADII * gap.radius:
            height = gap.low - rim
            count = _add_candidate(candidates, count, gap.x, rim, height, 1.0, sizes, rules, True)
    return count


@kernel
def _add_gap(
    candidates: FloatArray,
    count: int,
    gap: Gap,
    bottoms: Ints,
    sizes: ColumnSizes,
    rules: CandidateRules,
) -> int:
    """Add balls at the ends of a gap and at the changes of color within it.

    A ball stands on the green, so its center is expected one radius above the lower end of the
    gap. In front of other objects it ends where the color changes within the gap. If a gap is cut
    off by the image's edge or the robot's body, or has several colors, its upper end counts, too.
    """
    x, height, is_cut_off = gap.x, gap.low - gap.high, gap.is_cut_off
    count = _add_candidate(candidates, count, x, gap.low, height, -1.0, sizes, rules, is_cut_off)
    if is_cut_off:
        count = _add_candidate(candidates, count, x, gap.high, height, 1.0, sizes, rules, True)
    for k in range(1, bottoms.size):
        inner = float(bottoms[k])
        if inner > gap.min_row:
            above = inner - gap.high
            count = _add_candidate(candidates, count, x, inner, above, -1.0, sizes, rules, False)
    if gap.is_open_above and bottoms.size > 1 and not is_cut_off:
        count = _add_candidate(candidates, count, x, gap.high, height, 1.0, sizes, rules, False)
    return count


@kernel
def _add_candidate(
    candidates: FloatArray,
    count: int,
    x: float,
    end: float,
    height: float,
    direction: float,
    sizes: ColumnSizes,
    rules: CandidateRules,
    is_cut_off: bool,
) -> int:
    """Add a ball beside an end of a gap, if it fits; `direction` is 1 below the end, -1 above."""
    radius = radius_in_column(end, sizes)
    for _ in range(2):
        radius = radius_in_column(end + direction * radius, sizes)
    min_height = rules.min_chord * 2.0 * radius * (0.5 if is_cut_off else 1.0)
    if radius < rules.min_radius or radius > rules.max_radius or height < min_height:
        return count
    candidates[count, 0] = x
    candidates[count, 1] = end + direction * radius
    candidates[count, 2] = radius
    return count + 1


@kernel
def _edge(yuyv: Bytes, x: float, y: int, step: int, reach: int, carpet: Carpet) -> int:
    """Return the distance in px from x to the carpet, at most `reach`."""
    for k in range(1, reach):
        u = int(x) + step * k
        if not 0 <= u < yuyv.shape[1] - 1:
            return reach
        if is_carpet(yuyv, u, y, carpet):
            return k
    return reach


@kernel
def center_candidates(yuyv: Bytes, candidates: FloatArray, carpet: Carpet) -> None:
    """Move candidates to the middle between the carpet at their sides, if both are near."""
    height = yuyv.shape[0]
    for i in range(candidates.shape[0]):
        x, row, radius = candidates[i, 0], int(candidates[i, 1]), candidates[i, 2]
        if not 0 <= row < height:
            continue
        reach = int(1.9 * radius) + 2
        left = _edge(yuyv, x, row, -1, reach, carpet)
        if left == reach:
            continue
        right = _edge(yuyv, x, row, 1, min(reach, int(2.4 * radius) + 2 - left), carpet)
        if right < reach and 1.2 * radius < left + right < 2.4 * radius:
            candidates[i, 0] = x + 0.5 * (right - left)


@kernel
def rough_scores(yuyv: Bytes, candidates: FloatArray, carpet: Carpet, rules: CandidateRules) -> Vec:
    """Rate how much each candidate looks like something black and white on carpet; else −1."""
    height, width = yuyv.shape[0], yuyv.shape[1]
    scores = np.full(candidates.shape[0], -1.0)
    for i in range(candidates.shape[0]):
        x, y, radius = candidates[i, 0], candidates[i, 1], candidates[i, 2]
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
def best_candidates(
    candidates: FloatArray, scores: Vec, max_count: int, separation: float
) -> IndexArray:
    """Return indices, best first, none nearer to a better one than `separation` radii."""
    order = np.argsort(-scores, kind="mergesort")
    chosen = np.empty(max_count, np.int64)
    count = 0
    for candidate in order:
        if count == max_count:
            break
        is_new = True
        for k in range(count):
            other = chosen[k]
            reach = separation * candidates[other, 2]
            gap_x, gap_y = (
                candidates[candidate, 0] - candidates[other, 0],
                candidates[candidate, 1] - candidates[other, 1],
            )
            if gap_x * gap_x + gap_y * gap_y < reach * reach:
                is_new = False
                break
        if is_new:
            chosen[count] = candidate
            count += 1
    return chosen[:count].copy()


@kernel
def chosen_candidates(
    candidates: FloatArray,
    scores: Singles,
    zones: FloatArray,
    min_score: float,
    min_score_inside: float,
    max_count: int,
    separation: float,
) -> tuple[FloatArray, Vec, Vec]:
    """Return centers, radii, scores of the candidates with a sufficient score, best first.

    Inside of zones the score must be at least `min_score_inside`.
    """
    wanted, kept = np.empty((candidates.shape[0], 3)), np.empty(candidates.shape[0])
    count = 0
    for i in range(candidates.shape[0]):
        is_inside = is_in_zone(candidates[i, 0], candidates[i, 1], candidates[i, 2], zones)
        if scores[i] > (min_score_inside if is_inside else min_score):
            wanted[count] = candidates[i]
            kept[count] = scores[i]
            count += 1
    best = best_candidates(wanted[:count], kept[:count], max_count, separation)
    return wanted[best, :2], wanted[best, 2], kept[best]


@kernel
def is_in_zone(x: float, y: float, radius: float, zones: FloatArray) -> bool:
    """Return whether a candidate is in a zone: left, top, right, bottom and maximum radius."""
    for k in range(zones.shape[0]):
        is_beside = x < zones[k, 0] or x > zones[k, 2]
        if not is_beside and zones[k, 1] <= y <= zones[k, 3] and radius <= zones[k, 4]:
            return True
    return False
