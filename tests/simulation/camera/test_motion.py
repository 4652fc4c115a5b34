"""Rolling shutter and motion blur."""

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

from kickabout.geometry import rotation_from_vector
from kickabout.robots.appearance import Shape
from kickabout.simulation.camera.optics.motion_blur import MARGIN, blur_picture
from kickabout.simulation.camera.optics.optics import CameraView, ExposureSettings
from kickabout.simulation.camera.scene.objects import SceneClass, no_objects

SHARP = ExposureSettings(exposure_time=0.0005, gain=16.0)
LONG = ExposureSettings(exposure_time=0.016, gain=0.5)
QUIET = replace(UPPER, shot_noise=0.0, read_noise=0.0)


def bar_columns(seen: CameraView) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    """Return the middle of an upright bar in every row down to the ground."""
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


def test_a_moving_ball_is_shown_where_it_is_when_its_row_is_read() -> None:
    still, moving = ball(2.0, 0.0), ball(2.0, 0.0)
    moving = replace(moving, velocity=np.array([[0.0, 2.0, 0.0]]))
    seen = view(pitch=0.0)
    before, after = (
        np.argwhere(labels(thing, seen).instances == 9).mean(axis=0) for thing in (still, moving)
    )
    row_time = (before[0] / 480 - 0.5) * UPPER.readout_time
    assert after[1] - before[1] == pytest.approx(-2.0 * row_time / 2.0 * 598.1, abs=1.0)


def edge_width(taken_of: CameraView, exposure: ExposureSettings) -> float:
    """Return the number of pixels of a bar's edge from dark to bright."""
    bar = solid(Shape.BOX, (0.02, 0.3, 3.0), (2.0, 1.7, 0.0), color=(0.01, 0.01, 0.01))
    row = brightness(picture(bar, taken_of, optics=QUIET, exposure=exposure))[240]
    low, high = row[200:280].mean(), row[360:440].mean()
    fraction = (row - low) / (high - low)
    return float(((fraction > 0.1) & (fraction < 0.9))[200:440].sum())


def test_motion_is_blurred_by_the_exposure_time() -> None:
    moving = view(0.0, 2.0, angular_velocity=(0.0, 0.0, 1.5))
    assert edge_width(moving, SHARP) <= 3.0
    path = 1.5 * 0.016 * 598.1
    assert edge_width(moving, LONG) == pytest.approx(0.8 * path, abs=3.5)
    assert edge_width(view(0.0, 2.0), LONG) <= 3.0


@pytest.mark.parametrize("path", [0.4, 1.0, 2.7, 4.0, 6.1, 9.5, 28.0])
def test_a_point_becomes_as_wide_as_its_path_and_keeps_its_light(path: float) -> None:
    light = np.zeros((1, 3, 100 + 2 * MARGIN), np.float32)
    light[:, :, MARGIN + 50] = 1.0
    out, work = np.zeros_like(light), np.zeros_like(light[0])
    blur_picture(light, 100, np.array([[path, 0.0]], np.float32), work, out)
    for row in out[0, :, MARGIN : MARGIN + 100]:
        assert row.sum() == pytest.approx(1.0, abs=1e-5)
        assert row.max() == pytest.approx(1.0 / (path + 1.0), rel=1e-5)
        assert np.allclose(row[1:50], row[99:50:-1], atol=1e-7)


@pytest.mark.parametrize("path", [(3.0, 5.0), (-8.0, 2.0), (0.0, -9.0), (-20.0, 19.0)])
def test_a_point_is_smeared_along_its_path(path: tuple[float, float]) -> None:
    light = np.zeros((61, 3, 80 + 2 * MARGIN), np.float32)
    light[30, :, MARGIN + 40] = 1.0
    out, work = np.zeros_like(light), np.zeros_like(light[0])
    blur_picture(light, 80, np.tile(np.array(path, np.float32), (61, 1)), work, out)
    smeared = out[:, 1, MARGIN : MARGIN + 80].astype(np.float64)
    assert smeared.sum() == pytest.approx(1.0, abs=1e-4)
    rows, columns = np.nonzero(smeared > 1e-4)
    right, down = columns - 40.0, rows - 30.0
    across = (right * path[1] - down * path[0]) / np.hypot(*path)
    assert np.abs(across).max() < 1.6
    along = (right * path[0] + down * path[1]) / np.hypot(*path)
    assert np.ptp(along) == pytest.approx(np.hypot(*path), abs=2.5)


@pytest.mark.parametrize("rate", [0.1, 0.3, 0.5, 0.7, 1.2])
@pytest.mark.parametrize("nod", [0.0, 0.4])
def test_blur_is_the_same_with_a_lens_without_distortion(rate: float, nod: float) -> None:
    """Such a picture is rendered and blurred as a whole before it is read."""
    seen = view(1.0, 0.3, pitch=0.3, angular_velocity=(0.0, nod, rate))
    scene, bent = ball(1.8, 0.2), replace(QUIET, distortion=(1e-9, 0.0))
    at_once, afterwards = (
        brightness(picture(scene, seen, optics=optics, exposure=LONG)) for optics in (QUIET, bent)
    )
    inside = np.abs(at_once - afterwards)[20:-20, 20:-20]
    assert inside.mean() < 0.3
    assert np.quantile(inside, 0.999) < 4.0


def test_upright_blur_smears_lines_across() -> None:
    def contrast(rate: float) -> float:
        seen = view(2.6, pitch=0.25, angular_velocity=(0.0, rate, 0.0))
        column = brightness(picture(no_objects(), seen, optics=QUIET, exposure=LONG))[:, 320]
        return float(np.abs(np.diff(column)).max())

    assert contrast(1.5) < 0.6 * contrast(0.0)


def test_blur_keeps_the_light() -> None:
    """Compare the square of the tones, which is about linear, where nothing saturates."""
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


def test_motion_since_an_earlier_pose_leads_from_there_to_here() -> None:
    start, end = rotation(yaw=0.1, pitch=0.2), rotation(yaw=0.16, pitch=0.17)
    arrived = CameraView.arrived(
        rotation=end,
        camera_in_field=np.array([0.02, 0.0, 0.5]),
        earlier_rotation=start,
        earlier_in_field=np.array([0.0, 0.0, 0.5]),
        duration=0.04,
    )
    assert np.allclose(arrived.velocity, (0.5, 0.0, 0.0))
    assert np.array_equal(arrived.rotation, end)
    turn = rotation_from_vector(arrived.angular_velocity * 0.04)
    assert np.allclose(turn @ start, end, atol=1e-9)


def test_without_motion_exposure_time_and_gain_are_equivalent() -> None:
    short = picture(no_objects(), view(pitch=0.3), optics=QUIET, exposure=STANDARD)
    longer = ExposureSettings(exposure_time=STANDARD.exposure_time * 2.0, gain=0.5)
    assert np.array_equal(
        short.yuyv, picture(no_objects(), view(pitch=0.3), optics=QUIET, exposure=longer).yuyv
    )
