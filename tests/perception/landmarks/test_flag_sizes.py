"""Do the angles of both bands of a flag give its direction and distance?"""

import math
from dataclasses import replace

import pytest

from kickabout.perception.landmarks.flag_sizes import Band, FlagSize, flag_size
from kickabout.representations.field import ColoredPart

PART = ColoredPart(name="", position=(0.0, 0.0), top=0.4, height=0.2, width=0.1, is_round=True)
CAMERA = 0.17  # m, height
NONE = (False, False, False, False)


def bands(distance: float, bearing: float = 0.2) -> tuple[Band, Band]:
    half = math.asin(0.05 / distance)

    def band(bottom: float) -> Band:
        top, low = (math.atan((z - CAMERA) / distance) for z in (bottom + 0.1, bottom))
        return Band(left=bearing + half, right=bearing - half, top=top, bottom=low, cut=NONE)

    return band(0.3), band(0.2)


def measured(upper: Band, lower: Band) -> FlagSize:
    return flag_size(upper, lower, PART, 0.004)


@pytest.mark.parametrize("distance", [0.4, 1.0, 3.0])
def test_a_whole_flag(distance: float) -> None:
    seen = measured(*bands(distance))
    assert seen.distance == pytest.approx(distance)
    assert seen.bearing == pytest.approx(0.2)
    assert CAMERA + seen.distance * seen.slope == pytest.approx(0.3)
    assert None not in (seen.left, seen.right)


def test_the_width_replaces_the_height() -> None:
    upper, lower = bands(1.0)
    seen = measured(replace(upper, top=0.15, cut=(False, False, True, False)), lower)
    assert seen.distance == pytest.approx(1.0)


def test_one_band_replaces_height_and_width() -> None:
    upper, lower = bands(1.0)
    upper = replace(upper, right=0.19, top=0.15, cut=(False, True, True, False))
    lower = replace(lower, right=0.19, cut=(False, True, False, False))
    seen = measured(upper, lower)
    assert seen.distance == pytest.approx(1.0)
    assert seen.right is None
    assert seen.bearing == pytest.approx(0.2, abs=1e-3)


def test_a_flag_without_any_size_has_a_large_deviation() -> None:
    upper, lower = bands(1.0)
    upper = replace(upper, cut=(True, False, True, False))
    lower = replace(lower, cut=(True, False, False, True))
    seen = measured(upper, lower)
    assert seen.deviation >= seen.distance
    assert seen.left is None


def test_an_edge_that_one_band_shows_is_kept() -> None:
    upper, lower = bands(1.0)
    seen = measured(replace(upper, left=0.3, cut=(True, False, False, False)), lower)
    assert seen.left == lower.left
