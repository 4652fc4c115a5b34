"""A point is in view exactly if it is in the image."""

import numpy as np
import pytest
from tests.simulation.oracles.scenes import UPPER, camera_at

from kickabout.geometry import Camera, Pose2, Pose3, Robot, Vector2
from kickabout.modeling.camera_view import is_in_view, points_in_view
from kickabout.representations import CameraMatrix


def looking(down: float, pan: float = 0.0) -> CameraMatrix:
    camera = camera_at(Pose2(), down=down, pan=pan)
    in_robot: Pose3[Camera, Robot] = Pose3(camera.rotation, camera.translation)
    return CameraMatrix(camera_to_robot=in_robot, valid=True)


@pytest.mark.parametrize(
    ("point", "down", "pan", "visible"),
    [
        ((1.5, 0.0), 0.3, 0.0, True),
        ((-1.5, 0.0), 0.3, 0.0, False),
        ((0.2, 0.0), 0.3, 0.0, False),
        ((0.0, 1.5), 0.3, 0.0, False),
        ((0.0, 1.5), 0.3, 1.4, True),
        ((1.5, 0.0), -0.6, 0.0, False),
    ],
)
def test_points_are_seen_where_the_camera_looks(
    point: tuple[float, float], down: float, pan: float, visible: bool
) -> None:
    assert is_in_view(Vector2(*point), looking(down, pan), UPPER) is visible


def test_a_margin_makes_the_view_smaller() -> None:
    points = np.random.default_rng(1).uniform(-3.0, 3.0, (200, 2))
    matrix = looking(0.3)
    whole = points_in_view(points, matrix, UPPER)
    inner = points_in_view(points, matrix, UPPER, margin_px=60.0)
    assert (whole | ~inner).all()
    assert inner.sum() < whole.sum()


def test_without_a_camera_matrix_nothing_is_in_view() -> None:
    assert not is_in_view(Vector2(1.5, 0.0), CameraMatrix(), UPPER)
