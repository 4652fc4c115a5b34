"""Sizes of flags: from the angular ranges of both bands to direction and distance."""

import math
from dataclasses import dataclass

from kickabout.representations.field import ColoredPart

NOT_MEASURED = 1.0  # relative deviation of a distance that only has a bound
MIN_ANGLE = 1e-3  # rad


@dataclass(frozen=True, slots=True, kw_only=True)
class Band:
    """Angles of the sides of one band in rad; sides that are cut are where the image ends."""

    left: float
    right: float
    top: float
    bottom: float
    cut: tuple[bool, bool, bool, bool]  # in the same order


@dataclass(frozen=True, slots=True, kw_only=True)
class FlagSize:
    """A flag relative to the camera."""

    bearing: float  # rad, of its middle
    distance: float  # m, horizontal
    deviation: float  # m, of the distance
    slope: float  # tangent of the angle above the horizon at which both bands meet
    left: float | None  # rad; None: outside of the image
    right: float | None


def flag_size(upper: Band, lower: Band, part: ColoredPart, noise: float) -> FlagSize:
    """Return direction and distance; `noise` is the deviation of an edge in rad.

    The distance follows from the whole height, or from the height of one band, or the width.
    """
    left = _edge(upper.left, lower.left, upper.cut[0], lower.cut[0])
    right = _edge(upper.right, lower.right, upper.cut[1], lower.cut[1])
    distance, relative = _distance(upper, lower, part, left, right, noise)
    half = math.asin(min(0.5 * part.width / max(distance, part.width), 1.0))
    if left is not None and right is not None:
        bearing = 0.5 * (left + right)
    elif left is not None:
        bearing = left - half
    elif right is not None:
        bearing = right + half
    else:
        bearing = 0.25 * (upper.left + upper.right + lower.left + lower.right)
    return FlagSize(
        bearing=bearing,
        distance=distance,
        deviation=relative * distance,
        slope=_slope(upper, lower),
        left=left,
        right=right,
    )


def _slope(upper: Band, lower: Band) -> float:
    return 0.5 * (math.tan(upper.bottom) + math.tan(lower.top))


def _edge(upper: float, lower: float, upper_cut: bool, lower_cut: bool) -> float | None:
    """Return the direction of an edge that both bands have; None if neither shows it."""
    if upper_cut and lower_cut:
        return None
    if upper_cut or lower_cut:
        return lower if upper_cut else upper
    return 0.5 * (upper + lower)


def _distance(
    upper: Band,
    lower: Band,
    part: ColoredPart,
    left: float | None,
    right: float | None,
    noise: float,
) -> tuple[float, float]:
    """Return the distance and its relative deviation."""
    middle, both = _slope(upper, lower), math.sqrt(2.0) * noise
    top, bottom = math.tan(upper.top), math.tan(lower.bottom)
    if not upper.cut[2] and not lower.cut[3]:
        height = max(top - bottom, MIN_ANGLE)
        return part.height / height, both / height
    if left is not None and right is not None:
        width = max(left - right, MIN_ANGLE)
        return 0.5 * part.width / math.sin(0.5 * width), both / width
    if not upper.cut[2] or not lower.cut[3]:
        height = max(middle - bottom if upper.cut[2] else top - middle, MIN_ANGLE)
        return 0.5 * part.height / height, both / height
    return part.height / max(top - bottom, MIN_ANGLE), NOT_MEASURED
