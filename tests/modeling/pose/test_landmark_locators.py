"""Both localizations of the GermanTeam on the same data, clean and realistic."""

import math
from typing import Any

import numpy as np
import pytest

from kickabout.evaluation.trials.landmarks.landmark_experiments import (
    CASES,
    Locate,
    experiment,
    locator,
    steady_walk,
)
from kickabout.evaluation.trials.landmarks.landmark_world import (
    NO_ERRORS,
    SCAN_TIME,
    LandmarkWorld,
    WorldErrors,
    error_of,
)
from kickabout.framework import Module
from kickabout.framework.debug import DebugChannel
from kickabout.framework.module import declaration_of
from kickabout.geometry import Pose2, Vec, Vector2
from kickabout.modeling.pose.german_team_landmark_memory_locator import (
    GermanTeamLandmarkMemoryLocator,
    known_landmarks,
)
from kickabout.modeling.pose.german_team_self_locator import GermanTeamSelfLocator
from kickabout.modeling.pose.landmark_memory import (
    ANGLE,
    ANGLE_VALIDITY,
    DISTANCE,
    DISTANCE_VALIDITY,
    MemoryRules,
    moved,
    triangulated,
)
from kickabout.modeling.pose.monte_carlo import expected_bearing
from kickabout.modeling.pose.seen_edges import LandmarkPercepts, OwnMotion, observation
from kickabout.representations import (
    AttackDirection,
    CameraMatrix,
    FallState,
    GoalsPercept,
    GroundContactState,
    LandmarksPercept,
    Odometry,
    PoseQuality,
)
from kickabout.soccer.league import load_league

FIELD = load_league("legged2001").field
JUMP = 0.05  # m in one image
RULES = MemoryRules(0.5, 0.2, 0.1, 0.02, 0.5, 1.5, 1.0)
NOTHING = LandmarkPercepts(
    landmarks=LandmarksPercept(), goals=GoalsPercept(), matrix=CameraMatrix()
)


def module(kind: type[Module[Any]], **values: object) -> Any:
    return kind(declaration_of(kind).parameters(**values))


def monte_carlo(seed: int = 0) -> Locate:
    return locator(GermanTeamSelfLocator, seed)


def memory(seed: int = 0) -> Locate:
    return locator(GermanTeamLandmarkMemoryLocator, seed)


# -- Monte-Carlo localization ---------------------------------------------------------------------


def test_at_the_true_pose_all_expected_bearings_are_the_measured_ones() -> None:
    world, count = LandmarkWorld(FIELD, seed=1, errors=NO_ERRORS), 0
    for now in world.moments(SCAN_TIME, walks=True):
        seen = observation(now.seen, now.known)
        camera = now.truth @ Vector2(*seen.camera.tolist())
        for edge in seen.edges:
            expected = expected_bearing(camera.x, camera.y, now.truth.theta, edge)
            assert abs(math.remainder(expected - edge[5], math.tau)) < 1e-9
            count += 1
    assert count > 50


def test_seen_from_the_other_team_all_landmarks_are_mirrored() -> None:
    now = next(iter(LandmarkWorld(FIELD, seed=2, errors=NO_ERRORS).moments(0.04, walks=False)))
    mirrored = observation(
        now.seen, type(now.known)(field=FIELD, attack=AttackDirection(along_world_x=-1.0))
    )
    edges = observation(now.seen, now.known).edges
    assert len(edges)
    assert np.allclose(mirrored.edges[:, 1], -edges[:, 1])


def test_without_a_direction_or_a_camera_matrix_nothing_is_observed() -> None:
    now = next(iter(LandmarkWorld(FIELD, seed=2, errors=NO_ERRORS).moments(0.04, walks=False)))
    unknown = type(now.known)(field=FIELD, attack=AttackDirection())
    assert len(observation(now.seen, unknown).edges) == 0
    blind = LandmarkPercepts(
        landmarks=now.seen.landmarks, goals=now.seen.goals, matrix=CameraMatrix()
    )
    assert len(observation(blind, now.known).edges) == 0


@pytest.mark.parametrize("seed", range(3))
def test_a_walking_robot_finds_its_pose_and_is_certain(seed: int) -> None:
    world, locate = LandmarkWorld(FIELD, seed=seed, errors=WorldErrors()), monte_carlo(seed)
    for now in world.moments(12.0, walks=True):
        locate(now)
    after = [(locate(now), now.truth) for now in world.moments(10.0, walks=True)]
    assert np.median([error_of(pose.robot_to_field, truth)[0] for pose, truth in after]) < 0.1
    assert any(pose.quality is PoseQuality.SUPERB for pose, _ in after)


def test_displaced_by_hand_it_becomes_uncertain_then_finds_itself_again() -> None:
    world, locate = LandmarkWorld(FIELD, seed=5, errors=WorldErrors()), monte_carlo(5)
    before = [locate(now) for now in world.moments(10.0, walks=False)]
    assert before[-1].quality is PoseQuality.SUPERB
    world.truth = Pose2(-world.truth.x, -world.truth.y, world.truth.theta + 2.0)
    after = [(locate(now), now.truth) for now in world.moments(12.0, walks=False)]
    certain = [pose.quality is PoseQuality.SUPERB for pose, _ in after]
    assert not all(certain[:75])
    assert error_of(after[-1][0].robot_to_field, after[-1][1])[0] < 0.3
    assert after[-1][0].last_jump_at > 10.0


def test_the_number_of_published_particles_is_the_configured_one() -> None:
    self_locator = module(GermanTeamSelfLocator, particles=200)
    now = next(iter(LandmarkWorld(FIELD, seed=1, errors=NO_ERRORS).moments(0.04, walks=False)))
    _, hypotheses = self_locator.update(now.frame, now.seen, now.known, now.motion)
    assert hypotheses.poses.shape == (200, 3)
    channel = DebugChannel()
    channel.listen("*")
    hypotheses.draw(channel.debug_of("PoseHypotheses"))
    (drawn,) = channel.taken()
    assert len(drawn.content) == 200


def is_spread(module: GermanTeamSelfLocator) -> bool:
    """Whether the particles are spread over the whole field, and nothing is known about them."""
    wide = bool((module.particles[:, :2].std(axis=0) > (0.6, 0.4)).all())
    return wide and not module.probabilities.any()


@pytest.mark.parametrize("cause", ["lift", "sides", "request"])
def test_a_reset_restores_the_initial_distribution_and_its_timer(cause: str) -> None:
    self_locator = module(GermanTeamSelfLocator, reset_after_lift=True)
    world = LandmarkWorld(FIELD, seed=3, errors=WorldErrors())
    for now in world.moments(8.0, walks=False):
        self_locator.update(now.frame, now.seen, now.known, now.motion)
    assert not is_spread(self_locator)
    (now,) = world.moments(0.04, walks=False)
    known, motion, channel = now.known, now.motion, DebugChannel()
    if cause == "sides":
        known = type(known)(field=FIELD, attack=AttackDirection(along_world_x=-1.0))
    elif cause == "request":
        channel.listen("*.reset")
        self_locator.debug = channel.debug_of("GermanTeamSelfLocator")
    else:
        lifted = OwnMotion(
            odometry=motion.odometry, fall=FallState(), ground=GroundContactState(contact=False)
        )
        self_locator.update(now.frame, NOTHING, known, lifted)
        assert not is_spread(self_locator)
    self_locator.update(now.frame, NOTHING, known, motion)
    assert is_spread(self_locator)
    assert self_locator.reset_at == now.frame.time
    self_locator.update(now.frame, now.seen, known, motion)
    assert self_locator.probabilities.any()


# -- landmark memory ------------------------------------------------------------------------------


def remembered(x: float, y: float, theta: float) -> Vec:
    """Return a perfect memory of ten landmarks."""
    away = known_landmarks(FIELD, 1.0).positions - (x, y)
    angles = [math.remainder(math.atan2(dy, dx) - theta, math.tau) for dx, dy in away.tolist()]
    return np.column_stack((np.hypot(*away.T), np.ones(10), angles, np.ones(10)))


def test_the_memory_has_six_flags_and_four_corners_with_four_values_each() -> None:
    assert len(known_landmarks(FIELD, 1.0).names) == 10
    locate = module(GermanTeamLandmarkMemoryLocator)
    now = next(iter(LandmarkWorld(FIELD, seed=1, errors=NO_ERRORS).moments(0.04, walks=False)))
    locate.update(now.frame, now.seen, now.known, now.motion)
    assert locate.memory.shape == (10, 4)


def test_walking_a_square_with_closed_eyes_brings_all_landmarks_back() -> None:
    entries = remembered(0.3, -0.2, 0.7)
    before, validities = entries.copy(), [1.0]
    for _ in range(4):
        for step in [(0.02, 0.0, 0.0)] * 20 + [(0.0, 0.0, math.pi / 40.0)] * 20:
            moved(entries, np.array(step), RULES)
            assert (entries[:, ANGLE_VALIDITY] < validities[-1]).all()
            validities.append(float(entries[0, ANGLE_VALIDITY]))
    assert entries[:, DISTANCE] == pytest.approx(before[:, DISTANCE], rel=0.01)
    turned = [math.remainder(turn, math.tau) for turn in entries[:, ANGLE] - before[:, ANGLE]]
    assert np.abs(turned).max() < 0.01
    assert (entries[:, DISTANCE_VALIDITY] == entries[:, ANGLE_VALIDITY]).all()


def test_exact_angles_give_the_exact_pose() -> None:
    landmarks, random = known_landmarks(FIELD, 1.0), np.random.default_rng(1)
    for pose in random.uniform((-1.2, -0.8, -3.0), (1.2, 0.8, 3.0), (50, 3)).tolist():
        found = triangulated(landmarks.positions, remembered(*pose), RULES)
        assert found.pose == pytest.approx(pose, abs=1e-6)
        assert found.used > 60


def test_one_grossly_wrong_landmark_does_little_harm() -> None:
    landmarks, random = known_landmarks(FIELD, 1.0), np.random.default_rng(2)
    for pose in random.uniform((-1.2, -0.8, -3.0), (1.2, 0.8, 3.0), (50, 3)).tolist():
        entries = remembered(*pose)
        entries[int(random.integers(10)), ANGLE] += random.uniform(0.5, 5.0)
        found = triangulated(landmarks.positions, entries, RULES)
        assert math.dist(found.pose[:2], pose[:2]) < 0.15


def test_with_less_than_three_landmarks_the_pose_follows_odometry() -> None:
    self_locator = module(GermanTeamLandmarkMemoryLocator)
    (now,) = LandmarkWorld(FIELD, seed=1, errors=NO_ERRORS).moments(0.04, walks=False)
    self_locator.update(now.frame, NOTHING, now.known, now.motion)
    walked = OwnMotion(
        odometry=Odometry(robot_to_start=Pose2(0.5, 0.0, 0.0)),
        fall=FallState(),
        ground=GroundContactState(),
    )
    pose = self_locator.update(now.frame, NOTHING, now.known, walked)
    assert pose.robot_to_field.x == pytest.approx(0.5)
    assert pose.quality is PoseQuality.POOR


# -- side by side ---------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(3))
def test_with_clean_data_the_memory_is_right_and_steady(seed: int) -> None:
    walk = steady_walk(FIELD, memory(), seed=seed, errors=NO_ERRORS)
    assert np.quantile(walk.errors[:, 0], 0.95) < 0.03
    assert np.mean(walk.moves > JUMP) < 0.02


@pytest.mark.parametrize("seed", range(3))
def test_with_realistic_data_its_pose_jumps_where_particles_do_not(seed: int) -> None:
    jumps = {
        name: np.mean(steady_walk(FIELD, locate, seed=seed).moves > JUMP)
        for name, locate in (("memory", memory(seed)), ("particles", monte_carlo(seed)))
    }
    assert jumps["memory"] > 0.15
    assert jumps["particles"] < 0.01


def test_the_experiments_of_the_report_end_near_the_true_pose() -> None:
    found = {
        case: np.median([experiment(case, FIELD, monte_carlo(s), seed=s)[0][0] for s in range(15)])
        for case in CASES
    }
    assert found["initial"] > 0.5
    assert found["scan"] < 0.4 * found["initial"]
    assert found["walking"] < 0.4 * found["initial"]
    assert found["displaced"] < 0.6 * found["initial"]
