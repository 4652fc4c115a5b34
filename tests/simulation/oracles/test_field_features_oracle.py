"""The oracle finds composed field features like good detectors."""

import math

import numpy as np
import pytest
from tests.modules import made
from tests.simulation.oracles.oracle_runner import OracleRunner, perfect
from tests.simulation.oracles.scenes import random_scenes, scene, standing
from tests.simulation.oracles.sightings import Sightings

from kickabout.geometry import Field, Pose2, Robot, Vec3, normalized_angle
from kickabout.representations import FeatureKind
from kickabout.simulation.oracles.field_features_oracle import FieldFeaturesOracle

HALF_TURN: Pose2[Field, Field] = Pose2(0.0, 0.0, math.pi)


def pose_error(found: Pose2[Robot, Field], true: Pose2[Robot, Field]) -> Vec3:
    """Return the error relative to the true pose or its mirror image, whichever is nearer."""
    poses = (true, HALF_TURN @ true)
    nearer = min(poses, key=lambda pose: pose.position.distance_to(found.position))
    error = found.array - nearer.array
    error[2] = normalized_angle(error[2])
    return error


def test_without_noise_every_feature_gives_the_true_pose_or_its_mirror_image() -> None:
    detect = perfect(FieldFeaturesOracle)
    kinds = set()
    for truth in random_scenes(600, robots=0):
        for feature in detect(truth).features:
            kinds.add(feature.kind)
            error = pose_error(feature.robot_to_field, truth.own.robot_to_field)
            assert np.abs(error).max() < 1e-6
            assert feature.covariance.shape == (3, 3)
    assert kinds == set(FeatureKind)


def test_errors_grow_with_the_distance_and_match_the_covariance() -> None:
    runner, random = (
        OracleRunner(made(FieldFeaturesOracle, confused_rate=0.0)),
        np.random.default_rng(7),
    )
    sightings = Sightings()
    for _ in range(2000):
        distance = float(random.uniform(1.2, 3.6))
        pose: Pose2[Robot, Field] = Pose2(-distance, float(random.uniform(-0.3, 0.3)), 0.0)
        found = [
            feature
            for feature in runner(scene(pose)).features
            if feature.kind is FeatureKind.CENTER_CIRCLE_WITH_LINE
        ]
        if found:
            error = pose_error(found[0].robot_to_field, pose)
            sightings.found(distance, error, found[0].covariance)
        else:
            sightings.missed(distance)
    assert 0.8 <= sightings.recall(1.6, 2.2) <= 0.9
    assert 0.4 <= sightings.recall(3.2, 3.6) <= 0.7
    assert 0.02 < sightings.median_error(1.2, 2.0) < 0.08
    assert 0.1 < sightings.median_error(3.0, 3.6) < 0.4
    assert 0.7 < sightings.surprise(1.2, 3.6) < 1.3


def test_features_do_not_reveal_the_half() -> None:
    detect = perfect(FieldFeaturesOracle)
    for x, theta in ((2.5, 0.1), (-2.5, math.pi + 0.1)):
        features = detect(scene(Pose2(x, 0.2 if x > 0.0 else -0.2, theta))).features
        assert features
        for feature in features:
            assert feature.robot_to_field.x == pytest.approx(2.5)
            assert feature.robot_to_field.y == pytest.approx(0.2)
    for side in (1.0, -1.0):
        middle = detect(scene(Pose2(-2.0 * side, 0.0, 0.0 if side > 0.0 else math.pi))).features
        assert [feature.robot_to_field.x for feature in middle] == pytest.approx([-2.0])


def test_a_feature_with_a_hidden_point_is_not_found() -> None:
    detect = perfect(FieldFeaturesOracle)
    pose: Pose2[Robot, Field] = Pose2(0.0, 1.0, 0.5 * math.pi)
    assert [f.kind for f in detect(scene(pose)).features] == [FeatureKind.MID_CORNER]
    assert detect(scene(pose, others=(standing(0.0, 2.4),))).features == ()


def test_confused_features_give_a_wrong_pose() -> None:
    runner = OracleRunner(made(FieldFeaturesOracle, confused_rate=0.3), tilt_deviation=0.0)
    errors = [
        pose_error(feature.robot_to_field, truth.own.robot_to_field)
        for truth in random_scenes(400, robots=0)
        for feature in runner(truth).features
    ]
    far_off = np.mean([math.hypot(error[0], error[1]) > 0.5 for error in errors])
    assert 0.15 < far_off < 0.35
