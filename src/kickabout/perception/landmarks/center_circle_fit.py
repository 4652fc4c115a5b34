"""The center circle: from spots on the ground to where a circle through them is."""

import math
from typing import NamedTuple

import numpy as np

from kickabout.geometry import FloatArray, IndexArray, Points2, Vec2, kernel
from kickabout.geometry.matrices import cholesky, solved_by_cholesky
from kickabout.perception.camera.camera_projection import CameraProjection
from kickabout.perception.camera.camera_projection_points import image_homography, in_image
from kickabout.perception.colors.scan_lines import ByteArray
from kickabout.perception.colors.whiteness import BESIDE, PAINTED, UNSEEN, paint_at
from kickabout.perception.field.line_spots import EXTENT, FROM_ROW, GROUND_X, GROUND_Y

LEAST_FALL = math.tan(0.01)  # below the horizon; about 50 m away
FARTHEST_OFF = 0.3  # m, from the circle; no spot that is off by more is on it


class Viewpoint(NamedTuple):
    """Position and focal lengths of a camera, as numbers because passing arrays costs time."""

    x: float  # m, in the robot's frame
    y: float
    above: float  # the ground
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
    """How much of the ground a px shows at a spot, along the scan line that it was found on."""
    dx, dy = x - view.x, y - view.y
    squared = dx * dx + dy * dy + view.above * view.above
    if from_row > 0.0:
        return math.sqrt(squared) / view.focal_x
    return squared / (view.above * view.focal_y)


@kernel
def slack_at(
    spots: FloatArray, i: int, x: float, y: float, view: Viewpoint, slack: float, slack_px: float
) -> float:
    """m by which a spot, moved to a place on the ground, may be off its circle."""
    blur = float(min(slack_px + 0.1 * spots[i, EXTENT], 3.0))
    return slack + meters_per_px(x, y, spots[i, FROM_ROW], view) * blur


@kernel
def off_circle(x: float, y: float, center: Vec2, radius: float) -> float:
    """How many m outside of a circle a point is."""
    dx, dy = x - center[0], y - center[1]
    return math.sqrt(dx * dx + dy * dy) - radius


@kernel
def spots_on_circle(
    spots: FloatArray,
    center: Vec2,
    radius: float,
    projection: CameraProjection,
    slack: float,
    slack_px: float,
) -> IndexArray:
    """Spots within `slack` m and `slack_px` px, as seen from the camera, of a circle."""
    view, count = viewpoint_of(projection), 0
    found = np.empty(spots.shape[0], np.int64)
    for i in range(spots.shape[0]):
        x, y = spots[i, GROUND_X], spots[i, GROUND_Y]
        off = abs(off_circle(x, y, center, radius))
        if off <= FARTHEST_OFF and off <= slack_at(spots, i, x, y, view, slack, slack_px):
            found[count] = i
            count += 1
    return found[:count].copy()


@kernel
def tilted_point(x: float, y: float, view: Viewpoint, tangent: float) -> tuple[float, float]:
    """A ground point as it would be with the camera looking up by an angle of this tangent more.

    What would then be above the horizon is moved very far away.
    """
    dx, dy = x - view.x, y - view.y
    fall = view.above / max(math.sqrt(dx * dx + dy * dy), 1e-6)
    # tangent of the difference of two angles, by their tangents
    less, divisor = fall - tangent, 1.0 + fall * tangent
    if divisor > 0.0 and less < LEAST_FALL * divisor:
        stretch = fall / LEAST_FALL
    else:
        stretch = fall * divisor / less
    return view.x + stretch * dx, view.y + stretch * dy


@kernel
def tilted_spots(spots: FloatArray, projection: CameraProjection, tilt: float) -> FloatArray:
    """Spots as they would be with the camera looking up by `tilt` rad more."""
    moved, view, tangent = spots.copy(), viewpoint_of(projection), math.tan(tilt)
    for i in range(spots.shape[0]):
        x, y = tilted_point(spots[i, GROUND_X], spots[i, GROUND_Y], view, tangent)
        moved[i, GROUND_X], moved[i, GROUND_Y] = x, y
    return moved


@kernel
def refined_center(
    spots: FloatArray,
    center: Vec2,
    tilt: float,
    radius: float,
    projection: CameraProjection,
    slack: float,
    slack_px: float,
    tilt_deviation: float,
) -> tuple[Vec2, float, IndexArray]:
    """Least squares over center and tilt of spots near the circle, narrower in each round."""
    refined, view = center.copy(), viewpoint_of(projection)
    members = np.empty(spots.shape[0], np.int64)
    normal, right = np.empty((3, 3)), np.empty(3)
    count = 0
    for wide in (3.0, 2.0, 1.5, 1.0, 1.0):
        normal[:], right[:] = 0.0, 0.0
        normal[0, 0] = normal[1, 1] = 1e-2
        normal[2, 2] = (0.03 / tilt_deviation) ** 2
        right[2] = -tilt * normal[2, 2]
        tangent = math.tan(tilt)
        count = 0
        for i in range(spots.shape[0]):
            x, y = tilted_point(spots[i, GROUND_X], spots[i, GROUND_Y], view, tangent)
            off = off_circle(x, y, refined, radius)
            if abs(off) > FARTHEST_OFF:
                continue
            limit = slack_at(spots, i, x, y, view, wide * slack, wide * slack_px)
            if abs(off) > limit:
                continue
            members[count] = i
            count += 1
            narrow = slack_at(spots, i, x, y, view, slack, slack_px)
            add_spot(normal, right, x, y, off, refined, radius, view, (slack / narrow) ** 2)
        if count < 4:
            break
        _, lower = cholesky(normal)
        step = solved_by_cholesky(lower, right)
        refined[0] += step[0]
        refined[1] += step[1]
        tilt += step[2]
    return refined, tilt, members[:count].copy()


@kernel
def add_spot(
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
    """Add what a spot that is `off` m outside of the circle tells to the normal equations."""
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
def circle_share(
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
    """Share of the visible points of a circle that are painted, and how many are visible."""
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
    begin: tuple[float, float], end: tuple[float, float], least: float
) -> tuple[float, float]:
    """From one point to another, but at least so far."""
    dx, dy = end[0] - begin[0], end[1] - begin[1]
    squared = dx * dx + dy * dy
    if 1e-18 < squared < least * least:
        longer = least / math.sqrt(squared)
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
    """Whether there is paint at a point or a few px beside it, where the middle of it may be.

    `left` and `right` lead from it to the carpet beside it.
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
    """In how many of equal sectors around the center there are points."""
    hit = np.zeros(sectors, np.bool_)
    for i in range(points.shape[0]):
        angle = math.atan2(points[i, 1] - center[1], points[i, 0] - center[0])
        hit[int((angle + math.pi) / (2.0 * math.pi) * sectors) % sectors] = True
    return int(hit.sum())
