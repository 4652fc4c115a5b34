"""Relative whiteness: from points in an image to whether they are painted."""

import math
from typing import NamedTuple

from kickabout.framework.compilation import kernel
from kickabout.geometry import Vec, Vec2
from kickabout.perception.camera.camera_projection import CameraProjection
from kickabout.perception.camera.camera_projection_points import (
    MIN_DEPTH,
    MIN_NEARNESS,
    Homography,
    Shutter,
    exposed_at,
    ground_homography,
    image_homography,
    on_ground,
    shutter_of,
    still,
)
from kickabout.perception.colors.scan_lines import ByteArray

UNSEEN, PLAIN, PAINTED = -1, 0, 1
ON_EDGE = 1e-9  # px, so that between two px the left or upper one is used despite rounding
NOWHERE = -2  # above the horizon
BESIDE = 1.2  # widths, from the middle of a stripe to the carpet beside it


class LevelView(NamedTuple):
    """Mappings between straightened px, the ground and the image."""

    to_ground: Homography
    to_level: Homography  # from the ground
    shutter: Shutter
    beside: float  # m, from the middle of a stripe to the carpet beside it


class Stripe(NamedTuple):
    """Coefficients of a straight stripe on the ground, for its straightened px."""

    nearness_x: float  # 1/m per px, change of one over the depth
    nearness_y: float
    nearness: float  # 1/m, at the px (0, 0)
    beside_x: float  # from the middle to the carpet beside it, px times depth
    beside_y: float
    beside_depth: float  # m
    shutter: Shutter


@kernel
def brightness(yuyv: ByteArray, x: float, y: float) -> float:
    """Return the mean Y of the four pixels around a point; negative outside of the image."""
    column, row = math.floor(x - 0.5), math.floor(y - 0.5)
    if column < 0 or row < 0 or column + 1 >= yuyv.shape[1] or row + 1 >= yuyv.shape[0]:
        return -1.0
    return 0.25 * float(
        int(yuyv[row, column, 0])
        + int(yuyv[row, column + 1, 0])
        + int(yuyv[row + 1, column, 0])
        + int(yuyv[row + 1, column + 1, 0])
    )


@kernel
def greenness(yuyv: ByteArray, x: float, y: float) -> float:
    """Return how far Cb and Cr together are on the green side of gray, in units of Y."""
    column = min(max(int(x - ON_EDGE), 0), yuyv.shape[1] - 1)
    row = min(max(int(y - ON_EDGE), 0), yuyv.shape[0] - 1)
    return float(256 - int(yuyv[row, column & ~1, 1]) - int(yuyv[row, column | 1, 1]))


@kernel
def paint_at(
    yuyv: ByteArray,
    x: float,
    y: float,
    one_side: tuple[float, float],
    other_side: tuple[float, float],
    brighter: float,
) -> int:
    """Return whether a point is painted, which is brighter and paler than both sides of it.

    `one_side` and `other_side` lead from the point to the carpet beside it. Points at a quarter of
    the distance to either side count, too, as thin lines are easily missed.
    """
    dx, dy = 0.25 * one_side[0], 0.25 * one_side[1]
    bright = brightness(yuyv, x, y)
    bright = max(bright, brightness(yuyv, x + dx, y + dy))
    bright = max(bright, brightness(yuyv, x - dx, y - dy))
    if bright < 0.0:
        return UNSEEN
    first = brightness(yuyv, x + one_side[0], y + one_side[1])
    second = brightness(yuyv, x + other_side[0], y + other_side[1])
    if first < 0.0 and second < 0.0:
        return UNSEEN
    if bright < brighter * first or bright < brighter * second:
        return PLAIN
    green = 0.5 * greenness(yuyv, x, y) / max(bright, 16.0)
    if not is_greener(yuyv, x + one_side[0], y + one_side[1], first, green):
        return PLAIN
    return (
        PAINTED if is_greener(yuyv, x + other_side[0], y + other_side[1], second, green) else PLAIN
    )


@kernel
def is_greener(yuyv: ByteArray, x: float, y: float, bright: float, min_green: float) -> bool:
    """Return whether a point is green for its brightness; true outside of the image."""
    if bright < 0.0:
        return True
    green = greenness(yuyv, x, y) / max(bright, 16.0)
    return green >= min_green and green > 0.0


@kernel
def level_view(projection: CameraProjection, line_width: float) -> LevelView:
    """Return the mappings of a camera."""
    level, shutter = still(projection), shutter_of(projection)
    to_ground, to_level = ground_homography(level), image_homography(level)
    return LevelView(to_ground, to_level, shutter, BESIDE * line_width)


@kernel
def normal_on_ground(view: LevelView, line: Vec) -> tuple[float, float]:
    """Return the normal on the ground of a line of point and direction in straightened px."""
    ax, ay = on_ground(view.to_ground, line[0], line[1])
    bx, by = on_ground(view.to_ground, line[0] + line[2], line[1] + line[3])
    dx, dy = bx - ax, by - ay
    norm = max(math.sqrt(dx * dx + dy * dy), 1e-9)
    return -dy / norm, dx / norm


@kernel
def stripe_across(view: LevelView, normal: tuple[float, float]) -> Stripe:
    """Return a stripe with this normal on the ground."""
    x, y = view.beside * normal[0], view.beside * normal[1]
    to_ground, to_level = view.to_ground, view.to_level
    return Stripe(
        to_ground.wx,
        to_ground.wy,
        to_ground.w,
        to_level.xx * x + to_level.xy * y,
        to_level.yx * x + to_level.yy * y,
        to_level.wx * x + to_level.wy * y,
        view.shutter,
    )


@kernel
def side_px(
    stripe: Stripe, sign: float, x: float, y: float, depth: float, min_px: float
) -> tuple[float, float]:
    """Return the offset in px to the carpet beside a stripe, at least `min_px`; NaN if unseen."""
    there = depth + sign * stripe.beside_depth
    if not there > MIN_DEPTH:
        return math.nan, math.nan
    nearness = sign / there
    dx = nearness * (stripe.beside_x - stripe.beside_depth * x)
    dy = nearness * (stripe.beside_y - stripe.beside_depth * y)
    squared = dx * dx + dy * dy
    if 1e-18 < squared < min_px * min_px:
        longer = min_px / math.sqrt(squared)
        dx, dy = dx * longer, dy * longer
    return dx + stripe.shutter.lean * dy, stripe.shutter.stretch * dy


@kernel
def paint_on_stripe(
    yuyv: ByteArray, stripe: Stripe, x: float, y: float, min_px: float, brighter: float
) -> int:
    """Return whether a straightened px of a stripe is painted; NOWHERE above the horizon."""
    nearness = stripe.nearness_x * x + stripe.nearness_y * y + stripe.nearness
    if not nearness > MIN_NEARNESS:
        return NOWHERE
    depth = 1.0 / nearness
    left = side_px(stripe, 1.0, x, y, depth, min_px)
    right = side_px(stripe, -1.0, x, y, depth, min_px)
    if math.isnan(left[0] + right[0]):
        return NOWHERE
    column, row = exposed_at(stripe.shutter, x, y)
    return paint_at(yuyv, column, row, left, right, brighter)


@kernel
def is_mostly_painted(
    yuyv: ByteArray,
    start: Vec2,
    end: Vec2,
    stripe: Stripe,
    min_px: float,
    spacing: float,
    brighter: float,
    fraction: float,
) -> bool:
    """Return whether at least a fraction of the visible part of a stripe is painted.

    Start and end are straightened px; sampling stops once the rest makes no difference.
    """
    dx, dy = end[0] - start[0], end[1] - start[1]
    count = max(int(math.sqrt(dx * dx + dy * dy) / spacing), 2)
    painted = seen = 0
    for i in range(count):
        along = (i + 0.5) / count
        x, y = start[0] + along * dx, start[1] + along * dy
        found = paint_on_stripe(yuyv, stripe, x, y, min_px, brighter)
        if found >= PLAIN:
            seen += 1
            painted += found
        rest = count - 1 - i
        if painted + rest < fraction * (seen + rest):
            return False
        if seen > 0 and painted >= fraction * (seen + rest):
            return True
    return False
