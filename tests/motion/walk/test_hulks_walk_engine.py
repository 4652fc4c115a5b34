"""Does HULKs' walk follow step sizes, lean in tackles, and move the robot?"""

import math

import numpy as np
import pytest
from tests.motion.walk.walk_trial import FRAME, WalkTrial

from kickabout.evaluation.trials.motion_trials import falls_in_ten_minutes, random_walk, steady_walk
from kickabout.geometry import Pose2
from kickabout.motion.head_and_arms.arm_keyframes import load_arm_motion
from kickabout.motion.head_and_arms.hulks_tackle import TackleLean, mass_ahead_of_ankles
from kickabout.motion.walk.hulks_walk_engine import HulksWalkEngine, HulksWalkEngineParameters
from kickabout.representations import (
    ArmOutput,
    KickRequest,
    Motion,
    MotionRequest,
    WalkMode,
    WalkRequest,
)
from kickabout.robots.nao.joints import HEAD, LEFT_ARM, RIGHT_ARM, Joint, mirrored
from kickabout.robots.nao.kinematics import nao_kinematics
from kickabout.robots.nao.postures import STAND

TEAM = "hulks_walkers"
STANDING = MotionRequest(motion=Motion.STAND)
USUAL = HulksWalkEngineParameters()


def walk(mode: WalkMode, x: float, y: float = 0.0, turn: float = 0.0) -> MotionRequest:
    request = WalkRequest(mode=mode, speed=Pose2(x, y, turn))
    return MotionRequest(motion=Motion.WALK, walk=request)


def arms_back() -> ArmOutput:
    last = load_arm_motion("back")[-1].angles
    angles = np.array(STAND)
    angles[LEFT_ARM] = last
    angles[RIGHT_ARM] = mirrored(angles)[RIGHT_ARM]
    return ArmOutput(active=(True, True), angles=angles, names=("back", "back"))


def new_trial() -> WalkTrial[HulksWalkEngine]:
    return WalkTrial(HulksWalkEngine(USUAL))


def test_standing_is_symmetric_and_leaves_the_head_free() -> None:
    output = new_trial().run(STANDING, 0.5)[-1]
    assert output.standing
    assert np.isnan(output.angles[HEAD]).all()
    assert np.allclose(mirrored(output.angles)[2:], output.angles[2:], atol=1e-9)


def test_a_new_request_takes_effect_with_the_next_step() -> None:
    trial = new_trial()
    trial.run(walk(WalkMode.STEP, 0.05), 3.0)
    while trial.engine.walker.gait.time > 2.0 * FRAME:
        trial.run(walk(WalkMode.STEP, 0.05), FRAME)
    before = trial.engine.walker.gait.plan
    trial.run(walk(WalkMode.STEP, 0.0, 0.03), 0.1)
    assert trial.engine.walker.gait.plan is before
    trial.run(walk(WalkMode.STEP, 0.0, 0.03), 0.2)
    assert trial.engine.walker.gait.plan.x < before.x


def test_the_distance_is_the_sum_of_the_steps() -> None:
    trial = new_trial()
    request = walk(WalkMode.STEP, 0.04)
    trial.run(request, 3.0)
    steps = trial.engine.walker.steps
    distance = sum(output.step.x for output in trial.run(request, 6.0))
    assert distance == pytest.approx(0.04 * (trial.engine.walker.steps - steps), rel=0.08)


def test_steps_grow_slowly_up_to_the_maximum() -> None:
    trial, sizes = new_trial(), []
    for _ in range(round(6.0 / FRAME)):
        trial.run(walk(WalkMode.STEP, 1.0), FRAME)
        sizes.append(trial.engine.walker.gait.plan.x)
    assert np.diff(sizes).max() <= USUAL.longer_by + 1e-9
    assert max(sizes) == pytest.approx(USUAL.step_forward)


def test_a_speed_becomes_steps_of_its_size() -> None:
    trial = new_trial()
    trial.run(walk(WalkMode.SPEED, 0.2, 0.0, 0.4), 4.0)
    plan = trial.engine.walker.gait.plan
    assert plan.x == pytest.approx(0.2 * USUAL.step_duration)
    assert plan.turn == pytest.approx(0.4 * USUAL.step_duration)


def test_a_request_for_an_in_walk_kick_is_ignored() -> None:
    trial = new_trial()
    request = MotionRequest(
        motion=Motion.WALK,
        walk=WalkRequest(mode=WalkMode.SPEED, speed=Pose2(0.1, 0.0, 0.0)),
        kick=KickRequest(name="forward"),
    )
    assert not any(output.kicking for output in trial.run(request, 3.0))


def test_the_gyroscope_moves_the_ankle_of_the_support_leg() -> None:
    tipping, calm = new_trial(), new_trial()
    request = walk(WalkMode.STEP, 0.0)
    moved = tipping.run(request, 1.0, gyro=(0.0, 0.5, 0.0))
    usual = calm.run(request, 1.0)
    for one, other in zip(moved[1:], usual[1:], strict=True):
        joint = Joint.RIGHT_ANKLE_PITCH if other.left_swings else Joint.LEFT_ANKLE_PITCH
        assert not other.standing
        assert one.angles[joint] > other.angles[joint]


def test_in_a_tackle_the_center_of_mass_is_over_the_middle_of_the_feet() -> None:
    kinematics, body = nao_kinematics(), (USUAL.hip_height, USUAL.torso_offset)
    arms = arms_back().angles
    lean = TackleLean(kinematics).of(arms, body, USUAL.tackle_mass)
    assert 0.02 < lean < 0.3
    middle = 0.5 * (0.1 - 0.045)  # m in front of the ankle, from toe and heel
    assert mass_ahead_of_ankles(kinematics, arms, body, lean) == pytest.approx(middle, abs=0.01)
    assert mass_ahead_of_ankles(kinematics, arms, body, 0.0) < 0.015


def test_the_torso_leans_while_both_arms_are_back() -> None:
    trial = new_trial()
    trial.run(walk(WalkMode.STEP, 0.0), 1.0, arms=arms_back())
    assert trial.engine.lean > 0.02
    trial.run(walk(WalkMode.STEP, 0.0), 1.0)
    assert trial.engine.lean == pytest.approx(0.0, abs=1e-3)


@pytest.mark.parametrize(
    ("speed", "min_speed"),
    [((0.4, 0.0, 0.0), 0.3), ((0.0, 0.28, 0.0), 0.19), ((0.0, 0.0, 1.9), 1.4)],
)
def test_the_robot_walks_fast_and_steadily(
    speed: tuple[float, float, float], min_speed: float
) -> None:
    trial = steady_walk(speed, seed=5, seconds=10.0, team=TEAM)
    assert trial.falls == 0
    assert trial.speed > min_speed
    assert trial.tilt_rms < math.radians(1.2)


@pytest.mark.slow
def test_ten_minutes_of_random_walking_have_at_most_one_fall() -> None:
    trials = [random_walk(seed=seed, seconds=60.0, team=TEAM) for seed in range(20, 30)]
    assert falls_in_ten_minutes(trials) <= 1.0
