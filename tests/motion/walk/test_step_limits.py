"""Are requested speeds limited to possible ones, by ellipsoid and by polygon?"""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kickabout.motion.walk.step_limits import (
    Speed,
    SpeedLimits,
    clamped_to_ellipsoid,
    relative_volume,
)
from kickabout.motion.walk.step_polygon import (
    SHRINK,
    SHRINK_FAST,
    clamped_to_fast_polygon,
    clamped_to_polygon,
    polygon,
    reach,
)

LIMITS = SpeedLimits(forward_limit=0.4, backward_limit=0.3, side_limit=0.3, turn_limit=2.0)
speeds = st.builds(Speed, st.floats(-1.0, 1.0), st.floats(-1.0, 1.0), st.floats(-4.0, 4.0))


@given(speeds)
def test_a_limited_speed_is_possible(speed: Speed) -> None:
    assert relative_volume(clamped_to_ellipsoid(speed, LIMITS), LIMITS) <= 1.0 + 1e-6


@given(speeds)
def test_a_limited_speed_is_not_limited_again(speed: Speed) -> None:
    once = clamped_to_ellipsoid(speed, LIMITS)
    assert clamped_to_ellipsoid(once, LIMITS) == pytest.approx(once, abs=1e-6)


def test_a_possible_speed_is_not_changed() -> None:
    requested = Speed(0.2, 0.05, 0.3)
    assert clamped_to_ellipsoid(requested, LIMITS) == requested


def test_turning_has_priority_and_the_direction_of_walking_is_kept() -> None:
    cut = clamped_to_ellipsoid(Speed(0.3, 0.2, 1.5), LIMITS)
    assert cut.turn == 1.5
    assert cut.x < 0.3
    assert cut.y / cut.x == pytest.approx(0.2 / 0.3)


def test_a_full_turn_leaves_no_translation() -> None:
    cut = clamped_to_ellipsoid(Speed(0.3, 0.1, 3.0), LIMITS)
    assert cut.turn == 2.0
    assert math.hypot(cut.x, cut.y) < 1e-6


def test_backward_has_its_own_limit() -> None:
    assert clamped_to_ellipsoid(Speed(-1.0, 0.0, 0.0), LIMITS).x == pytest.approx(-0.3)


def test_walking_sideways_boosts_the_limit_forward_from_the_trigger_on() -> None:
    limits = SpeedLimits(forward_limit=0.3, side_limit=0.3, boost_from=0.1, boosted_forward=0.4)
    assert limits.largest(Speed(0.3, 0.099, 0.0)).x == 0.3
    assert limits.largest(Speed(0.3, 0.1, 0.0)).x == 0.4


def test_fractions_reduce_the_limits() -> None:
    slow = LIMITS.reduced(Speed(0.5, 1.0, 0.25))
    assert (slow.forward_limit, slow.side_limit, slow.turn_limit) == (0.2, 0.3, 0.5)


def _area(turn: float, shrink: float) -> float:
    corners = polygon(LIMITS, turn, shrink)
    pairs = zip(corners, (*corners[1:], corners[0]), strict=True)
    return sum(a[0] * b[1] - b[0] * a[1] for a, b in pairs) / 2.0


def test_the_polygon_shrinks_with_turning_and_less_so_for_the_fast_one() -> None:
    areas = [_area(turn, SHRINK) for turn in (0.0, 0.5, 1.0, 2.0)]
    assert areas == sorted(areas, reverse=True)
    assert areas[0] > 0.0
    assert _area(1.0, SHRINK_FAST) > _area(1.0, SHRINK)


@given(speeds)
def test_a_speed_outside_the_polygon_is_reduced_along_its_direction(speed: Speed) -> None:
    cut = clamped_to_polygon(speed, LIMITS)
    assert cut.x * speed.y == pytest.approx(cut.y * speed.x, abs=1e-9)
    assert reach(polygon(LIMITS, cut.turn, SHRINK), cut.x, cut.y) >= 1.0 - 1e-9


def test_the_fast_polygon_leaves_more_for_walking_around_the_ball() -> None:
    requested = Speed(0.1, 0.3, 1.5)
    assert clamped_to_fast_polygon(requested, LIMITS).y > clamped_to_polygon(requested, LIMITS).y
