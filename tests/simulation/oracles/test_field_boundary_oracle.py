"""The oracle finds the end of the carpet like a good detector."""

import numpy as np
import pytest
from tests.modules import made
from tests.simulation.oracles.oracle_runner import OracleRunner, perfect
from tests.simulation.oracles.scenes import FIELD, UPPER, random_scenes, scene

from kickabout.geometry import Pose2
from kickabout.representations import CameraInfo
from kickabout.simulation.oracles.field_boundary_oracle import FieldBoundaryOracle


def test_without_noise_every_point_lies_on_the_carpets_edge() -> None:
    detect = perfect(FieldBoundaryOracle)
    valid = 0
    for truth in random_scenes(200, robots=0):
        percept = detect(truth)
        if percept.valid:
            valid += 1
            points = np.abs(truth.own.robot_to_field @ percept.points_in_robot)
            edges = np.maximum(points[:, 0] / FIELD.boundary_x, points[:, 1] / FIELD.boundary_y)
            assert edges == pytest.approx(np.ones(len(edges)))
            assert (np.diff(percept.points_in_image[:, 0]) > 0.0).all()
    assert valid > 150


def test_the_error_in_the_image_is_small_and_matches_the_deviation() -> None:
    runner, ideal = OracleRunner(made(FieldBoundaryOracle, rate=1.0)), perfect(FieldBoundaryOracle)
    fractions, errors = [], []
    for truth in random_scenes(600, robots=0):
        found, true = runner(truth), ideal(truth)
        if true.valid and len(found.points_in_image) == len(true.points_in_image):
            error = np.abs(found.points_in_image[:, 1] - true.points_in_image[:, 1])
            errors.append(error.mean())
            fractions.append((error < found.deviations_px).mean())
    assert 1.0 < np.mean(errors) <= 4.0
    assert 0.6 <= np.mean(fractions) <= 0.75


def test_a_corner_of_the_carpet_is_a_corner_in_the_image() -> None:
    detect = perfect(FieldBoundaryOracle, columns=64)
    percept = detect(scene(Pose2(3.0, 2.0, np.pi / 4)))
    slopes = np.diff(percept.points_in_image[:, 1])
    assert slopes[0] < 0.0 < slopes[-1]


def test_a_camera_that_looks_down_sees_only_carpet() -> None:
    assert not perfect(FieldBoundaryOracle)(scene(down=0.8)).valid


def test_points_in_a_small_image_have_less_noise() -> None:
    detect = OracleRunner(made(FieldBoundaryOracle, rate=1.0))
    small = CameraInfo(width=320, height=240, focal_length=(299.4, 299.4), center=(160.0, 120.0))
    assert detect(scene(), small).deviations_px[0] == detect(scene(), UPPER).deviations_px[0] / 2.0
