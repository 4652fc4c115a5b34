"""Poses for lost robots from field features."""

import math

import numpy as np

from kickabout.framework import FrameInfo
from kickabout.geometry import Field, Pose2, Robot
from kickabout.modeling.pose.alternative_pose_locator import (
    AlternativePoseLocator,
    AlternativePoseLocatorParameters,
)
from kickabout.representations import (
    AlternativePose,
    FallPhase,
    FallState,
    FeatureKind,
    FieldFeature,
    FieldFeaturesPercept,
    GroundContactState,
    Odometry,
)

TRUE: Pose2[Robot, Field] = Pose2(-2.0, 1.0, 0.5)
HALF_TURN: Pose2[Field, Field] = Pose2(0.0, 0.0, math.pi)


class Observer:
    """Feeds one locator."""

    def __init__(self) -> None:
        self.locator = AlternativePoseLocator(AlternativePoseLocatorParameters())
        self.cycle = 0

    def see(
        self,
        *poses: Pose2[Robot, Field],
        odometry: Pose2[Robot, Robot] = Pose2(),
        fall: FallPhase = FallPhase.UPRIGHT,
        contact: bool = True,
    ) -> AlternativePose:
        features = tuple(
            FieldFeature(kind=FeatureKind.GOAL_AREA, robot_to_field=pose, covariance=np.eye(3))
            for pose in poses
        )
        self.cycle += 1
        return self.locator.update(
            FrameInfo(time=0.1 * self.cycle),
            FieldFeaturesPercept(features=features),
            Odometry(robot_to_start=odometry),
            FallState(phase=fall),
            GroundContactState(contact=contact),
        )


def test_agreeing_features_give_a_pose() -> None:
    observer = Observer()
    assert not observer.see(TRUE, TRUE, TRUE).valid
    found = observer.see(TRUE)
    assert found.valid
    assert found.supporters == 4
    np.testing.assert_allclose(found.robot_to_field.array, TRUE.array)


def test_mirrored_observations_support_each_other() -> None:
    observer = Observer()
    found = observer.see(TRUE, HALF_TURN @ TRUE, TRUE, HALF_TURN @ TRUE)
    assert found.supporters == 4
    np.testing.assert_allclose(found.robot_to_field.array, TRUE.array, atol=1e-9)


def test_a_false_feature_changes_nothing() -> None:
    observer = Observer()
    observer.see(TRUE, TRUE, Pose2(3.0, -2.0, 2.0), TRUE)
    found = observer.see(TRUE)
    assert found.valid
    np.testing.assert_allclose(found.robot_to_field.array, TRUE.array)


def test_single_false_features_never_make_a_pose() -> None:
    observer = Observer()
    random = np.random.default_rng(1)
    for _ in range(60):
        false: Pose2[Robot, Field] = Pose2(*random.uniform((-4.5, -3, -3), (4.5, 3, 3)).tolist())
        assert not observer.see(false).valid


def test_observations_move_on_with_the_robot() -> None:
    observer = Observer()
    for i in range(4):
        step: Pose2[Robot, Robot] = Pose2(0.3 * i, 0.0, 0.2 * i)
        found = observer.see(TRUE @ step, odometry=step)
    np.testing.assert_allclose(found.robot_to_field.array, (TRUE @ step).array)
    later: Pose2[Robot, Robot] = Pose2(2.0, 1.0, 1.0)
    found = observer.see(odometry=later)
    np.testing.assert_allclose(found.robot_to_field.array, (TRUE @ later).array)


def test_the_newer_of_two_poses_wins_soon() -> None:
    observer = Observer()
    elsewhere: Pose2[Robot, Field] = Pose2(-1.0, -2.0, 1.0)
    for _ in range(20):
        observer.see(TRUE)
    found = [observer.see(elsewhere) for _ in range(20)][-1]
    assert found.valid
    np.testing.assert_allclose(found.robot_to_field.array, elsewhere.array)


def test_old_observations_are_forgotten() -> None:
    observer = Observer()
    observer.see(TRUE, TRUE, TRUE, TRUE, TRUE)
    assert not [observer.see() for _ in range(100)][-1].valid
    assert len(observer.locator.observed) == 0


def test_a_fall_or_being_carried_drops_all_observations() -> None:
    for change in ({"fall": FallPhase.FALLEN}, {"contact": False}):
        observer = Observer()
        assert observer.see(TRUE, TRUE, TRUE, TRUE).valid
        assert not observer.see(**change).valid
        assert not observer.see(TRUE, TRUE, TRUE).valid
