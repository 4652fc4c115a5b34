"""The penalty mark's shape: from a candidate to how well a painted cross fits there."""

import math

import numpy as np

from kickabout.geometry import FloatArray, IndexArray, Points2, Vec, Vec2, kernel
from kickabout.perception.eye import Eye, image_to_robot, robot_to_image
from kickabout.perception.relative_colors import Carpet, chroma, is_field
from kickabout.perception.scan_lines import ByteArray
from kickabout.perception.whiteness import brightness


@kernel
def mark_groups(edges: FloatArray, spacing: float, taller: float) -> IndexArray:
    """For each white region the number of its group: neighbors in adjacent columns.

    Rows of `edges` are x, top, x, bottom, scan line, px height of a line there. Regions count as
    taller than they are by some line heights, so that slanted shapes stay together.
    """
    count = edges.shape[0]
    groups = np.arange(count)
    for i in range(count):
        for j in range(i + 1, count):
            gap = edges[j, 4] - edges[i, 4]
            if gap > 1.0:
                break
            more = taller * edges[i, 5]
            overlaps = edges[i, 1] - more < edges[j, 3] and edges[j, 1] - more < edges[i, 3]
            if gap == 1.0 and overlaps:
                old, new = groups[j], groups[i]
                for k in range(count):
                    if groups[k] == old:
                        groups[k] = new
    return groups


@kernel
def group_centers(
    edges: FloatArray, groups: IndexArray, spacing: float, eye: Eye, bounds: Vec
) -> FloatArray:
    """Middles on the ground of groups whose boxes have the size of a mark.

    Bounds: smallest and largest size and largest distance in m; scan lines and rows of px blur
    the sizes.
    """
    found = np.empty((edges.shape[0], 2))
    count = 0
    corners = np.empty((4, 2))
    for group in np.unique(groups):
        members = edges[groups == group]
        left, right = members[:, 0].min() - 0.5 * spacing, members[:, 0].max() + 0.5 * spacing
        top, bottom = members[:, 1].min(), members[:, 3].max()
        corners[0], corners[1] = (left, 0.5 * (top + bottom)), (right, 0.5 * (top + bottom))
        corners[2], corners[3] = (0.5 * (left + right), top), (0.5 * (left + right), bottom)
        ground = image_to_robot(corners, eye, 0.0)
        if not np.isfinite(ground).all():
            continue
        wide = math.hypot(ground[1, 0] - ground[0, 0], ground[1, 1] - ground[0, 1])
        deep = math.hypot(ground[3, 0] - ground[2, 0], ground[3, 1] - ground[2, 1])
        column, row = spacing * wide / max(right - left, 1.0), deep / max(bottom - top, 1.0)
        x, y = 0.5 * (ground[2, 0] + ground[3, 0]), 0.5 * (ground[2, 1] + ground[3, 1])
        fits = bounds[0] - column <= wide <= bounds[1] + column
        fits = fits and bounds[0] - 2.0 * row <= deep <= bounds[1] + 3.0 * row
        if fits and math.hypot(x, y) <= bounds[2]:
            found[count, 0], found[count, 1] = x, y
            count += 1
    return found[:count].copy()


@kernel
def cross_outline(size: float, stroke: float, per_edge: int) -> FloatArray:
    """Rows of x, y and outward normal x, y of points along the outline of a cross."""
    half, thin = 0.5 * size, 0.5 * stroke
    corners = np.array(
        (
            (half, -thin),
            (half, thin),
            (thin, thin),
            (thin, half),
            (-thin, half),
            (-thin, thin),
            (-half, thin),
            (-half, -thin),
            (-thin, -thin),
            (-thin, -half),
            (thin, -half),
            (thin, -thin),
        )
    )
    outline = np.empty((12 * per_edge, 4))
    for i in range(12):
        ax, ay = corners[i, 0], corners[i, 1]
        bx, by = corners[(i + 1) % 12, 0], corners[(i + 1) % 12, 1]
        length = math.hypot(bx - ax, by - ay)
        for k in range(per_edge):
            share = (k + 0.5) / per_edge
            row = outline[i * per_edge + k]
            row[0], row[1] = ax + share * (bx - ax), ay + share * (by - ay)
            row[2], row[3] = (by - ay) / length, (ax - bx) / length
    return outline


@kernel
def placed_points(points: Points2, place: Vec, scale: float) -> Points2:
    """Points of a shape at a place (x, y, angle) on the ground."""
    c, s = math.cos(place[2]), math.sin(place[2])
    moved = np.empty((points.shape[0], 2))
    for i in range(points.shape[0]):
        x, y = scale * points[i, 0], scale * points[i, 1]
        moved[i, 0], moved[i, 1] = place[0] + c * x - s * y, place[1] + s * x + c * y
    return moved


@kernel
def outline_response(
    gradients: FloatArray, left: int, top: int, outline: FloatArray, place: Vec, eye: Eye
) -> float:
    """Mean of how much brighter it gets inwards along the outline, in local deviations."""
    inner = robot_to_image(placed_points(outline[:, :2].copy(), place, 1.0), eye, 0.0)
    ahead = outline[:, :2] + 0.01 * outline[:, 2:4]
    outer = robot_to_image(placed_points(ahead, place, 1.0), eye, 0.0)
    total = 0.0
    for i in range(outline.shape[0]):
        if math.isnan(inner[i, 0] + outer[i, 0]):
            return 0.0
        nx, ny = outer[i, 0] - inner[i, 0], outer[i, 1] - inner[i, 1]
        norm = max(math.hypot(nx, ny), 1e-9)
        column, row = int(inner[i, 0]) - left, int(inner[i, 1]) - top
        if not (0 <= row < gradients.shape[0] and 0 <= column < gradients.shape[1]):
            return 0.0
        total -= (gradients[row, column, 0] * nx + gradients[row, column, 1] * ny) / norm
    return float(total / outline.shape[0])


@kernel
def best_place(
    gradients: FloatArray,
    left: int,
    top: int,
    outline: FloatArray,
    center: Vec2,
    eye: Eye,
    reach: float,
) -> tuple[Vec, float]:
    """Place (x, y, angle) with the best response: angles on a grid, then ever finer steps.

    On the grid, each third point of the outline is enough: the middles of its edges. The center is
    nearly right already; near marks have edges so sharp that only this helps.
    """
    place, best = np.array((center[0], center[1], 0.0)), -1.0
    trial = np.empty(3)
    coarse = outline[1::3].copy()
    for k in range(16):
        for i in range(-1, 2):
            for j in range(-1, 2):
                trial[0] = center[0] + reach * i
                trial[1] = center[1] + reach * j
                trial[2] = k * math.pi / 32.0
                response = outline_response(gradients, left, top, coarse, trial, eye)
                if response > best:
                    best = response
                    place[:] = trial
    best = outline_response(gradients, left, top, outline, place, eye)
    step = np.array((0.5 * reach, 0.5 * reach, math.pi / 64.0))
    for _ in range(4):
        for k in range(3):
            for sign in (-1.0, 1.0):
                trial[:] = place
                trial[k] += sign * step[k]
                response = outline_response(gradients, left, top, outline, trial, eye)
                if response > best:
                    best = response
                    place[:] = trial
        step *= 0.5
    return place, best


@kernel
def white_center(
    yuyv: ByteArray, left: int, top: int, right: int, bottom: int, least: float
) -> Vec2:
    """Mean column and row of what is at least this bright in a part of the image; NaN if nothing.

    Pixels count by how much brighter they are, which makes the mean finer than a pixel.
    """
    total, x, y = 0.0, 0.0, 0.0
    for row in range(top, bottom):
        for column in range(left, right):
            more = float(yuyv[row, column, 0]) - least
            if more > 0.0:
                total += more
                x += more * (column + 0.5)
                y += more * (row + 0.5)
    if total == 0.0:
        return np.array((math.nan, math.nan))
    return np.array((x / total, y / total))


@kernel
def bright_extents(
    yuyv: ByteArray, place: Vec, eye: Eye, reach: float, least: float
) -> tuple[float, float]:
    """m over which it is bright from the place to left and right, and to far and near.

    Along the ground, from the middle out until it is darker than `least`, at most `reach`.
    """
    far = math.hypot(place[0], place[1])
    ahead_x, ahead_y = place[0] / far, place[1] / far
    widths = np.zeros(2)
    point = np.empty((1, 2))
    for axis in range(2):
        along_x = -ahead_y if axis == 0 else ahead_x
        along_y = ahead_x if axis == 0 else ahead_y
        for sign in (-1.0, 1.0):
            gone = 0.0
            while gone < reach:
                point[0, 0] = place[0] + sign * gone * along_x
                point[0, 1] = place[1] + sign * gone * along_y
                pixel = robot_to_image(point, eye, 0.0)
                if math.isnan(pixel[0, 0]) or brightness(yuyv, pixel[0, 0], pixel[0, 1]) < least:
                    break
                gone += 0.004
            widths[axis] += gone
    return widths[0], widths[1]


@kernel
def green_and_outside(
    yuyv: ByteArray, points: Points2, eye: Eye, carpet: Carpet
) -> tuple[int, int]:
    """How many ground points show carpet, and how many are outside of the image."""
    pixels = robot_to_image(points, eye, 0.0)
    green = outside = 0
    for i in range(pixels.shape[0]):
        if math.isnan(pixels[i, 0]):
            outside += 1
            continue
        column, row = int(pixels[i, 0]), int(pixels[i, 1])
        if not (0 <= column < yuyv.shape[1] and 0 <= row < yuyv.shape[0]):
            outside += 1
            continue
        y = float(yuyv[row, column, 0])
        blue = chroma(y, float(yuyv[row, column & ~1, 1]))
        red = chroma(y, float(yuyv[row, column | 1, 1]))
        green += 1 if is_field(y, blue, red, carpet) else 0
    return green, outside


@kernel
def green_share(yuyv: ByteArray, points: Points2, eye: Eye, carpet: Carpet) -> float:
    """Share of ground points that show carpet; 0 if one of them is outside of the image."""
    green, outside = green_and_outside(yuyv, points, eye, carpet)
    return float(green / points.shape[0]) if outside == 0 else 0.0


@kernel
def contrast(yuyv: ByteArray, inside: Points2, outside: Points2, eye: Eye) -> tuple[float, float]:
    """Least brightness inside over largest outside, and least over largest inside."""
    paint, carpet = robot_to_image(inside, eye, 0.0), robot_to_image(outside, eye, 0.0)
    least, largest, beside = 255.0, 0.0, 1.0
    for i in range(paint.shape[0]):
        y = brightness(yuyv, paint[i, 0], paint[i, 1])
        least, largest = min(least, y), max(largest, y)
    for i in range(carpet.shape[0]):
        beside = max(beside, brightness(yuyv, carpet[i, 0], carpet[i, 1]))
    return least / beside, least / max(largest, 1.0)
