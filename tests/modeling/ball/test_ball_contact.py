"""Contacts of ball and feet."""

import numpy as np
import pytest

from kickabout.geometry import Mat
from kickabout.modeling.ball.ball_contact import touch_feet

BOX = np.array((-0.05, 0.1, -0.045, 0.045))
RADIUS = 0.05


def touched(state: tuple[float, ...], foot: tuple[float, ...]) -> tuple[Mat, Mat, int]:
    means = np.array((state,))
    covariances = 1e-4 * np.eye(len(state))[None]
    count = touch_feet(means, covariances, np.array((foot,)), BOX, RADIUS, 0.0, 1e-4, 0.09)
    return means[0], covariances[0], count


def test_a_ball_away_from_the_feet_does_not_change() -> None:
    mean, covariance, count = touched((0.3, 0.0, -1.0, 0.0), (0.0, 0.05, 0.0, 0.0, 0.0))
    assert count == 0
    assert mean.tolist() == [0.3, 0.0, -1.0, 0.0]
    assert np.array_equal(covariance, 1e-4 * np.eye(4))


@pytest.mark.parametrize(
    ("start", "end"),
    [((0.09, 0.0), (0.15, 0.0)), ((0.02, 0.04), (0.02, 0.095)), ((-0.08, 0.0), (-0.1, 0.0))],
)
def test_a_ball_inside_a_foot_is_pushed_out_in_the_shortest_direction(
    start: tuple[float, float], end: tuple[float, float]
) -> None:
    mean, covariance, _ = touched(start, (0.0, 0.0, 0.0, 0.0, 0.0))
    assert mean == pytest.approx(end)
    assert covariance[0, 0] > 1e-4


def test_a_ball_that_hits_a_standing_foot_keeps_only_the_motion_along_it() -> None:
    mean, covariance, _ = touched((0.14, 0.0, -1.0, 0.3), (0.0, 0.0, 0.0, 0.0, 0.0))
    assert mean[2:] == pytest.approx((0.0, 0.3))
    assert covariance[2, 2] > 0.05


def test_a_swinging_foot_takes_the_ball_along() -> None:
    mean, _, _ = touched((0.14, 0.0, 0.0, 0.0), (0.0, 0.0, 0.0, 1.0, 0.0))
    assert mean[2:] == pytest.approx((1.0, 0.0))


def test_a_turned_foot_pushes_in_its_own_direction() -> None:
    mean, _, count = touched((0.0, 0.14), (0.0, 0.0, np.pi / 2, 0.0, 0.0))
    assert count == 1
    assert mean == pytest.approx((0.0, 0.15))
