"""Center circle fit: from line points on the ground to the center of a circle through them."""

import math
from typing import NamedTuple

import numpy as np

from kickabout.framework.compilation import kernel
from kickabout.geometry import FloatArray, IndexArray, Points2, Vec2
from kickabout.geometry.matrices import cholesky, solved_by_cholesky
from kickabout.perception.camera.camera_projection import CameraProjection
from kickabout.perception.camera.camera_projection_points import image_homography, in_image
from kickabout.perception.colors.scan_lines import ByteArray
from kickabout.perception.colors.whiteness import BESIDE, PAINTED, UNSEEN, paint_at
from kickabout.perception.field.line_points import EXTENT, FROM_ROW, GROUND_X, GROUND_Y

MIN_FALL = math.tan(0.01)  # slope below the horizon; about 50 m away
MAX_DISTANCE = 0.3  # m, maximum distance of a point from its circle


class Viewpoint(NamedTuple):
    """Position and focal lengths of a camera, as numbers because passing arrays costs time."""

    x: float  # m, in the robot's frame
    y: float
    above: float  # m, height over the ground
    focal_x: float  # px
    focal_y: float


@kernel
def viewpoint_of(projection: CameraProjection) -> Viewpoint:
    x, y, above = (
        projection.position_in_robot[0],
        projection.position_in_robot[1],
        projection.position_in_robot[2],
    )
    return Viewpoint(x, y, above, projection.intrinsics[0], projection.intrinsics[1])


@kernel
def meters_per_px(x: float, y: float, from_row: float, view: Viewpoint) -> float:
    """Return the size in m of a px at a ground point, along the scan line of the point."""
    dx, dy = x - view.x, y - view.y
    squared = dx * dx + dy * dy + view.above * view.above
    if from_row > 0.0:
        return math.sqrt(squared) / view.focal_x
    return squared / (view.above * view.focal_y)


@kernel
def tolerance_at(
    line_points: FloatArray,
    i: int,
    x: float,
    y: float,
    view: Viewpoint,
    tolerance: float,
    tolerance_px: float,
) -> float:
    """Return the maximum distance in m of a point, moved to x, y, from its circle."""
    blur = float(min(tolerance_px + 0.1 * line_points[i, EXTENT], 3.0))
    return tolerance + meters_per_px(x, y, line_points[i, FROM_ROW], view) * blur


@kernel
def off_circle(x: float, y: float, center: Vec2, radius: float) -> float:
    """Return the distance in m of a point from a circle; negative inside."""
    dx, dy = x - center[0], y - center[1]
    return math.sqrt(dx * dx + dy * dy) - radius


@kernel
def points_on_circle(
    line_points: FloatArray,
    center: Vec2,
    radius: float,
    projection: CameraProjection,
    tolerance: float,
    tolerance_px: float,
) -> IndexArray:
    """Return the points within `tolerance` m plus `tolerance_px` px of a circle."""
    view, count = viewpoint_of(projection), 0
    found = np.empty(line_points.shape[0], np.int64)
    for i in range(line_points.shape[0]):
        x, y = line_points[i, GROUND_X], line_points[i, GROUND_Y]
        off = abs(off_circle(x, y, center, radius))
        if off <= MAX_DISTANCE and off <= tolerance_at(
            line_points, i, x, y, view, tolerance, tolerance_px
        ):
            found[count] = i
            count += 1
    return found[:count].copy()


@kernel
def tilted_point(x: float, y: float, view: Viewpoint, tangent: float) -> tuple[float, float]:
    """Return a ground point as if the camera looked up by the angle of this tangent more.

    Points that would then be above the horizon are moved very far away.
    """
    dx, dy = x - view.x, y - view.y
    fall = view.above / max(math.sqrt(dx * dx + dy * dy), 1e-6)
    # tangent of the difference of two angles, from their tangents
    less, divisor = fall - tangent, 1.0 + fall * tangent
    if divisor > 0.0 and less < MIN_FALL * divisor:
        stretch = fall / MIN_FALL
    else:
        stretch = fall * divisor / less
    return view.x + stretch * dx, view.y + stretch * dy


@kernel
def tilted_points(line_points: FloatArray, projection: CameraProjection, tilt: float) -> FloatArray:
    """Return the points as if the camera looked up by `tilt` rad more."""
    moved, view, tangent = line_points.copy(), viewpoint_of(projection), math.tan(tilt)
    for i in range(line_points.shape[0]):
        x, y = tilted_point(line_points[i, GROUND_X], line_points[i, GROUND_Y], view, tangent)
        moved[i, GROUND_X], moved[i, GROUND_Y] = x, y
    return moved


@kernel
def refined_center(
    line_points: FloatArray,
    center: Vec2,
    tilt: float,
    radius: float,
    projection: CameraProjection,
    tolerance: float,
    tolerance_px: float,
    tilt_deviation: float,
) -> tuple[Vec2, float, IndexArray]:
    """Fit center and tilt by least squares to points near the circle, narrower in each round.

    Return center, tilt and the points of the last round.
    """
    refined, view = center.copy(), viewpoint_of(projection)
    members = np.empty(line_points.shape[0], np.int64)
    normal, right = np.empty((3, 3)), np.empty(3)
    count = 0
    for wide in (3.0, 2.0, 1.5, 1.0, 1.0):
        normal[:], right[:] = 0.0, 0.0
        normal[0, 0] = normal[1, 1] = 1e-2
        normal[2, 2] = (0.03 / tilt_deviation) ** 2
        right[2] = -tilt * normal[2, 2]
        tangent = math.tan(tilt)
        count = 0
        for i in range(line_points.shape[0]):
            x, y = tilted_point(line_points[i, GROUND_X], line_points[i, GROUND_Y], view, tangent)
            off = off_circle(x, y, refined, radius)
            if abs(off) > MAX_DISTANCE:
                continue
            limit = tolerance_at(line_points, i, x, y, view, wide * tolerance, wide * tolerance_px)
            if abs(off) > limit:
                continue
            members[count] = i
            count += 1
            narrow = tolerance_at(line_points, i, x, y, view, tolerance, tolerance_px)
            add_point(normal, right, x, y, off, refined, radius, view, (tolerance / narrow) ** 2)
        if count < 4:
            break
        _, lower = cholesky(normal)
        step = solved_by_cholesky(lower, right)
        refined[0] += step[0]
        refined[1] += step[1]
        tilt += step[2]
    return refined, tilt, members[:count].copy()


@kernel
def add_point(
    normal: FloatArray,
    right: FloatArray,
    x: float,
    y: float,
    off: float,
    center: Vec2,
    radius: float,
    view: Viewpoint,
    weight: float,
) -> None:
    """Add a point that is `off` m outside of the circle to the normal equations."""
    above = view.above
    far = max(off + radius, 1e-9)
    out_x, out_y = (x - center[0]) / far, (y - center[1]) / far
    ex, ey = x - view.x, y - view.y
    reach = max(math.sqrt(ex * ex + ey * ey), 1e-6)
    push = (reach * reach + above * above) / (above * reach)
    row = (out_x, out_y, -push * (ex * out_x + ey * out_y))
    for a in range(3):
        right[a] += weight * row[a] * off
        for b in range(3):
            normal[a, b] += weight * row[a] * row[b]


@kernel
def circle_fraction(
    yuyv: ByteArray,
    center: Vec2,
    tilt: float,
    radius: float,
    projection: CameraProjection,
    half_width: float,
    min_px: float,
    brighter: float,
    count: int,
) -> tuple[float, int]:
    """Return the painted fraction of the visible points of a circle, and their number."""
    to_image, view, tangent = (
        image_homography(projection),
        viewpoint_of(projection),
        math.tan(-tilt),
    )
    painted = visible = 0
    for i in range(count):
        angle = 2.0 * math.pi * i / count
        out_x, out_y = math.cos(angle), math.sin(angle)
        x, y = tilted_point(center[0] + radius * out_x, center[1] + radius * out_y, view, tangent)
        middle = in_image(to_image, x, y)
        out_x, out_y = 2.0 * BESIDE * half_width * out_x, 2.0 * BESIDE * half_width * out_y
        outer = lengthened(middle, in_image(to_image, x + out_x, y + out_y), min_px)
        inner = lengthened(middle, in_image(to_image, x - out_x, y - out_y), min_px)
        found = paint_near(yuyv, middle, outer, inner, brighter)
        visible += 0 if found == UNSEEN else 1
        painted += 1 if found == PAINTED else 0
    return (painted / visible if visible else 0.0), visible


@kernel
def lengthened(
    begin: tuple[float, float], end: tuple[float, float], min_length: float
) -> tuple[float, float]:
    """Return the vector from one point to another, extended to a minimum length."""
    dx, dy = end[0] - begin[0], end[1] - begin[1]
    squared = dx * dx + dy * dy
    if 1e-18 < squared < min_length * min_length:
        longer = min_length / math.sqrt(squared)
        return dx * longer, dy * longer
    return dx, dy


@kernel
def paint_near(
    yuyv: ByteArray,
    middle: tuple[float, float],
    left: tuple[float, float],
    right: tuple[float, float],
    brighter: float,
) -> int:
    """Return whether a point or one a few px beside it is painted, as `paint_at` does.

    `left` and `right` lead from the point to the carpet beside the line.
    """
    across_x, across_y = left[0] - right[0], left[1] - right[1]
    if math.isnan(middle[0] + across_x):
        return UNSEEN
    apart = max(math.sqrt(across_x * across_x + across_y * across_y), 1e-9)
    best = UNSEEN
    for offset in (0.0, 1.5, -1.5, 3.0, -3.0):
        x, y = middle[0] + across_x * offset / apart, middle[1] + across_y * offset / apart
        best = max(best, paint_at(yuyv, x, y, left, right, brighter))
        if best == PAINTED:
            break
    return best


@kernel
def arc_covered(points: Points2, center: Vec2, sectors: int) -> int:
    """Return the number of equal sectors around the center that have points."""
    hit = np.zeros(sectors, np.bool_)
    for i in range(points.shape[0]):
        angle = math.atan2(points[i, 1] - center[1], points[i, 0] - center[0])
        hit[int((angle + math.pi) / (2.0 * math.pi) * sectors) % sectors] = True
    return int(hit.sum())
