"""Does the walk engine turn requests into joint angles of a whole, balanced body?"""

import numpy as np
import pytest
from tests.motion.walk.walk_trial import FRAME, WalkTrial

from kickabout.geometry import Pose2
from kickabout.motion.walk.walk_engine import WalkEngine
from kickabout.motion.walk.walk_parameters import WalkEngineParameters
from kickabout.representations import (
    ArmOutput,
    Motion,
    MotionRequest,
    WalkMode,
    WalkRequest,
)
from kickabout.robots.nao.joints import HEAD, LEGS, Joint, mirrored
from kickabout.robots.nao.kinematics import nao_kinematics
from kickabout.robots.nao.postures import STAND


def new_trial(parameters: WalkEngineParameters | None = None) -> WalkTrial[WalkEngine]:
    return WalkTrial(WalkEngine(parameters or WalkEngineParameters()))


def walk(x: float, y: float = 0.0, turn: float = 0.0) -> MotionRequest:
    request = WalkRequest(mode=WalkMode.SPEED, speed=Pose2(x, y, turn))
    return MotionRequest(motion=Motion.WALK, walk=request)


STAND_REQUEST = MotionRequest(motion=Motion.STAND)


def test_standing_is_symmetric_and_leaves_the_head_free() -> None:
    output = new_trial().run(STAND_REQUEST, 0.5)[-1]
    assert output.standing
    assert output.leaving_possible
    assert np.isnan(output.angles[HEAD]).all()
    assert np.allclose(mirrored(output.angles)[2:], output.angles[2:], atol=1e-9)


@pytest.mark.parametrize("speed", [(0.4, 0.0, 0.0), (-0.25, 0.1, 0.5), (0.0, 0.25, 0.0)])
def test_joints_move_without_jumps_and_within_their_ranges(
    speed: tuple[float, float, float],
) -> None:
    outputs = new_trial().run(walk(*speed), 4.0)
    angles = np.array([output.angles for output in outputs])[:, 2:]
    kinematics = nao_kinematics()
    assert np.abs(np.diff(angles, axis=0)).max() < 7.0 * FRAME
    assert (angles > kinematics.joint_min[2:] - 1e-9).all()
    assert (angles < kinematics.joint_max[2:] + 1e-9).all()


def test_steps_add_up_to_the_requested_speed() -> None:
    trial = new_trial()
    trial.run(walk(0.2), 3.0)
    distance = sum(output.step.x for output in trial.run(walk(0.2), 4.0))
    assert distance / 4.0 == pytest.approx(0.2, rel=0.1)


def test_a_walking_robot_stops_before_another_motion_may_begin() -> None:
    trial = new_trial()
    assert not trial.run(walk(0.2), 2.0)[-1].leaving_possible
    kick = MotionRequest(motion=Motion.KICK)
    assert trial.run(kick, 2.0, selected=Motion.WALK)[-1].leaving_possible


def test_ankle_roll_follows_the_gyroscope_only_when_standing() -> None:
    roll = Joint.LEFT_ANKLE_ROLL
    stands = new_trial(WalkEngineParameters(economy=False))
    still = stands.run(STAND_REQUEST, 0.5)[-1].angles[roll]
    shaken = stands.run(STAND_REQUEST, 0.5, gyro=(1.0, 0.0, 0.0))[-1].angles[roll]
    assert shaken > still + 0.01
    walks = [
        [output.angles[roll] for output in new_trial().run(walk(0.1), 2.0, gyro=gyro)]
        for gyro in ((0.0, 0.0, 0.0), (1.0, 0.0, 0.0))
    ]
    assert np.allclose(walks[0], walks[1])


def test_the_support_ankle_follows_the_pitch_gyroscope() -> None:
    calm, tipping = new_trial(), new_trial()
    for trial in (calm, tipping):
        trial.run(walk(0.1), 1.0)
    before = calm.run(walk(0.1), FRAME * 5)[-1]
    after = tipping.run(walk(0.1), FRAME * 5, gyro=(0.0, 1.0, 0.0))[-1]
    ankle = Joint.RIGHT_ANKLE_PITCH if before.left_swings else Joint.LEFT_ANKLE_PITCH
    assert after.angles[ankle] > before.angles[ankle] + 0.02


def test_arms_swing_against_the_leg_of_their_side() -> None:
    outputs = new_trial().run(walk(0.3), 4.0)[150:]
    arm = [output.angles[Joint.LEFT_SHOULDER_PITCH] for output in outputs]
    hip = [output.angles[Joint.LEFT_HIP_PITCH] for output in outputs]
    # Hip pitch is negative for a leg in front, shoulder pitch large for an arm behind.
    assert np.corrcoef(arm, hip)[0, 1] < -0.7


def test_arms_behind_the_back_tilt_the_torso_forward() -> None:
    back = np.array(STAND)
    back[[Joint.LEFT_SHOULDER_PITCH, Joint.RIGHT_SHOULDER_PITCH]] = 2.07
    arms = ArmOutput(active=(True, True), angles=back)
    usual = new_trial().run(STAND_REQUEST, 1.0)[-1]
    tilted = new_trial().run(STAND_REQUEST, 1.0, arms=arms)[-1]
    hip = Joint.LEFT_HIP_PITCH
    assert tilted.angles[hip] < usual.angles[hip] - 0.01


def test_a_missing_turn_is_corrected_in_the_next_steps() -> None:
    slipping = new_trial()
    slipping.run(walk(0.2), 3.0, gyro=(0.0, 0.0, -0.3))
    assert slipping.engine.walker.gait.plan.turn > 0.01


def test_a_high_stand_stretches_the_knees_and_a_walk_bends_them_first() -> None:
    trial = new_trial()
    high = MotionRequest(motion=Motion.STAND_HIGH)
    knee = Joint.LEFT_KNEE_PITCH
    assert trial.run(high, 2.0)[-1].angles[knee] < 0.4
    assert trial.run(walk(0.2), FRAME)[-1].standing
    assert not trial.run(walk(0.2), 1.5)[-1].standing


def test_a_high_stand_comes_down_before_another_motion_may_begin() -> None:
    trial = new_trial()
    high, kick = (MotionRequest(motion=motion) for motion in (Motion.STAND_HIGH, Motion.KICK))
    assert not trial.run(high, 2.0)[-1].leaving_possible
    outputs = trial.run(kick, 1.0, selected=Motion.STAND_HIGH)
    leaving = [output.leaving_possible for output in outputs].index(True)
    assert 0.3 < leaving * FRAME < 0.8
    assert np.allclose(outputs[leaving].angles[LEGS], STAND[LEGS], atol=0.02)


def test_stiffness_is_full_while_walking_and_lower_after_standing_long() -> None:
    trial = new_trial()
    assert trial.run(walk(0.1), 1.0)[-1].stiffness[LEGS] == pytest.approx(1.0)
    soft = trial.run(STAND_REQUEST, 4.0)[-1].stiffness[LEGS]
    assert soft == pytest.approx(WalkEngineParameters().stand_stiffness)


def test_another_motion_resets_the_walk() -> None:
    trial = new_trial()
    trial.run(walk(0.2), 2.0)
    assert trial.run(walk(0.2), FRAME, selected=Motion.FALL)[-1].standing


def test_polygons_can_replace_the_ellipsoid() -> None:
    speeds = {}
    for clamping in ("ellipsoid", "polygon"):
        trial = new_trial(WalkEngineParameters(clamping=clamping))
        trial.run(walk(0.38, 0.15), 4.0)
        speeds[clamping] = trial.engine.walker.speed
    assert speeds["polygon"].x > speeds["ellipsoid"].x


def test_odometry_scales_are_applied_per_direction() -> None:
    parameters = WalkEngineParameters(odometry_x=0.5, odometry_backward=0.25)
    for speed, scale in ((0.2, 0.5), (-0.2, 0.25)):
        plain, scaled = new_trial(), new_trial(parameters)
        distances = [sum(o.step.x for o in t.run(walk(speed), 3.0)) for t in (plain, scaled)]
        assert distances[1] / distances[0] == pytest.approx(scale, rel=0.15)
