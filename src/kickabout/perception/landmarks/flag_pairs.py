"""Pairs of blobs that are flags: pink immediately above or below another color, of the same size.

After GermanTeam 2001, section 4.6.3; how much the sizes may differ is not in the report.
"""

from typing import NamedTuple

import numpy as np

from kickabout.framework.compilation import kernel
from kickabout.geometry import BoolArray, FloatArray
from kickabout.perception.colors.scan_lines import ByteArray
from kickabout.perception.landmarks.interval_relations import is_above
from kickabout.representations.colors import ColorClass
from kickabout.representations.scan import IntArray

PINK, YELLOW = int(ColorClass.PINK), int(ColorClass.YELLOW)
GREEN, SKY_BLUE = int(ColorClass.GREEN), int(ColorClass.SKY_BLUE)


class FlagRules(NamedTuple):
    """Limits for pairs of blobs that are flags."""

    min_pixels: int  # of a blob
    enlargement: float  # rad, of the vertical range of one blob
    max_ratio: float  # of the sizes of both blobs
    tolerance: float  # rad, added to all sizes before they are compared


@kernel
def flag_pairs(
    color: ByteArray, pixels: IntArray, angles: FloatArray, cut: BoolArray, rules: FlagRules
) -> IntArray:
    """Return the upper and the lower blob of each flag, those with the largest pink blob first.

    Several pink blobs may have the same partner.
    """
    pairs, count = np.empty((color.size, 2), np.int32), 0
    for pink in range(color.size):
        if color[pink] != PINK or pixels[pink] < rules.min_pixels:
            continue
        for other in range(color.size):
            if color[other] != YELLOW and color[other] != GREEN and color[other] != SKY_BLUE:
                continue
            if pixels[other] < rules.min_pixels:
                continue
            upper, lower = -1, -1
            if is_above(row_of(angles, pink), row_of(angles, other), rules.enlargement):
                upper, lower = pink, other
            elif is_above(row_of(angles, other), row_of(angles, pink), rules.enlargement):
                upper, lower = other, pink
            if upper < 0 or not alike(angles, cut, pink, other, rules):
                continue
            pairs[count, 0], pairs[count, 1] = upper, lower
            count += 1
            break
    return pairs[:count].copy()


@kernel
def row_of(angles: FloatArray, blob: int) -> tuple[float, float, float, float]:
    return angles[blob, 0], angles[blob, 1], angles[blob, 2], angles[blob, 3]


@kernel
def alike(angles: FloatArray, cut: BoolArray, one: int, other: int, rules: FlagRules) -> bool:
    """Return whether two blobs have nearly the same width and height, as far as they are visible.

    Both are cut alike at the sides of the image, but not at its upper and lower edge.
    """
    for axis in range(2):
        first, second = 2 * axis, 2 * axis + 1
        hidden = cut[one, first] or cut[one, second] or cut[other, first] or cut[other, second]
        if axis == 1 and hidden:
            continue
        size = angles[one, first] - angles[one, second] + rules.tolerance
        size_of_other = angles[other, first] - angles[other, second] + rules.tolerance
        if max(size, size_of_other) > rules.max_ratio * min(size, size_of_other):
            return False
    return True
