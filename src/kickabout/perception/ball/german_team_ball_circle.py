"""Ball of one color: from blobs to the blob of the ball and to the circle of its outline.

After GermanTeam 2001, section 4.4. The report leaves open what a neighbor is (here: the boxes of
both blobs touch within a few pixels), how far a point is from two others (here: the smaller one of
both distances) and what happens with fewer than three points (here: no circle).
"""

import math

import numpy as np

from kickabout.framework.compilation import kernel
from kickabout.geometry import BoolArray, Points2, Vec
from kickabout.perception.colors.scan_lines import ByteArray
from kickabout.representations.colors import ColorClass
from kickabout.representations.scan import IntArray

GREEN, ORANGE = int(ColorClass.GREEN), int(ColorClass.ORANGE)
MIN_TURN = 0.05  # sine of the angle between the two chords, below which they are parallel


@kernel
def ball_blob(
    color: ByteArray,
    pixels: IntArray,
    box: IntArray,
    size: tuple[int, int],
    min_pixels: int,
    gap: int,
) -> int:
    """Return the largest orange blob that is a ball by its size or its neighbors; −1: none.

    It covers more than half of the image's width or height (`size`), or has a green neighbor.
    """
    for blob in range(color.size):
        if color[blob] != ORANGE:
            continue
        if pixels[blob] < min_pixels:
            return -1
        left, top, right, bottom = box[blob]
        if 2 * (right - left) > size[0] or 2 * (bottom - top) > size[1]:
            return blob
        for other in range(color.size):
            if color[other] == GREEN and pixels[other] >= min_pixels:
                apart_x = max(left - box[other, 2], box[other, 0] - right)
                apart_y = max(top - box[other, 3], box[other, 1] - bottom)
                if apart_x <= gap and apart_y <= gap:
                    return blob
    return -1


@kernel
def valid_points(points: IntArray, width: int, height: int) -> BoolArray:
    """Return which of the eight points of a blob are on the outline of the ball.

    The extreme points upward, to the right, downward and to the left must not be on the edge of
    the image in their direction; those in diagonal directions must not be in a corner.
    """
    valid = np.empty(8, np.bool_)
    for k in range(8):
        x, y = points[k, 0], points[k, 1]
        at_x, at_y = x == 0 or x == width - 1, y == 0 or y == height - 1
        if k == 0:
            valid[k] = y > 0
        elif k == 2:
            valid[k] = x < width - 1
        elif k == 4:
            valid[k] = y < height - 1
        elif k == 6:
            valid[k] = x > 0
        else:
            valid[k] = not (at_x and at_y)
    return valid


@kernel
def three_points(points: IntArray, valid: BoolArray, width: int, height: int) -> IntArray:
    """Return three of the valid points, far from each other; three times −1 if there are none.

    The first two have the greatest distance of all pairs. The third one is farthest from them, so
    that at least one of the three is not on the edge of the image.
    """
    chosen = np.full(3, -1, np.int32)
    first, second, longest = -1, -1, 0.0
    for i in range(8):
        for k in range(i + 1, 8):
            apart = distance(points, i, k)
            if valid[i] and valid[k] and apart > longest:
                first, second, longest = i, k, apart
    if first < 0:
        return chosen
    inside = not on_edge(points, first, width, height) or not on_edge(points, second, width, height)
    third, farthest = -1, 0.0
    for i in range(8):
        apart = min(distance(points, i, first), distance(points, i, second))
        usable = valid[i] and (inside or not on_edge(points, i, width, height))
        if usable and apart > farthest:
            third, farthest = i, apart
    if third >= 0:
        chosen[0], chosen[1], chosen[2] = first, second, third
    return chosen


@kernel
def distance(points: IntArray, i: int, k: int) -> float:
    return math.hypot(points[i, 0] - points[k, 0], points[i, 1] - points[k, 1])


@kernel
def on_edge(points: IntArray, i: int, width: int, height: int) -> bool:
    x, y = points[i, 0], points[i, 1]
    return bool(x == 0 or y == 0 or x == width - 1 or y == height - 1)


@kernel
def circle_through(corners: Points2) -> Vec:
    """Return x, y and radius of the circle through three points; NaN if they are on a line.

    Its center is the intersection of the perpendicular bisectors of two chords.
    """
    circle = np.full(3, math.nan)
    ax, ay = corners[1, 0] - corners[0, 0], corners[1, 1] - corners[0, 1]
    bx, by = corners[2, 0] - corners[0, 0], corners[2, 1] - corners[0, 1]
    cross = ax * by - ay * bx
    lengths = math.hypot(ax, ay) * math.hypot(bx, by)
    if not abs(cross) > MIN_TURN * lengths:
        return circle
    a, b = 0.5 * (ax * ax + ay * ay), 0.5 * (bx * bx + by * by)
    x, y = (a * by - b * ay) / cross, (b * ax - a * bx) / cross
    circle[0], circle[1] = corners[0, 0] + x, corners[0, 1] + y
    for k in range(3):
        apart = math.hypot(corners[k, 0] - circle[0], corners[k, 1] - circle[1])
        circle[2] = apart if k == 0 else max(circle[2], apart)
    return circle


@kernel
def ball_circle(points: IntArray, width: int, height: int, rim: float) -> Vec:
    """Return x, y and radius in px of the ball with these eight points; NaN if there is no circle.

    The outline is outside of the middles of the extreme pixels by `rim` px.
    """
    chosen = three_points(points, valid_points(points, width, height), width, height)
    corners = np.empty((3, 2))
    if chosen[0] < 0:
        return np.full(3, math.nan)
    for k in range(3):
        for axis in range(2):
            corners[k, axis] = points[chosen[k], axis] + 0.5
    circle = circle_through(corners)
    circle[2] += rim
    return circle
