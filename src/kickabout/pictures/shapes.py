"""Shapes: kernels that paint anti-aliased shapes on pixels of three bytes.

Coordinates are in px, with the centers of pixels at whole numbers. A pixel takes as much of a color
as the shape covers of it; with a distance to the outline, that is the part of an interval of
one pixel.
"""

import math

import numpy as np
import numpy.typing as npt

from kickabout.framework.compilation import kernel
from kickabout.geometry import FloatArray

Bytes = npt.NDArray[np.uint8]
Color = tuple[int, int, int]


@kernel
def _blend(pixels: Bytes, v: int, u: int, color: Color, weight: float) -> None:
    for channel in range(3):
        if weight >= 1.0:
            pixels[v, u, channel] = color[channel]
        else:
            old = pixels[v, u, channel]
            pixels[v, u, channel] = int(old + weight * (color[channel] - old) + 0.5)


@kernel
def _span(low: float, high: float, length: int) -> tuple[int, int]:
    """Return the first pixel that an interval touches, and the one after its last."""
    first, end = math.floor(low - 0.5), math.ceil(high + 0.5) + 1
    return min(max(int(first), 0), length), min(max(int(end), 0), length)


@kernel
def _covered(distance: float, half_width: float) -> float:
    """Return the part of a pixel that a stroke covers, whose middle is at a distance."""
    low, high = max(distance - 0.5, -half_width), min(distance + 0.5, half_width)
    return max(high - low, 0.0)


@kernel
def _squared_distance(x: float, y: float, x0: float, y0: float, x1: float, y1: float) -> float:
    """Return the squared distance of a point from a line segment."""
    along_x, along_y = x1 - x0, y1 - y0
    square = along_x * along_x + along_y * along_y
    part = ((x - x0) * along_x + (y - y0) * along_y) / square if square > 0.0 else 0.0
    part = min(max(part, 0.0), 1.0)
    off_x, off_y = x - x0 - part * along_x, y - y0 - part * along_y
    return off_x * off_x + off_y * off_y


@kernel
def paint_path(pixels: Bytes, points: FloatArray, half_width: float, color: Color) -> None:
    """Paint lines through points, with round ends and corners."""
    low_x, high_x = points[:, 0].min() - half_width, points[:, 0].max() + half_width
    low_y, high_y = points[:, 1].min() - half_width, points[:, 1].max() + half_width
    left, right = _span(low_x, high_x, pixels.shape[1])
    top, bottom = _span(low_y, high_y, pixels.shape[0])
    for v in range(top, bottom):
        for u in range(left, right):
            nearest = math.inf
            for i in range(max(len(points) - 1, 1)):
                j = min(i + 1, len(points) - 1)
                square = _squared_distance(
                    u, v, points[i, 0], points[i, 1], points[j, 0], points[j, 1]
                )
                nearest = min(nearest, square)
            weight = _covered(math.sqrt(nearest), half_width)
            if weight > 0.0:
                _blend(pixels, v, u, color, weight)


@kernel
def paint_disk(pixels: Bytes, x: float, y: float, radius: float, color: Color) -> None:
    left, right = _span(x - radius, x + radius, pixels.shape[1])
    top, bottom = _span(y - radius, y + radius, pixels.shape[0])
    for v in range(top, bottom):
        for u in range(left, right):
            weight = _covered(math.hypot(u - x, v - y), radius)
            if weight > 0.0:
                _blend(pixels, v, u, color, weight)


@kernel
def paint_circle(
    pixels: Bytes, x: float, y: float, radius: float, half_width: float, color: Color
) -> None:
    outer = radius + half_width
    left, right = _span(x - outer, x + outer, pixels.shape[1])
    top, bottom = _span(y - outer, y + outer, pixels.shape[0])
    for v in range(top, bottom):
        for u in range(left, right):
            weight = _covered(abs(math.hypot(u - x, v - y) - radius), half_width)
            if weight > 0.0:
                _blend(pixels, v, u, color, weight)


@kernel
def paint_polygon(pixels: Bytes, points: FloatArray, color: Color) -> None:
    """Fill a polygon."""
    left, right = _span(points[:, 0].min(), points[:, 0].max(), pixels.shape[1])
    top, bottom = _span(points[:, 1].min(), points[:, 1].max(), pixels.shape[0])
    for v in range(top, bottom):
        for u in range(left, right):
            is_inside, nearest = False, math.inf
            for i in range(len(points)):
                x0, y0 = points[i - 1]
                x1, y1 = points[i]
                nearest = min(nearest, _squared_distance(u, v, x0, y0, x1, y1))
                if (y0 > v) != (y1 > v) and u < x0 + (v - y0) * (x1 - x0) / (y1 - y0):
                    is_inside = not is_inside
            distance = min(math.sqrt(nearest), 0.5)
            weight = 0.5 + distance if is_inside else 0.5 - distance
            if weight > 0.0:
                _blend(pixels, v, u, color, weight)


@kernel
def paint_rectangle(
    pixels: Bytes,
    corner: tuple[float, float],
    size: tuple[float, float],
    radius: float,
    color: Color,
    opacity: float,
) -> None:
    """Fill an upright rectangle with round corners."""
    x, y = corner[0] + size[0] / 2.0, corner[1] + size[1] / 2.0
    inner_x, inner_y = size[0] / 2.0 - radius, size[1] / 2.0 - radius
    left, right = _span(corner[0], corner[0] + size[0], pixels.shape[1])
    top, bottom = _span(corner[1], corner[1] + size[1], pixels.shape[0])
    for v in range(top, bottom):
        off_y = abs(v - y) - inner_y
        for u in range(left, right):
            off_x = abs(u - x) - inner_x
            if off_x > 0.0 and off_y > 0.0:
                distance = math.hypot(off_x, off_y) - radius
            else:
                distance = max(off_x, off_y) - radius
            weight = opacity * min(max(0.5 - distance, 0.0), 1.0)
            if weight > 0.0:
                _blend(pixels, v, u, color, weight)


@kernel
def paint_mask(
    pixels: Bytes, mask: Bytes, left: int, top: int, color: Color, opacity: float
) -> None:
    """Paint where a mask is set, whose upper left corner is at a pixel; 255 is opaque."""
    for i in range(max(-top, 0), min(mask.shape[0], pixels.shape[0] - top)):
        for k in range(max(-left, 0), min(mask.shape[1], pixels.shape[1] - left)):
            if mask[i, k]:
                _blend(pixels, top + i, left + k, color, opacity * mask[i, k] / 255.0)
