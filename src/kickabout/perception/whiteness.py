"""Relative whiteness: from points in an image to whether they are brighter than both sides."""

import math

import numpy as np

from kickabout.geometry import Points2, Vec2, kernel
from kickabout.perception.eye import Eye, image_to_robot, robot_to_image, unstraightened
from kickabout.perception.scan_lines import ByteArray

UNSEEN, PLAIN, PAINTED = -1, 0, 1


@kernel
def brightness(yuyv: ByteArray, x: float, y: float) -> float:
    """Mean Y of the four pixels around a point; negative outside of the image."""
    column, row = math.floor(x - 0.5), math.floor(y - 0.5)
    if column < 0 or row < 0 or column + 1 >= yuyv.shape[1] or row + 1 >= yuyv.shape[0]:
        return -1.0
    return 0.25 * (
        float(yuyv[row, column, 0])
        + float(yuyv[row, column + 1, 0])
        + float(yuyv[row + 1, column, 0])
        + float(yuyv[row + 1, column + 1, 0])
    )


@kernel
def brightest_near(yuyv: ByteArray, point: Vec2, side: Vec2) -> float:
    """Largest brightness a quarter of the way to either side; thin lines are easily missed."""
    dx, dy = 0.25 * (side[0] - point[0]), 0.25 * (side[1] - point[1])
    y = brightness(yuyv, point[0], point[1])
    y = max(y, brightness(yuyv, point[0] + dx, point[1] + dy))
    return max(y, brightness(yuyv, point[0] - dx, point[1] - dy))


@kernel
def greenness(yuyv: ByteArray, x: float, y: float) -> float:
    """How far Cb and Cr together lie on the green side of gray, in units of Y."""
    column = min(max(int(x), 0), yuyv.shape[1] - 1)
    row = min(max(int(y), 0), yuyv.shape[0] - 1)
    chroma = float(yuyv[row, column & ~1, 1]) + float(yuyv[row, column | 1, 1]) - 256.0
    return -chroma


@kernel
def paint_at(
    yuyv: ByteArray, point: Vec2, one_side: Vec2, other_side: Vec2, brighter: float
) -> int:
    """Whether a point is painted: brighter than both sides, and paler than what is beside it."""
    y = brightest_near(yuyv, point, one_side)
    first = brightness(yuyv, one_side[0], one_side[1])
    second = brightness(yuyv, other_side[0], other_side[1])
    if y < 0.0 or (first < 0.0 and second < 0.0):
        return UNSEEN
    green = greenness(yuyv, point[0], point[1]) / max(y, 16.0)
    for side, side_y in ((one_side, first), (other_side, second)):
        if side_y < 0.0:
            continue
        side_green = greenness(yuyv, side[0], side[1]) / max(side_y, 16.0)
        if y < brighter * side_y or side_green < 0.5 * green or side_green <= 0.0:
            return PLAIN
    return PAINTED


@kernel
def sides_of(
    points_in_robot: Points2, normals: Points2, eye: Eye, half_width: float, least_px: float
) -> tuple[Points2, Points2, Points2]:
    """Pixels of points on a stripe and of the ground beside it, on either side.

    The comparison points lie twice the half width from the middle and at least `least_px` px.
    """
    middle = robot_to_image(points_in_robot, eye, 0.0)
    left = robot_to_image(points_in_robot + 2.4 * half_width * normals, eye, 0.0)
    right = robot_to_image(points_in_robot - 2.4 * half_width * normals, eye, 0.0)
    for i in range(middle.shape[0]):
        for side in (left, right):
            dx, dy = side[i, 0] - middle[i, 0], side[i, 1] - middle[i, 1]
            length = math.hypot(dx, dy)
            if 1e-9 < length < least_px:
                side[i, 0] = middle[i, 0] + dx * least_px / length
                side[i, 1] = middle[i, 1] + dy * least_px / length
    return middle, left, right


@kernel
def painted_share(
    yuyv: ByteArray, middle: Points2, left: Points2, right: Points2, brighter: float
) -> tuple[float, int]:
    """Share of the visible points that are painted, and how many are visible."""
    painted = seen = 0
    for i in range(middle.shape[0]):
        if math.isnan(middle[i, 0] + left[i, 0] + right[i, 0]):
            continue
        found = paint_at(yuyv, middle[i], left[i], right[i], brighter)
        if found != UNSEEN:
            seen += 1
            painted += found
    return (painted / seen if seen else 0.0), seen


@kernel
def stripe_share(
    yuyv: ByteArray,
    start: Vec2,
    end: Vec2,
    eye: Eye,
    half_width: float,
    least_px: float,
    spacing: float,
    brighter: float,
) -> tuple[float, int]:
    """As `painted_share`, of points along a straight stripe given by its straightened px."""
    length = math.hypot(end[0] - start[0], end[1] - start[1])
    count = max(int(length / spacing), 2)
    still = Eye(eye.intrinsics, eye.rotation, eye.position_in_robot, np.zeros(3))
    level = np.empty((count, 2))
    for i in range(count):
        share = (i + 0.5) / count
        level[i, 0] = start[0] + share * (end[0] - start[0])
        level[i, 1] = start[1] + share * (end[1] - start[1])
    middle, left, right = stripe_sides(level, start, end, still, half_width, least_px)
    return painted_share(
        yuyv,
        unstraightened(middle, eye),
        unstraightened(left, eye),
        unstraightened(right, eye),
        brighter,
    )


@kernel
def stripe_sides(
    level: Points2, start: Vec2, end: Vec2, still: Eye, half_width: float, least_px: float
) -> tuple[Points2, Points2, Points2]:
    """Straightened px of points on a straight stripe and beside it."""
    ground = image_to_robot(level, still, 0.0)
    ends = np.empty((2, 2))
    ends[0], ends[1] = start, end
    ends = image_to_robot(ends, still, 0.0)
    dx, dy = ends[1, 0] - ends[0, 0], ends[1, 1] - ends[0, 1]
    norm = max(math.hypot(dx, dy), 1e-9)
    normals = np.empty((level.shape[0], 2))
    normals[:, 0], normals[:, 1] = -dy / norm, dx / norm
    return sides_of(ground, normals, still, half_width, least_px)
