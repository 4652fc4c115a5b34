"""Relative colors: from colors beside each other to whether one of them is white or field.

Colors are compared by chroma per brightness, which shade and exposure hardly change. All limits
are shares of what the carpet of this image looks like, so nothing has to be calibrated.
"""

import math
from typing import NamedTuple

from kickabout.geometry import kernel
from kickabout.representations import FieldColors
from kickabout.representations.camera import Yuyv

DARKEST = 16.0  # of Y; below, chroma per brightness is mostly noise
GREEN_ANGLE = -2.24  # rad, of (Cb, Cr) of a pure green


class Carpet(NamedTuple):
    """What the carpet looks like, as kernels take it."""

    y: float
    blue: float  # (Cb - 128) / Y
    red: float  # (Cr - 128) / Y
    tolerance: float  # of (blue, red)
    y_low: float
    y_high: float


def carpet_of(colors: FieldColors) -> Carpet:
    return Carpet(
        y=colors.y,
        blue=colors.blue,
        red=colors.red,
        tolerance=colors.tolerance,
        y_low=colors.y_low,
        y_high=colors.y_high if colors.valid else -1.0,
    )


@kernel
def chroma(y: float, c: float) -> float:
    """Chroma per brightness."""
    return (c - 128.0) / max(y, DARKEST)


@kernel
def saturated(blue: float, red: float) -> float:
    """Saturation; `math.hypot` would guard against what colors cannot be, in a multiple of time."""
    return math.sqrt(blue * blue + red * red)


@kernel
def is_greenish(blue: float, red: float, angle: float, saturation: float) -> bool:
    """Whether a color lies in the broad range of all carpets that there may be."""
    if saturated(blue, red) < saturation:
        return False
    off = math.atan2(red, blue) - GREEN_ANGLE
    if off > math.pi:
        off -= 2.0 * math.pi
    return abs(off) <= angle


@kernel
def is_field(y: float, blue: float, red: float, carpet: Carpet) -> bool:
    """Whether a color is that of this image's carpet."""
    if not carpet.y_low <= y <= carpet.y_high:
        return False
    return saturated(blue - carpet.blue, red - carpet.red) <= carpet.tolerance


@kernel
def is_carpet(yuyv: Yuyv, x: int, y: int, carpet: Carpet) -> bool:
    """As `is_field`, which is compared by chroma per brightness: here no division is needed."""
    brightness = float(yuyv[y, x, 0])
    scale = max(brightness, DARKEST)
    blue = float(yuyv[y, x & ~1, 1]) - 128.0 - scale * carpet.blue
    red = float(yuyv[y, x | 1, 1]) - 128.0 - scale * carpet.red
    reach = scale * carpet.tolerance
    is_bright = (carpet.y_low <= brightness) & (brightness <= carpet.y_high)
    return is_bright & (blue * blue + red * red <= reach * reach)


@kernel
def is_white_beside(
    y: float,
    saturation: float,
    field_y: float,
    field_saturation: float,
    brighter: float,
    paler: float,
) -> bool:
    """Whether a color is clearly brighter and paler than carpet next to it."""
    return y >= brighter * field_y and saturation <= paler * field_saturation
