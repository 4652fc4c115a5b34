"""Field boundary lines: from where green ends in each column to one or two lines."""

import math
from typing import NamedTuple

import numpy as np

from kickabout.framework.compilation import kernel
from kickabout.geometry import FloatArray, IndexArray, Points2, Vec
from kickabout.perception.camera.camera_projection import (
    CameraProjection,
    image_to_robot,
    robot_to_image,
    straightened,
    unstraightened,
)
from kickabout.perception.camera.camera_projection_points import still
from kickabout.perception.colors.region_colors import FIELD
from kickabout.perception.colors.scan_lines import ByteArray, IntArray, column_middle
from kickabout.perception.field.polyline import row_of_polyline

OPEN, ENDED = 0.0, 1.0  # whether green continues to the end of a scan line, or ends before


class BoundaryRules(NamedTuple):
    """Limits and weights of the fit of boundary lines to candidates."""

    cap: float  # px, distance from which the cost of a candidate is constant
    near: float  # px, maximum distance of candidates that refine the boundary
    above: float  # factor of the cost of candidates above the boundary
    enough: float  # px², mean cost at which the search ends
    min_fraction: float  # fraction of the candidates that must be near the boundary
    base: float  # px, minimum deviation of a point
    variance_factor: float  # factor of the variance of the fit


@kernel
def boundary_candidates(
    columns: IntArray, line_of: IntArray, top: IntArray, bottom: IntArray, color: ByteArray
) -> FloatArray:
    """Return rows of x, y and whether green ended there, one per column that shows any field.

    From the bottom up, field adds its height to a score and all else subtracts it; the candidate
    is the end of the field region with the highest score.
    """
    candidates = np.empty((columns.shape[0], 3))
    count = 0
    i = 0
    while i < line_of.shape[0]:
        line = line_of[i]
        score, best, candidate, last = 0.0, 0.0, -1.0, -1
        while i < line_of.shape[0] and line_of[i] == line:
            height = float(bottom[i] - top[i])
            if color[i] == FIELD:
                score += height
                if score > best:
                    best, candidate, last = score, float(top[i]), i
            else:
                score -= height
            i += 1
        if last >= 0 and best >= 4.0:
            candidates[count, 0], candidates[count, 1] = column_middle(columns[line]), candidate
            candidates[count, 2] = OPEN if last == i - 1 else ENDED
            count += 1
    return candidates[:count].copy()


@kernel
def level_candidates(
    candidates: FloatArray, projection: CameraProjection, min_distance: float
) -> Points2:
    """Return candidates where green ended at least `min_distance` m away, in straightened px."""
    ended = np.empty((candidates.shape[0], 2))
    count = 0
    for i in range(candidates.shape[0]):
        if candidates[i, 2] > OPEN:
            ended[count, 0], ended[count, 1] = candidates[i, 0], candidates[i, 1]
            count += 1
    level, ground = (
        straightened(ended[:count], projection),
        image_to_robot(ended[:count], projection, 0.0),
    )
    kept = 0
    for i in range(count):
        # Candidates without a ground point are at or above the horizon.
        if not math.hypot(ground[i, 0], ground[i, 1]) < min_distance:
            level[kept, 0], level[kept, 1] = level[i, 0], level[i, 1]
            kept += 1
    return level[:kept].copy()


@kernel
def fitted_boundary(
    level: Points2,
    draws: IndexArray,
    columns: IntArray,
    projection: CameraProjection,
    rules: BoundaryRules,
) -> FloatArray:
    """Return rows of x, y, deviation in px, one per column; none if too few candidates fit."""
    model, cost = best_boundary(level, draws, projection, rules.cap, rules.above, rules.enough)
    if not math.isfinite(cost):
        return np.empty((0, 3))
    model, statistics = refined_boundary(model, level, rules.near)
    used = statistics[0, 0] if math.isinf(model[2]) else statistics[0, 0] + statistics[1, 0]
    if used < rules.min_fraction * level.shape[0]:
        return np.empty((0, 3))
    points = boundary_points(model, statistics, columns, rules.base, rules.variance_factor)
    points[:, :2] = unstraightened(points[:, :2], projection)
    return points


@kernel
def continues_above(candidates: FloatArray, points: FloatArray, margin: float) -> int:
    """Return the number of columns in which green continues above a boundary to their end.

    That happens if a broad line near the robot is mistaken for the boundary.
    """
    count = 0
    for i in range(candidates.shape[0]):
        if (
            candidates[i, 2] == OPEN
            and candidates[i, 1] < row_of_polyline(points, candidates[i, 0]) - margin
        ):
            count += 1
    return count


@kernel
def row_on(model: Vec, x: float) -> float:
    """Return the row of a model (a, b, corner, c, d): a x + b left of the corner, else c x + d."""
    if x <= model[2]:
        return float(model[0] * x + model[1])
    return float(model[3] * x + model[4])


@kernel
def cost_of(model: Vec, candidates: Points2, cap: float, above: float, lowest: float) -> float:
    """Return the sum of capped squares; candidates above the boundary cost more.

    Objects in front of the boundary move candidates down, nothing moves them up. Stops summing
    at `lowest`.
    """
    total = 0.0
    for i in range(candidates.shape[0]):
        off = candidates[i, 1] - row_on(model, candidates[i, 0])
        square = min(off * off, cap * cap)
        total += above * square if off < 0.0 else square
        if total > lowest:
            break
    return total


@kernel
def straight_model(candidates: Points2, first: int, second: int, model: Vec) -> bool:
    """Fill in the line through two candidates; false if they are in the same column."""
    dx = candidates[second, 0] - candidates[first, 0]
    if abs(dx) < 1.0:
        return False
    slope = (candidates[second, 1] - candidates[first, 1]) / dx
    model[0] = model[3] = slope
    model[1] = model[4] = candidates[first, 1] - slope * candidates[first, 0]
    model[2] = math.inf
    return True


@kernel
def corner_model(
    candidates: Points2,
    ground: Points2,
    first: int,
    second: int,
    third: int,
    projection: CameraProjection,
    model: Vec,
) -> bool:
    """Fill in a line through two candidates and, orthogonal on the ground, one through the third.

    Return false if there is no such corner.
    """
    dx, dy = ground[second, 0] - ground[first, 0], ground[second, 1] - ground[first, 1]
    square = dx * dx + dy * dy
    if square < 1e-4 or not straight_model(candidates, first, second, model):
        return False
    fraction = (
        (ground[third, 0] - ground[first, 0]) * dx + (ground[third, 1] - ground[first, 1]) * dy
    ) / square
    corner = np.empty((1, 2))
    corner[0, 0], corner[0, 1] = ground[first, 0] + fraction * dx, ground[first, 1] + fraction * dy
    pixel = straightened(robot_to_image(corner, projection, 0.0), projection)[0]
    if math.isnan(pixel[0]) or abs(candidates[third, 0] - pixel[0]) < 1.0:
        return False
    slope = (candidates[third, 1] - pixel[1]) / (candidates[third, 0] - pixel[0])
    begin = pixel[1] - slope * pixel[0]
    between = candidates[second, 0] < pixel[0] < candidates[third, 0]
    mirrored = candidates[third, 0] < pixel[0] < candidates[second, 0]
    if not between and not mirrored:
        return False
    if mirrored:
        model[3], model[4] = model[0], model[1]
        model[0], model[1] = slope, begin
    else:
        model[3], model[4] = slope, begin
    model[2] = pixel[0]
    # The far corner of a carpet points upwards in the image.
    return bool(model[3] > model[0])


@kernel
def best_boundary(
    candidates: Points2,
    draws: IndexArray,
    projection: CameraProjection,
    cap: float,
    above: float,
    enough: float,
) -> tuple[Vec, float]:
    """Return the model of lowest cost, by RANSAC over random triples, and its cost.

    Candidates are in straightened px.
    """
    count = candidates.shape[0]
    level = still(projection)
    ground = image_to_robot(candidates, level, 0.0)
    best, lowest = np.zeros(5), math.inf
    model = np.zeros(5)
    for k in range(draws.shape[0]):
        a, b, c = draws[k, 0] % count, draws[k, 1] % count, draws[k, 2] % count
        low, high = min(a, b, c), max(a, b, c)
        middle = a + b + c - low - high
        if low == middle or middle == high:
            continue
        for variant in range(3):
            if variant == 0:
                good = straight_model(candidates, low, high, model)
            elif math.isnan(ground[low, 0] + ground[middle, 0] + ground[high, 0]):
                good = False
            elif variant == 1:
                good = corner_model(candidates, ground, low, middle, high, level, model)
            else:
                good = corner_model(candidates, ground, high, middle, low, level, model)
            if good:
                cost = cost_of(model, candidates, cap, above, lowest)
                if cost < lowest:
                    best[:], lowest = model, cost
        if lowest < enough * count:
            break
    return best, lowest


@kernel
def refined_boundary(model: Vec, candidates: Points2, near: float) -> tuple[Vec, FloatArray]:
    """Fit the lines again to the candidates near them.

    Return the model, and a row of (n, mean x, spread of x, residual) for each side. A side with
    few candidates keeps its line and gets the residual `near`.
    """
    refined = model.copy()
    statistics = np.zeros((2, 4))
    for side in range(2):
        n = sx = sy = sxx = sxy = 0.0
        for i in range(candidates.shape[0]):
            x, y = candidates[i, 0], candidates[i, 1]
            if (x > model[2]) != (side == 1) or abs(y - row_on(model, x)) > near:
                continue
            n, sx, sy, sxx, sxy = n + 1.0, sx + x, sy + y, sxx + x * x, sxy + x * y
        statistics[side, 0], statistics[side, 3] = n, near
        spread = sxx - sx * sx / n if n > 0.0 else 0.0
        if n < 4.0 or spread < 16.0:
            continue
        slope = (sxy - sx * sy / n) / spread
        refined[3 * side], refined[3 * side + 1] = slope, (sy - slope * sx) / n
        statistics[side, 1], statistics[side, 2] = sx / n, spread
        statistics[side, 3] = residual_of(refined, candidates, near, side)
    if math.isinf(model[2]):
        refined[3], refined[4] = refined[0], refined[1]
        statistics[1] = statistics[0]
    elif abs(refined[0] - refined[3]) > 1e-6:
        refined[2] = (refined[4] - refined[1]) / (refined[0] - refined[3])
    return refined, statistics


@kernel
def residual_of(model: Vec, candidates: Points2, near: float, side: int) -> float:
    """Return the root mean square distance in px of the candidates near one side."""
    total, n = 0.0, 0.0
    for i in range(candidates.shape[0]):
        x = candidates[i, 0]
        off = candidates[i, 1] - (model[3 * side] * x + model[3 * side + 1])
        if (x > model[2]) == (side == 1) and abs(off) <= near:
            total, n = total + off * off, n + 1.0
    return math.sqrt(total / max(n - 2.0, 1.0))


@kernel
def boundary_points(
    model: Vec, statistics: FloatArray, columns: IntArray, base: float, variance_factor: float
) -> FloatArray:
    """Return rows of x, y and deviation in px, one per column."""
    points = np.empty((columns.shape[0], 3))
    for i in range(columns.shape[0]):
        x = float(columns[i])
        side = 1 if x > model[2] else 0
        n, mean, spread, residual = statistics[side]
        variance = base * base
        if n >= 4.0 and spread > 0.0:
            lever = 1.0 / n + (x - mean) ** 2 / spread
            variance += variance_factor * residual * residual * lever
        else:
            variance += 4.0 * residual * residual
        points[i, 0], points[i, 1] = x, row_on(model, x)
        points[i, 2] = math.sqrt(variance)
    return points


@kernel
def points_below_horizon(
    points: FloatArray, projection: CameraProjection
) -> tuple[Points2, Points2, Vec]:
    """Split rows of x, y, deviation into pixels, ground points and deviations below the horizon."""
    ground = image_to_robot(points[:, :2], projection, 0.0)
    pixels, deviations = np.empty((points.shape[0], 2)), np.empty(points.shape[0])
    count = 0
    for i in range(points.shape[0]):
        if math.isfinite(ground[i, 0]):
            pixels[count], ground[count] = points[i, :2], ground[i]
            deviations[count] = points[i, 2]
            count += 1
    return pixels[:count].copy(), ground[:count].copy(), deviations[:count].copy()


@kernel
def outside_points(
    points_in_robot: Points2,
    projection: CameraProjection,
    width: int,
    height: int,
    deviation: float,
) -> FloatArray:
    """Return rows of x, y, deviation in px from left to right; none if one is in the image."""
    pixels = robot_to_image(points_in_robot, projection, 0.0)
    points = np.empty((pixels.shape[0], 3))
    count = 0
    for i in np.argsort(pixels[:, 0]):
        x, y = pixels[i]
        if math.isfinite(x):
            points[count, 0], points[count, 1], points[count, 2] = x, y, deviation
            count += 1
            if 0.0 < x < width and 0.0 < y < height:
                return np.empty((0, 3))
    return points[: count if count >= 2 else 0].copy()
