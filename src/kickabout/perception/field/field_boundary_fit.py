"""The carpet's end in an image: from where green stops in each column to one or two lines."""

import math
from typing import NamedTuple

import numpy as np

from kickabout.geometry import FloatArray, IndexArray, Points2, Vec, kernel
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

OPEN, ENDED = 0.0, 1.0  # whether green goes on to the end of a scan line


class BoundaryRules(NamedTuple):
    """When lines through spots are the boundary, and how sure that is."""

    cap: float  # px from which a spot counts the same
    near: float  # px, spots nearer to the boundary refine it
    above: float  # how much more spots above the boundary count
    enough: float  # px², mean cost at which the search ends
    min_share: float  # of the spots that must be near it
    base: float  # px, deviation of a point, at the least
    trust: float  # by which the variance of the fit is raised


@kernel
def boundary_spots(
    columns: IntArray, line_of: IntArray, top: IntArray, bottom: IntArray, color: ByteArray
) -> FloatArray:
    """Rows of x, y and whether green ended there, one for each column that shows any field.

    Field counts for, all else against; the best end of a field region is the spot.
    """
    spots = np.empty((columns.shape[0], 3))
    count = 0
    i = 0
    while i < line_of.shape[0]:
        line = line_of[i]
        score, best, spot, last = 0.0, 0.0, -1.0, -1
        while i < line_of.shape[0] and line_of[i] == line:
            height = float(bottom[i] - top[i])
            if color[i] == FIELD:
                score += height
                if score > best:
                    best, spot, last = score, float(top[i]), i
            else:
                score -= height
            i += 1
        if last >= 0 and best >= 4.0:
            spots[count, 0], spots[count, 1] = column_middle(columns[line]), spot
            spots[count, 2] = OPEN if last == i - 1 else ENDED
            count += 1
    return spots[:count].copy()


@kernel
def level_spots(spots: FloatArray, projection: CameraProjection, nearest: float) -> Points2:
    """In straightened px, those where green ended, at least so many m away."""
    ended = np.empty((spots.shape[0], 2))
    count = 0
    for i in range(spots.shape[0]):
        if spots[i, 2] > OPEN:
            ended[count, 0], ended[count, 1] = spots[i, 0], spots[i, 1]
            count += 1
    level, ground = (
        straightened(ended[:count], projection),
        image_to_robot(ended[:count], projection, 0.0),
    )
    kept = 0
    for i in range(count):
        # what projects to nowhere lies about at the horizon
        if not math.hypot(ground[i, 0], ground[i, 1]) < nearest:
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
    """Rows of x, y and deviation in px, one per column; none if few spots lie on any boundary."""
    model, cost = best_boundary(level, draws, projection, rules.cap, rules.above, rules.enough)
    if not math.isfinite(cost):
        return np.empty((0, 3))
    model, figures = refined_boundary(model, level, rules.near)
    used = figures[0, 0] if math.isinf(model[2]) else figures[0, 0] + figures[1, 0]
    if used < rules.min_share * level.shape[0]:
        return np.empty((0, 3))
    points = boundary_points(model, figures, columns, rules.base, rules.trust)
    points[:, :2] = unstraightened(points[:, :2], projection)
    return points


@kernel
def goes_on_above(spots: FloatArray, points: FloatArray, margin: float) -> int:
    """In how many columns green goes on to their end, above a boundary with these points.

    So it does beyond a broad line near the robot, where little carpet is in view behind it.
    """
    count = 0
    for i in range(spots.shape[0]):
        if spots[i, 2] == OPEN and spots[i, 1] < row_of_polyline(points, spots[i, 0]) - margin:
            count += 1
    return count


@kernel
def row_on(model: Vec, x: float) -> float:
    """Row of a model (a, b, corner, c, d): a x + b left of the corner, c x + d right of it."""
    if x <= model[2]:
        return float(model[0] * x + model[1])
    return float(model[3] * x + model[4])


@kernel
def cost_of(model: Vec, spots: Points2, cap: float, above: float, least: float) -> float:
    """Sum of capped squares; a spot above the boundary counts more than one below it.

    Things in front of the boundary hide it downwards, nothing hides it upwards. Gives up at
    `least`.
    """
    total = 0.0
    for i in range(spots.shape[0]):
        off = spots[i, 1] - row_on(model, spots[i, 0])
        square = min(off * off, cap * cap)
        total += above * square if off < 0.0 else square
        if total > least:
            break
    return total


@kernel
def straight_model(spots: Points2, first: int, second: int, model: Vec) -> bool:
    dx = spots[second, 0] - spots[first, 0]
    if abs(dx) < 1.0:
        return False
    slope = (spots[second, 1] - spots[first, 1]) / dx
    model[0] = model[3] = slope
    model[1] = model[4] = spots[first, 1] - slope * spots[first, 0]
    model[2] = math.inf
    return True


@kernel
def corner_model(
    spots: Points2,
    ground: Points2,
    first: int,
    second: int,
    third: int,
    projection: CameraProjection,
    model: Vec,
) -> bool:
    """A line through two spots and, at a right angle on the ground, one through the third."""
    dx, dy = ground[second, 0] - ground[first, 0], ground[second, 1] - ground[first, 1]
    square = dx * dx + dy * dy
    if square < 1e-4 or not straight_model(spots, first, second, model):
        return False
    share = (
        (ground[third, 0] - ground[first, 0]) * dx + (ground[third, 1] - ground[first, 1]) * dy
    ) / square
    corner = np.empty((1, 2))
    corner[0, 0], corner[0, 1] = ground[first, 0] + share * dx, ground[first, 1] + share * dy
    pixel = straightened(robot_to_image(corner, projection, 0.0), projection)[0]
    if math.isnan(pixel[0]) or abs(spots[third, 0] - pixel[0]) < 1.0:
        return False
    slope = (spots[third, 1] - pixel[1]) / (spots[third, 0] - pixel[0])
    begin = pixel[1] - slope * pixel[0]
    between = spots[second, 0] < pixel[0] < spots[third, 0]
    mirrored = spots[third, 0] < pixel[0] < spots[second, 0]
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
    spots: Points2,
    draws: IndexArray,
    projection: CameraProjection,
    cap: float,
    above: float,
    enough: float,
) -> tuple[Vec, float]:
    """By RANSAC over drawn triples of spots, which come in straightened px."""
    count = spots.shape[0]
    level = still(projection)
    ground = image_to_robot(spots, level, 0.0)
    best, least = np.zeros(5), math.inf
    model = np.zeros(5)
    for k in range(draws.shape[0]):
        a, b, c = draws[k, 0] % count, draws[k, 1] % count, draws[k, 2] % count
        low, high = min(a, b, c), max(a, b, c)
        middle = a + b + c - low - high
        if low == middle or middle == high:
            continue
        for variant in range(3):
            if variant == 0:
                good = straight_model(spots, low, high, model)
            elif math.isnan(ground[low, 0] + ground[middle, 0] + ground[high, 0]):
                good = False
            elif variant == 1:
                good = corner_model(spots, ground, low, middle, high, level, model)
            else:
                good = corner_model(spots, ground, high, middle, low, level, model)
            if good:
                cost = cost_of(model, spots, cap, above, least)
                if cost < least:
                    best[:], least = model, cost
        if least < enough * count:
            break
    return best, least


@kernel
def refined_boundary(model: Vec, spots: Points2, near: float) -> tuple[Vec, FloatArray]:
    """Lines fitted again to the spots near them, with rows of (n, mean x, spread of x, residual).

    A side with few spots keeps its line and gets the residual `near`.
    """
    refined = model.copy()
    figures = np.zeros((2, 4))
    for side in range(2):
        n = sx = sy = sxx = sxy = 0.0
        for i in range(spots.shape[0]):
            x, y = spots[i, 0], spots[i, 1]
            if (x > model[2]) != (side == 1) or abs(y - row_on(model, x)) > near:
                continue
            n, sx, sy, sxx, sxy = n + 1.0, sx + x, sy + y, sxx + x * x, sxy + x * y
        figures[side, 0], figures[side, 3] = n, near
        spread = sxx - sx * sx / n if n > 0.0 else 0.0
        if n < 4.0 or spread < 16.0:
            continue
        slope = (sxy - sx * sy / n) / spread
        refined[3 * side], refined[3 * side + 1] = slope, (sy - slope * sx) / n
        figures[side, 1], figures[side, 2] = sx / n, spread
        figures[side, 3] = residual_of(refined, spots, near, side)
    if math.isinf(model[2]):
        refined[3], refined[4] = refined[0], refined[1]
        figures[1] = figures[0]
    elif abs(refined[0] - refined[3]) > 1e-6:
        refined[2] = (refined[4] - refined[1]) / (refined[0] - refined[3])
    return refined, figures


@kernel
def residual_of(model: Vec, spots: Points2, near: float, side: int) -> float:
    total, n = 0.0, 0.0
    for i in range(spots.shape[0]):
        x = spots[i, 0]
        off = spots[i, 1] - (model[3 * side] * x + model[3 * side + 1])
        if (x > model[2]) == (side == 1) and abs(off) <= near:
            total, n = total + off * off, n + 1.0
    return math.sqrt(total / max(n - 2.0, 1.0))


@kernel
def boundary_points(
    model: Vec, figures: FloatArray, columns: IntArray, base: float, trust: float
) -> FloatArray:
    """Rows of x, y, deviation in px, with the corner between the columns if there is one."""
    points = np.empty((columns.shape[0], 3))
    for i in range(columns.shape[0]):
        x = float(columns[i])
        side = 1 if x > model[2] else 0
        n, mean, spread, residual = figures[side]
        variance = base * base
        if n >= 4.0 and spread > 0.0:
            lever = 1.0 / n + (x - mean) ** 2 / spread
            variance += trust * residual * residual * lever
        else:
            variance += 4.0 * residual * residual
        points[i, 0], points[i, 1] = x, row_on(model, x)
        points[i, 2] = math.sqrt(variance)
    return points


@kernel
def points_below_horizon(
    points: FloatArray, projection: CameraProjection
) -> tuple[Points2, Points2, Vec]:
    """Of rows with x, y and deviation in px: px, places on the ground, and deviations in px."""
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
    """Rows of x, y and deviation in px, from left to right; none if one lies in the image."""
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
