"""Radial distortion follows its formula."""

from dataclasses import replace

import numpy as np
import pytest
from tests.simulation.camera.studio_set import UPPER, ball, brightness, labels, picture, view

from kickabout.simulation.camera.optics.lens import lens_map
from kickabout.simulation.camera.optics.optics import CameraOptics
from kickabout.simulation.camera.scene.objects import SceneClass, no_objects

BARREL = replace(UPPER, distortion=(-0.12, 0.02))
PINCUSHION = replace(UPPER, distortion=(0.1, 0.0))


@pytest.mark.parametrize("optics", [BARREL, PINCUSHION])
def test_the_ball_moves_according_to_the_formula(optics: CameraOptics) -> None:
    shown, seen = ball(1.0, 0.38), view(pitch=0.2)
    straight = np.argwhere(labels(shown, seen).classes == SceneClass.BALL).mean(axis=0)
    bent = np.argwhere(labels(shown, seen, optics=optics).classes == SceneClass.BALL).mean(axis=0)
    x = (straight[1] - optics.center_x) / optics.focal_x
    y = (straight[0] - optics.center_y) / optics.focal_y
    square = x * x + y * y
    factor = 1.0 + square * (optics.distortion[0] + square * optics.distortion[1])
    assert bent[1] == pytest.approx(optics.center_x + factor * x * optics.focal_x, abs=0.7)
    assert bent[0] == pytest.approx(optics.center_y + factor * y * optics.focal_y, abs=0.7)


def test_almost_no_distortion_looks_like_none() -> None:
    quiet = replace(UPPER, shot_noise=0.0, read_noise=0.0)
    seen = view(1.0, pitch=0.3)
    straight = brightness(picture(no_objects(), seen, optics=quiet))
    bent = brightness(picture(no_objects(), seen, optics=replace(quiet, distortion=(1e-9, 0.0))))
    assert np.abs(straight - bent)[:, 1:-1].mean() < 0.6


def test_the_wide_picture_covers_all_pixels() -> None:
    wide, lens = lens_map(BARREL)
    assert lens.columns.min() >= 0.0
    assert lens.rows.min() >= 0.0
    assert lens.columns.max() < wide.width - 1
    assert lens.rows.max() < wide.height - 1


def test_distortion_that_folds_the_picture_is_rejected() -> None:
    with pytest.raises(ValueError, match="too strong"):
        lens_map(replace(UPPER, distortion=(-3.0, 0.0)))
