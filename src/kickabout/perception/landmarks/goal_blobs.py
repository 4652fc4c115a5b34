"""Blobs of a colored goal: from all blobs to those that are parts of it.

After GermanTeam 2001, section 4.6.4.
"""

import numpy as np

from kickabout.framework.compilation import kernel
from kickabout.geometry import BoolArray, FloatArray
from kickabout.perception.colors.scan_lines import ByteArray
from kickabout.perception.landmarks.flag_pairs import row_of
from kickabout.perception.landmarks.interval_relations import is_above
from kickabout.representations.colors import ColorClass
from kickabout.representations.scan import IntArray

GREEN = int(ColorClass.GREEN)


@kernel
def goal_blobs(
    color: ByteArray,
    pixels: IntArray,
    angles: FloatArray,
    is_flag: BoolArray,
    goal_color: int,
    enlargement: float,
    max_gap: float,
) -> IntArray:
    """Return the blobs of a goal, the largest first; none if there is no carpet below it.

    The carpet is the largest green blob below the largest blob of the goal's color. All blobs of
    this color that are immediately above this carpet belong to the goal; so do those at the height
    of the goal that robots separate from the carpet, up to `max_gap` in rad beside the others.
    """
    parts, count = np.empty(color.size, np.int32), 0
    first = -1
    for blob in range(color.size):
        if color[blob] == goal_color and not is_flag[blob]:
            first = blob
            break
    carpet = -1 if first < 0 else carpet_below(color, angles, first, enlargement)
    if carpet < 0:
        return parts[:0].copy()
    left, right = angles[first, 0], angles[first, 1]
    for blob in range(first, color.size):
        if color[blob] != goal_color or is_flag[blob]:
            continue
        level = angles[blob, 3] < angles[first, 2] and angles[blob, 2] > angles[first, 3]
        beside = level and angles[blob, 1] - left <= max_gap and right - angles[blob, 0] <= max_gap
        if beside or is_above(row_of(angles, blob), row_of(angles, carpet), enlargement):
            parts[count] = blob
            left, right = max(left, angles[blob, 0]), min(right, angles[blob, 1])
            count += 1
    return parts[:count].copy()


@kernel
def carpet_below(color: ByteArray, angles: FloatArray, blob: int, enlargement: float) -> int:
    """Return the largest green blob below another one and below the horizon; −1: none."""
    for green in range(color.size):
        is_low = angles[green, 3] < 0.0 and angles[green, 2] < enlargement
        if color[green] != GREEN or not is_low:
            continue
        if is_above(row_of(angles, blob), row_of(angles, green), enlargement):
            return green
    return -1


@kernel
def hidden_side(
    color: ByteArray,
    pixels: IntArray,
    angles: FloatArray,
    goal: tuple[float, float, float, float],
    side: int,
    hiding: tuple[int, int],
    min_pixels: int,
    gap: float,
) -> bool:
    """Return whether a blob of the colors `hiding` is at a goal's side: left (0) or right (1)."""
    for blob in range(color.size):
        if (color[blob] != hiding[0] and color[blob] != hiding[1]) or pixels[blob] < min_pixels:
            continue
        level = angles[blob, 3] < goal[2] and angles[blob, 2] > goal[3]
        if level and angles[blob, 1] - gap < goal[side] < angles[blob, 0] + gap:
            return True
    return False
