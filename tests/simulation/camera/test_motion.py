"""Rolling shutter and motion blur."""

import math
from dataclasses import replace

import numpy as np
import pytest
from tests.simulation.camera.studio_set import (
    STANDARD,
    UPPER,
    ball,
    brightness,
    labels,
    picture,
    rotation,
    solid,
    view,
)

from kickabout.robots.appearance import Shape
from kickabout.simulation.camera.objects import SceneClass, no_objects
from kickabout.simulation.camera.optics import CameraView, ExposureSettings

SHARP = ExposureSettings(exposure_time=0.0005, gain=16.0)
LONG = ExposureSettings(exposure_time=0.016, gain=0.5)
QUIET = replace(UPPER, shot_noise=0.0, read_noise=0.0)


def bar_columns(seen: CameraView) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    """Middle of an upright bar in every row from the first down to the ground."""
    bar = solid(Shape.BOX, (0.02, 0.02, 3.0), (2.0, 0.0, 0.0))
    mask = labels(bar, seen).classes == SceneClass.ROBOT
    rows = np.flatnonzero(mask.any(axis=1))
    return np.array([np.flatnonzero(mask[row]).mean() for row in rows])


def test_turning_head_shears_upright_things() -> None:
    still = bar_columns(view())
    turning = bar_columns(view(angular_velocity=(0.0, 0.0, 1.0)))
    assert np.ptp(still) < 1.1
    # Later rows look further left, so the bar has moved right.
    path = 1.0 * UPPER.readout_time * 598.1
    assert turning[-1] - turning[0] == pytest.approx(path * len(turning) / 480, abs=1.5)
    assert turning[240] == pytest.approx(still.mean(), abs=1.0)


def test_nodding_head_stretches_or_squeezes() -> None:
    def height(rate: float) -> int:
        seen = view(pitch=0.4, angular_velocity=(0.0, rate, 0.0))
        classes = labels(ball(1.0, 0.0), seen).classes
        return int((classes == SceneClass.BALL).any(axis=1).sum())

    assert height(2.0) < height(0.0) < height(-2.0)


def test_a_moving_ball_is_seen_where_it_is_when_its_row_is_read() -> None:
    still, moving = ball(2.0, 0.0), ball(2.0, 0.0)
    moving = replace(moving, velocity=np.array([[0.0, 2.0, 0.0]]))
    seen = view(pitch=0.0)
    before, after = (
        np.argwhere(labels(thing, seen).instances == 9).mean(axis=0) for thing in (still, moving)
    )
    row_time = (before[0] / 480 - 0.5) * UPPER.readout_time
    assert after[1] - before[1] == pytest.approx(-2.0 * row_time / 2.0 * 598.1, abs=1.0)


def edge_width(taken_of: CameraView, exposure: ExposureSettings) -> float:
    """How many pixels a bar's edge takes from dark to bright."""
    bar = solid(Shape.BOX, (0.02, 0.3, 3.0), (2.0, 1.7, 0.0), color=(0.01, 0.01, 0.01))
    row = brightness(picture(bar, taken_of, optics=QUIET, exposure=exposure))[240]
    low, high = row[200:280].mean(), row[360:440].mean()
    share = (row - low) / (high - low)
    return float(((share > 0.1) & (share < 0.9))[200:440].sum())


def test_exposure_time_blurs_what_moves() -> None:
    moving = view(0.0, 2.0, angular_velocity=(0.0, 0.0, 1.5))
    assert edge_width(moving, SHARP) <= 3.0
    path = 1.5 * 0.016 * 598.1
    assert edge_width(moving, LONG) == pytest.approx(0.8 * path, abs=3.5)
    assert edge_width(view(0.0, 2.0), LONG) <= 3.0


def test_upright_blur_smears_lines_across() -> None:
    def contrast(rate: float) -> float:
        seen = view(2.6, pitch=0.25, angular_velocity=(0.0, rate, 0.0))
        column = brightness(picture(no_objects(), seen, optics=QUIET, exposure=LONG))[:, 320]
        return float(np.abs(np.diff(column)).max())

    assert contrast(1.5) < 0.6 * contrast(0.0)


def test_blur_keeps_the_light() -> None:
    """Compared where nothing saturates, on the tone's square, which is about linear."""
    still = brightness(picture(no_objects(), view(1.0, pitch=0.5), optics=QUIET, exposure=LONG))
    blurred = brightness(
        picture(
            no_objects(),
            view(1.0, pitch=0.5, angular_velocity=(0.3, 0.5, 1.0)),
            optics=QUIET,
            exposure=LONG,
        )
    )
    assert (blurred**2).mean() == pytest.approx((still**2).mean(), rel=0.05)


def test_spinning_blurs_the_pattern_of_the_ball() -> None:
    def spread(rate: float) -> float:
        spinning = replace(ball(0.5, 0.0), angular_velocity=np.array([[0.0, rate, 0.0]]))
        seen = view(pitch=0.73)
        mask = labels(spinning, seen).classes == SceneClass.BALL
        return float(brightness(picture(spinning, seen, exposure=LONG))[mask].std())

    assert spread(60.0) < 0.75 * spread(0.0)


def test_motion_between_two_poses_passes_through_both() -> None:
    start, end = rotation(yaw=0.1, pitch=0.2), rotation(yaw=0.16, pitch=0.17)
    moved = CameraView.between(
        start_rotation=start,
        start_in_field=np.array([0.0, 0.0, 0.5]),
        end_rotation=end,
        end_in_field=np.array([0.02, 0.0, 0.5]),
        duration=0.04,
    )
    assert np.allclose(moved.velocity, (0.5, 0.0, 0.0))
    angle = float(np.linalg.norm(moved.angular_velocity)) * 0.04
    assert angle == pytest.approx(math.acos((np.trace(end @ start.T) - 1.0) / 2.0), rel=1e-6)
    half = start.T @ moved.rotation
    assert np.allclose(half @ half, start.T @ end, atol=1e-9)


def test_still_pictures_do_not_depend_on_the_exposure_time_but_for_light() -> None:
    short = picture(no_objects(), view(pitch=0.3), optics=QUIET, exposure=STANDARD)
    longer = ExposureSettings(exposure_time=STANDARD.exposure_time * 2.0, gain=0.5)
    assert np.array_equal(
        short.yuyv, picture(no_objects(), view(pitch=0.3), optics=QUIET, exposure=longer).yuyv
    )
