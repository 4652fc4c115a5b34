"""Relative colors: from a color and the carpet's to whether it is white or field.

Colors are compared by chroma per brightness, which shade and exposure hardly change. All limits
are relative to the carpet's color in the same image, so no calibration is needed.
"""

import math
from typing import NamedTuple

from kickabout.framework.compilation import kernel
from kickabout.representations import FieldColors
from kickabout.representations.camera import Yuyv

DARKEST = 16.0  # Y, below which chroma per brightness is mostly noise
GREEN_ANGLE = -2.24  # rad, hue of (Cb, Cr) of pure green


class Carpet(NamedTuple):
    """The carpet's color, in the form that kernels take."""

    y: float
    blue: float  # (Cb - 128) / Y
    red: float  # (Cr - 128) / Y
    tolerance: float  # of (blue, red)
    y_low: float
    y_high: float


def carpet_of(colors: FieldColors) -> Carpet:
    """Return the carpet's color for kernels; without a field color no pixel is carpet."""
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
    """Return chroma per brightness."""
    return (c - 128.0) / max(y, DARKEST)


@kernel
def saturated(blue: float, red: float) -> float:
    """Return the saturation; much faster than `math.hypot`, which guards against overflow."""
    return math.sqrt(blue * blue + red * red)


@kernel
def is_greenish(blue: float, red: float, angle: float, saturation: float) -> bool:
    """Return whether a color is in the broad range of all possible carpets."""
    if saturated(blue, red) < saturation:
        return False
    off = math.atan2(red, blue) - GREEN_ANGLE
    if off > math.pi:
        off -= 2.0 * math.pi
    return abs(off) <= angle


@kernel
def is_field(y: float, blue: float, red: float, carpet: Carpet) -> bool:
    """Return whether a color is that of this image's carpet."""
    if not carpet.y_low <= y <= carpet.y_high:
        return False
    return saturated(blue - carpet.blue, red - carpet.red) <= carpet.tolerance


@kernel
def is_carpet(yuyv: Yuyv, x: int, y: int, carpet: Carpet) -> bool:
    """Return whether a pixel is carpet; as `is_field`, but without divisions."""
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
    """Return whether a color is clearly brighter and paler than carpet next to it."""
    return y >= brighter * field_y and saturation <= paler * field_saturation
