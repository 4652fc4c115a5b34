"""The camera that all oracles of an image share."""

from dataclasses import replace

import numpy as np
import pytest
from tests.modules import made
from tests.simulation.oracles.scenes import OUTLINE, STANDING, UPPER, scene, standing

from kickabout.framework import FrameInfo
from kickabout.geometry import (
    Field,
    FloatArray,
    Pose2,
    Pose3,
    Robot,
    Torso,
    horizon_y,
    pixels_to_ground,
    vector_from_rotation,
)
from kickabout.geometry.projection import horizon_coefficients
from kickabout.representations import GroundTruth, TorsoState, TrueRobot
from kickabout.simulation.oracles.camera_matrix_oracle import CameraMatrixOracle
from kickabout.simulation.oracles.image_coordinate_system_oracle import (
    ImageCoordinateSystemOracle,
)
from kickabout.simulation.oracles.observation.gauss_markov import GaussMarkov
from kickabout.simulation.oracles.observation.viewpoint import Viewpoint
from kickabout.simulation.oracles.torso_oracle import TorsoOracle
from kickabout.simulation.oracles.viewpoint_oracle import ViewpointOracle

FRAME = FrameInfo(dt=1.0 / 30.0)


def viewpoint_of(truth: GroundTruth, **parameters: float) -> Viewpoint:
    found: Viewpoint = made(ViewpointOracle, **parameters).update(FRAME, truth, UPPER, STANDING)
    return found


def ground(x: float, y: float) -> FloatArray:
    return np.array(((x, y, 0.0),))


def is_seen(viewpoint: Viewpoint, x: float, y: float) -> bool:
    return bool(np.isfinite(viewpoint.seen(ground(x, y))[0, 0]))


def test_errors_change_slowly_and_have_the_given_deviation() -> None:
    process, random = GaussMarkov(2), np.random.default_rng(3)
    deviations = np.array((1.0, 0.1))
    values = np.array(
        [
            process.step(0.1, deviations=deviations, correlation_time=0.5, random=random)
            for _ in range(20_000)
        ]
    )
    assert values.std(axis=0) == pytest.approx(deviations, rel=0.06)
    next_ones = np.corrcoef(values[1:, 0], values[:-1, 0])[0, 1]
    assert next_ones == pytest.approx(np.exp(-0.2), abs=0.03)


def test_the_error_of_the_rotation_matches_the_published_variance() -> None:
    oracle = made(ViewpointOracle)
    turns = []
    for _ in range(400):
        viewpoint = oracle.update(FrameInfo(dt=10.0), scene(), UPPER, STANDING)
        error = viewpoint.estimated_rotation @ viewpoint.rotation.T
        turns.append(vector_from_rotation(error) ** 2 / viewpoint.angle_variances)
    assert np.mean(turns, axis=0) == pytest.approx(np.ones(3), abs=0.3)


def test_points_behind_or_beside_the_image_are_not_visible() -> None:
    viewpoint = viewpoint_of(scene())
    assert is_seen(viewpoint, 2.0, 0.0)
    assert not is_seen(viewpoint, -2.0, 0.0)
    assert not is_seen(viewpoint, 2.0, 1.5)
    assert not is_seen(viewpoint, 0.4, 0.0)


def test_a_standing_robot_hides_what_is_behind_it_and_nothing_else() -> None:
    viewpoint = viewpoint_of(scene(others=(standing(2.0, 0.0),)))
    assert not is_seen(viewpoint, 2.5, 0.0)
    assert not is_seen(viewpoint, 4.0, 0.1)
    assert is_seen(viewpoint, 1.5, 0.0)
    assert is_seen(viewpoint, 3.0, 0.6)


def test_points_behind_a_fallen_robot_are_visible_farther_away() -> None:
    torso: Pose3[Torso, Field] = Pose3.from_translation(2.0, 0.0, 0.1) @ Pose3.rotation_x(
        0.5 * np.pi
    )
    fallen = TrueRobot(
        outline=OUTLINE, own_team=False, number=2, torso_to_field=torso, upright=False
    )
    viewpoint = viewpoint_of(scene(others=(fallen,)))
    assert not is_seen(viewpoint, 2.2, 0.0)
    assert not is_seen(viewpoint, 2.2, 0.2)
    assert is_seen(viewpoint, 4.0, 0.0)


def test_own_feet_hide_what_is_between_them() -> None:
    down = scene(down=1.3)
    assert not is_seen(viewpoint_of(down), 0.04, 0.0)
    assert is_seen(viewpoint_of(down), 0.16, 0.0)
    assert is_seen(viewpoint_of(down, feet_height=0.0), 0.04, 0.0)


def test_the_camera_matrix_projects_as_the_percepts_do() -> None:
    truth = scene(Pose2(1.0, -2.0, 0.7))
    viewpoint = viewpoint_of(truth)
    matrix = made(CameraMatrixOracle).update(truth, viewpoint)
    pixels = np.array(((100.0, 300.0), (500.0, 400.0)))
    camera = matrix.camera_to_robot
    on_ground = pixels_to_ground(
        pixels, viewpoint.intrinsics, camera.rotation, camera.translation, 0.0
    )
    assert on_ground == pytest.approx(viewpoint.measured(pixels))
    assert matrix.valid


def test_without_a_torso_pose_there_is_no_camera_matrix_and_nothing_is_visible() -> None:
    truth, oracle = scene(ball=(1.0, 0.0)), made(ViewpointOracle)
    assert is_seen(oracle.update(FRAME, truth, UPPER, STANDING), 1.5, 0.0)
    viewpoint = oracle.update(FRAME, truth, UPPER, TorsoState(valid=False))
    assert not is_seen(viewpoint, 1.5, 0.0)
    assert not made(CameraMatrixOracle).update(truth, viewpoint).valid


def test_the_horizon_is_where_the_ground_ends() -> None:
    viewpoint = viewpoint_of(scene(down=0.1))
    horizon = made(ImageCoordinateSystemOracle).update(viewpoint)
    line = horizon_coefficients(viewpoint.intrinsics, viewpoint.estimated_rotation)
    x, y = horizon.horizon_right
    assert y == pytest.approx(horizon_y(line, x))
    just_below, just_above = np.array(((x, y + 0.5),)), np.array(((x, y - 0.5),))
    assert np.isfinite(viewpoint.measured(just_below)).all()
    assert np.isnan(viewpoint.measured(just_above)).all()


def test_a_camera_on_its_side_has_no_horizon() -> None:
    viewpoint = Viewpoint(estimated_rotation=Pose3.rotation_x(0.5 * np.pi).rotation)
    assert made(ImageCoordinateSystemOracle).update(viewpoint).horizon_left.tolist() == [0.0, 0.0]


def test_the_torso_is_above_the_robot_at_any_position() -> None:
    pose: Pose2[Robot, Field] = Pose2(1.0, -2.0, 2.0)
    torso: Pose3[Torso, Field] = (
        Pose3.from_translation(1.0, -2.0, 0.33) @ Pose3.rotation_z(2.0) @ Pose3.rotation_y(0.1)
    )
    own = TrueRobot(
        outline=OUTLINE, own_team=True, number=1, robot_to_field=pose, torso_to_field=torso
    )
    state = made(TorsoOracle).update(GroundTruth(own=own))
    assert state.valid
    assert state.torso_to_robot.translation == pytest.approx([0.0, 0.0, 0.33])
    assert state.torso_to_robot.rotation == pytest.approx(Pose3.rotation_y(0.1).rotation)
    assert not made(TorsoOracle).update(GroundTruth(own=replace(own, upright=False))).valid
