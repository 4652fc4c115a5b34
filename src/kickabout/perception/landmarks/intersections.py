"""Line intersections: from pairs of lines on the ground to positions, directions and kinds."""

import math

import numpy as np

from kickabout.framework.compilation import kernel
from kickabout.geometry import FloatArray, Vec

NONE, L, T, X = 0, 1, 2, 3
AT_START, INSIDE, AT_END, AWAY = -1, 0, 1, 2  # position of a point on a line


@kernel
def near_intersections(
    ends: FloatArray, width: int, height: int, margin: float, max_distance: float, limits: Vec
) -> FloatArray:
    """Return the rows of `met_lines` that are nearer than `max_distance`.

    Rows of `ends` are start and end on the ground, then in the image. Ends less than `margin` px
    from the image's edge are cut off.
    """
    cut_off = np.zeros((ends.shape[0], 2))
    for i in range(ends.shape[0]):
        for k in range(2):
            x, y = ends[i, 4 + 2 * k], ends[i, 5 + 2 * k]
            inside = margin < x < width - margin and margin < y < height - margin
            cut_off[i, k] = 0.0 if inside else 1.0
    found = line_intersections(ends, cut_off, limits)
    size = 0
    for i in range(found.shape[0]):
        if found[i, 1] ** 2 + found[i, 2] ** 2 < max_distance**2:
            found[size] = found[i]
            size += 1
    return found[:size]


@kernel
def line_intersections(lines: FloatArray, cut_off: FloatArray, limits: Vec) -> FloatArray:
    """Return rows of kind, x, y and direction of all intersections.

    Rows of `lines` begin with start x, y and end x, y; `cut_off` is 1 for ends at the image's
    edge. Limits: maximum cosine of the angle, tolerance at ends in m and as a fraction of the
    distance, maximum extension as a fraction of the line's length. The direction is that of the
    stem of a T; the legs of an L point along it and a quarter turn to the left of it.
    """
    count = lines.shape[0]
    found = np.empty((count * count, 4))
    size = 0
    for i in range(count):
        for j in range(i + 1, count):
            if meet(lines, cut_off, i, j, limits, found[size]):
                size += 1
    return found[:size].copy()


@kernel
def meet(lines: FloatArray, cut_off: FloatArray, i: int, j: int, limits: Vec, result: Vec) -> bool:
    """Intersect two lines and fill in kind, position, direction; false if they do not meet."""
    ax, ay = lines[i, 2] - lines[i, 0], lines[i, 3] - lines[i, 1]
    bx, by = lines[j, 2] - lines[j, 0], lines[j, 3] - lines[j, 1]
    a, b = math.hypot(ax, ay), math.hypot(bx, by)
    if min(a, b) < 1e-6 or abs(ax * bx + ay * by) > limits[0] * a * b:
        return False
    across = ax * by - ay * bx
    dx, dy = lines[j, 0] - lines[i, 0], lines[j, 1] - lines[i, 1]
    on_a, on_b = (dx * by - dy * bx) / across, (dx * ay - dy * ax) / across
    x, y = lines[i, 0] + on_a * ax, lines[i, 1] + on_a * ay
    tolerance = limits[1] + limits[2] * math.hypot(x, y)
    first = where_on(on_a * a, a, cut_off[i], tolerance, limits[3])
    second = where_on(on_b * b, b, cut_off[j], tolerance, limits[3])
    if first == AWAY or second == AWAY:
        return False
    # Legs point away from the intersection, along the line that continues there.
    leg_a = math.atan2(ay, ax) + (math.pi if first == AT_END else 0.0)
    leg_b = math.atan2(by, bx) + (math.pi if second == AT_END else 0.0)
    result[1], result[2] = x, y
    if first == INSIDE and second == INSIDE:
        result[0], result[3] = float(X), leg_a
    elif first == INSIDE:
        result[0], result[3] = float(T), leg_b
    elif second == INSIDE:
        result[0], result[3] = float(T), leg_a
    else:
        result[0] = float(L)
        result[3] = leg_a if math.sin(leg_b - leg_a) > 0.0 else leg_b
    return True


@kernel
def where_on(
    position: float, length: float, cut_off: Vec, tolerance: float, extension: float
) -> int:
    """Return whether a position is at an end of a line, inside of it, or away from it.

    Near an end that is cut off by the image it is unknown how the line continues: away.
    """
    reach = min(max(extension * length, tolerance), 2.0 * tolerance)
    if position < -reach or position > length + reach:
        return AWAY
    near = min(tolerance, 0.4 * length)
    if position < near:
        return AWAY if cut_off[0] > 0.0 else AT_START
    if position > length - near:
        return AWAY if cut_off[1] > 0.0 else AT_END
    return INSIDE
