"""Motion, validity, resampling and estimate of the particles."""

import math

import numpy as np
import pytest
from tests.filters.gaussians import is_positive_definite
from tests.modeling.pose.no_percepts import NO_PERCEPTS

from kickabout.geometry import Field, FloatArray, Mat, Pose2, Robot, Vec3
from kickabout.modeling.pose.field_model import field_model
from kickabout.modeling.pose.pose_correction import FramePercepts, corrected_by
from kickabout.modeling.pose.pose_particles import PoseParticles
from kickabout.modeling.pose.self_locator import SelfLocator
from kickabout.modeling.pose.self_locator_parameters import SelfLocatorParameters
from kickabout.representations import load_field

MODEL = field_model(load_field("spl2019"))
LOCATOR = SelfLocator(SelfLocatorParameters())
TRUE: Vec3 = np.array((-1.0, 1.0, 0.3))
SPREAD = np.diag((0.04, 0.04, 0.02))


def particles(*poses: Vec3, validity: float = 0.5) -> PoseParticles:
    made = PoseParticles(len(poses))
    made.reset(np.array(poses), SPREAD, validity)
    return made


def correct(them: PoseParticles, percepts: FramePercepts) -> bool:
    fractions = corrected_by(
        them.means, them.covariances, percepts=percepts, model=MODEL, rules=LOCATOR.rules
    )
    if fractions is not None:
        them.update_validities(fractions, 60)
    return fractions is not None


def lines_seen(*lines: tuple[float, float, float, float]) -> FramePercepts:
    """Return lines of the field as seen from the true pose without error."""
    robot_to_field: Pose2[Robot, Field] = Pose2.from_array(TRUE)
    ends = robot_to_field.inverse() @ np.array(lines).reshape(-1, 2)
    covariances = np.tile(1e-4 * np.eye(2), (len(lines), 1, 1))
    return NO_PERCEPTS._replace(lines=ends.reshape(-1, 4), line_covariances=covariances)


def features_seen(*poses: Vec3) -> FramePercepts:
    covariances: FloatArray = np.tile(1e-3 * np.eye(3), (len(poses), 1, 1))
    return NO_PERCEPTS._replace(features=np.array(poses), feature_covariances=covariances)


def test_a_pose_seen_shrinks_all_three_variances() -> None:
    them = particles(TRUE)
    correct(them, features_seen(TRUE))
    assert (np.diag(them.covariances[0]) < np.diag(SPREAD)).all()


def test_a_pose_seen_from_the_other_end_is_as_good() -> None:
    aside = TRUE + np.array((0.1, -0.1, 0.05))
    straight, mirrored = particles(aside), particles(aside)
    correct(straight, features_seen(TRUE))
    correct(mirrored, features_seen(np.array((-TRUE[0], -TRUE[1], TRUE[2] + math.pi))))
    np.testing.assert_allclose(straight.means, mirrored.means, atol=1e-9)


def test_a_line_along_x_corrects_y_and_heading_but_not_x() -> None:
    aside = TRUE + np.array((0.1, 0.1, 0.05))
    them = particles(aside)
    for _ in range(50):
        correct(them, lines_seen((0.5, 3.0, 2.5, 3.0)))
    variances = np.diag(them.covariances[0])
    assert variances[0] == pytest.approx(SPREAD[0, 0], rel=0.1)
    assert (variances[1:] < 0.2 * np.diag(SPREAD)[1:]).all()
    assert abs(them.means[0, 1] - TRUE[1]) < 0.02
    assert abs(them.means[0, 2] - TRUE[2]) < 0.01


def test_percepts_that_fit_for_sixty_frames_make_a_particle_almost_valid() -> None:
    them = particles(TRUE, validity=0.0)
    for _ in range(60):
        assert correct(them, features_seen(TRUE))
    assert them.validities[0] == pytest.approx(1.0 - (59.0 / 60.0) ** 60)


def test_percepts_that_fit_nothing_make_a_particle_invalid() -> None:
    them = particles(TRUE, validity=1.0)
    correct(them, features_seen(np.array((3.0, 0.0, 0.3))))
    assert them.validities[0] == pytest.approx(59.0 / 60.0)


def test_a_missing_feature_hurts_more_than_a_missing_line() -> None:
    elsewhere = np.array((3.0, 0.0, 0.3))
    one_line = lines_seen((0.5, 3.0, 2.5, 3.0), (-3.0, 1.8, -2.0, 1.8))
    one_feature = lines_seen((0.5, 3.0, 2.5, 3.0))
    one_feature = one_feature._replace(
        features=elsewhere.reshape(1, 3), feature_covariances=np.eye(3).reshape(1, 3, 3) * 1e-3
    )
    without_line, without_feature = particles(TRUE), particles(TRUE)
    correct(without_line, one_line)
    correct(without_feature, one_feature)
    assert without_feature.validities[0] < without_line.validities[0]


def test_frames_without_percepts_leave_validities_alone() -> None:
    them = particles(TRUE, validity=0.7)
    assert not correct(them, NO_PERCEPTS)
    assert them.validities[0] == 0.7


def test_a_particle_of_twice_the_weight_is_copied_twice_as_often() -> None:
    random = np.random.default_rng(5)
    copies = np.zeros(3)
    for _ in range(2000):
        them = particles(TRUE, TRUE + 1.0, TRUE + 2.0)
        them.validities = np.array((0.8, 0.35, 0.0))  # weights 0.82, 0.415, 0.1
        them.resample(0.1, random)
        copies += [np.sum(np.isclose(them.means[:, 0], TRUE[0] + shift)) for shift in range(3)]
    assert copies[0] / copies[1] == pytest.approx(0.82 / 0.415, rel=0.05)
    assert copies[2] > 0


def test_the_estimate_is_the_mean_of_the_largest_cluster() -> None:
    other = np.array((2.0, 2.0, 0.0))
    them = particles(TRUE, TRUE + 0.02, TRUE - 0.02, other)
    estimate = them.estimate(other, base=0.1, distance=0.5, angle=0.5, hysteresis=1.2)
    np.testing.assert_allclose(estimate.pose, TRUE, atol=1e-9)
    assert is_positive_definite(estimate.covariance)


def test_the_old_pose_is_kept_until_another_one_is_clearly_better() -> None:
    other = np.array((2.0, 2.0, 0.0))
    them = particles(TRUE, other)
    them.validities = np.array((0.5, 0.55))
    kept = them.estimate(TRUE, base=0.1, distance=0.5, angle=0.5, hysteresis=1.2)
    np.testing.assert_allclose(kept.pose, TRUE)
    them.validities = np.array((0.5, 0.8))
    left = them.estimate(TRUE, base=0.1, distance=0.5, angle=0.5, hysteresis=1.2)
    np.testing.assert_allclose(left.pose, other)


def test_angles_around_pi_are_averaged_correctly() -> None:
    them = particles(np.array((0.0, 0.0, math.pi - 0.1)), np.array((0.0, 0.0, 0.1 - math.pi)))
    estimate = them.estimate(them.means[0], base=0.1, distance=0.5, angle=0.5, hysteresis=1.2)
    assert abs(math.remainder(estimate.pose[2] - math.pi, 2.0 * math.pi)) < 1e-9


def test_a_new_particle_replaces_the_worst() -> None:
    them = particles(TRUE, TRUE, TRUE)
    them.validities = np.array((0.5, 0.1, 0.9))
    them.insert(TRUE + 1.0, SPREAD, 0.4)
    np.testing.assert_allclose(them.means[1], TRUE + 1.0)
    assert them.validities[1] == 0.4


def test_walking_makes_particles_uncertain_and_different() -> None:
    them = particles(TRUE, TRUE)
    random = np.random.default_rng(1)
    for _ in range(600):
        them.move(np.array((0.0, 0.004, 0.002)), 1.0 / 60.0, LOCATOR.noise, random)
    assert all(is_positive_definite(covariance) for covariance in them.covariances)
    assert (them.covariances[:, 0, 0] > SPREAD[0, 0]).all()
    apart: Mat = them.means[0] - them.means[1]
    assert 0.001 < np.hypot(apart[0], apart[1]) < 0.5


def test_only_particles_beyond_the_halfway_line_are_mirrored() -> None:
    them = particles(TRUE, np.array((1.0, 0.5, 0.0)))
    assert them.mirror(beyond=0.3) == 1
    np.testing.assert_allclose(them.means[0], TRUE)
    np.testing.assert_allclose(them.means[1], (-1.0, -0.5, math.pi))
