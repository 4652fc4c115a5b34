"""Do gyro, soles, arms and center of mass change the right joints in the right direction?"""

import math

import numpy as np
import pytest

from kickabout.geometry import Vec
from kickabout.motion.walk.heading_hold import HeadingHold
from kickabout.motion.walk.step_adjustment import AdjustmentParameters, CenterOfMass, StepAdjustment
from kickabout.motion.walk.torso_tilt import ArmTilt
from kickabout.motion.walk.walk_balance import (
    BalanceParameters,
    GyroBalance,
    Situation,
    SoleCompensation,
)
from kickabout.robots.nao.joints import Joint
from kickabout.robots.nao.kinematics import nao_kinematics
from kickabout.robots.nao.postures import STAND

PARAMETERS = BalanceParameters(
    gyro_smoothing=0.6,
    gyro_forward=0.05,
    gyro_backward=0.08,
    gyro_situational=0.02,
    gyro_roll=0.05,
)


def _after_gyro(roll: float, pitch: float) -> GyroBalance:
    balance = GyroBalance()
    for _ in range(50):
        balance.measure(roll, pitch, PARAMETERS)
    return balance


def _step(pitch: float, situation: Situation = Situation.USUAL) -> Vec:
    angles = np.zeros(len(Joint))
    _after_gyro(0.5, pitch).step(angles, PARAMETERS, left_supports=True, situation=situation)
    return angles


def test_tipping_forward_presses_the_toes_of_the_support_foot() -> None:
    angles = _step(1.0)
    assert angles[Joint.LEFT_ANKLE_PITCH] == pytest.approx(0.05)
    assert np.count_nonzero(angles) == 1


def test_tipping_backward_has_its_own_gain() -> None:
    assert _step(-1.0)[Joint.LEFT_ANKLE_PITCH] == pytest.approx(-0.08)


def test_walking_leaves_roll_to_the_pendulum_and_standing_does_not() -> None:
    assert _step(0.0)[Joint.LEFT_ANKLE_ROLL] == 0.0
    angles = np.zeros(len(Joint))
    _after_gyro(1.0, 0.0).stand(angles, PARAMETERS)
    assert angles[Joint.LEFT_ANKLE_ROLL] == pytest.approx(0.05)
    assert angles[Joint.RIGHT_ANKLE_ROLL] == pytest.approx(0.05)


def test_the_gyroscope_is_smoothed() -> None:
    balance = GyroBalance()
    balance.measure(0.0, 1.0, PARAMETERS)
    assert balance.pitch_speed == pytest.approx(0.4)


@pytest.mark.parametrize(
    ("situation", "pitch", "joints"),
    [
        (Situation.KICK, 1.0, {Joint.LEFT_HIP_PITCH, Joint.RIGHT_HIP_PITCH}),
        (Situation.FAR_FORWARD, -1.0, {Joint.LEFT_HIP_PITCH}),
        (Situation.FAR_FORWARD, 1.0, set()),
        (Situation.BACKWARD, 1.0, {Joint.LEFT_HIP_PITCH, Joint.LEFT_KNEE_PITCH}),
        (Situation.BACKWARD, -1.0, set()),
    ],
)
def test_hips_and_knees_help_in_special_situations(
    situation: Situation, pitch: float, joints: set[Joint]
) -> None:
    angles = _step(pitch, situation)
    assert {joint for joint in Joint if angles[joint]} == joints | {Joint.LEFT_ANKLE_PITCH}


def test_the_swing_sole_follows_the_support_sole_and_lands_level() -> None:
    sole = SoleCompensation()
    for _ in range(30):
        middle = sole.update(sole_error=-0.1, torso_pitch=0.1, phase=0.5, gain=1.0)
    assert middle == pytest.approx(-0.1, abs=1e-3)
    assert sole.update(sole_error=-0.1, torso_pitch=0.1, phase=1.0, gain=1.0) == 0.0


def test_tipped_backward_the_correction_follows_the_torso() -> None:
    sole = SoleCompensation()
    for _ in range(30):
        pitch = sole.update(sole_error=0.02, torso_pitch=-0.1, phase=0.3, gain=1.0)
    assert pitch == pytest.approx(0.1, abs=1e-3)


def test_arms_behind_the_back_tilt_the_torso_forward_and_keep_the_center_of_mass() -> None:
    kinematics = nao_kinematics()
    tilting = ArmTilt(kinematics, STAND)
    assert tilting.tilt(STAND) == pytest.approx(0.0)
    back = np.array(STAND)
    back[[Joint.LEFT_SHOULDER_PITCH, Joint.RIGHT_SHOULDER_PITCH]] = math.radians(119.0)
    tilt = tilting.tilt(back)
    assert 0.0 < tilt < 0.3
    # Opposite hip pitches keep the soles level while the torso tilts.
    tilted = back.copy()
    tilted[[Joint.LEFT_HIP_PITCH, Joint.RIGHT_HIP_PITCH]] -= tilt
    usual = kinematics.forward(STAND)
    after = kinematics.forward(tilted)
    turn = np.array(
        (
            (math.cos(tilt), 0.0, math.sin(tilt)),
            (0.0, 1.0, 0.0),
            (-math.sin(tilt), 0.0, math.cos(tilt)),
        )
    )
    center = turn @ after.center_of_mass_in_torso
    assert center[0] == pytest.approx(usual.center_of_mass_in_torso[0], abs=0.001)


def _center(x: float) -> CenterOfMass:
    return CenterOfMass(x=x, height=0.26, left_x=0.0, right_x=0.0)


def test_feet_follow_a_center_of_mass_that_leaves_them() -> None:
    parameters = AdjustmentParameters(
        adjust_front=0.07, adjust_back=0.03, adjust_speed=0.5, max_adjustment=0.06
    )
    inside, ahead, behind = (
        StepAdjustment().update(_center(x), parameters, left_supports=True, dt=0.012)
        for x in (0.02, 0.12, -0.08)
    )
    assert inside == 0.0
    assert ahead == pytest.approx(0.006)
    assert behind == pytest.approx(-0.006)


def test_the_adjustment_of_a_step_is_limited() -> None:
    parameters = AdjustmentParameters(max_adjustment=0.05)
    adjustment = StepAdjustment()
    total = sum(
        adjustment.update(_center(-0.2), parameters, left_supports=True, dt=0.012)
        for _ in range(60)
    )
    assert total == pytest.approx(-0.05)
    adjustment.begin_step()
    assert adjustment.total == 0.0


def test_the_pendulum_predicts_the_center_of_mass() -> None:
    adjustment = StepAdjustment(smoothing=0.0)
    parameters = AdjustmentParameters(look_ahead=0.048)
    for frame in range(5):
        adjustment.update(_center(0.01 * frame), parameters, left_supports=True, dt=0.012)
    rate = math.sqrt(9.81 / 0.26)
    expected = 0.04 * math.cosh(rate * 0.048) + 0.01 / 0.012 / rate * math.sinh(rate * 0.048)
    assert adjustment.predicted == pytest.approx(expected)


def test_a_missing_turn_is_remembered_for_a_while() -> None:
    hold = HeadingHold(delay_frames=2)
    for _ in range(10):
        hold.update(0.01, 0.0, max_missed=1.0, keep=1.0)
    assert hold.missed == pytest.approx(0.08)
    for _ in range(200):
        hold.update(0.0, 0.0, max_missed=1.0, keep=0.97)
    assert abs(hold.missed) < 0.01


def test_a_plan_measured_after_its_delay_leaves_no_missing_turn() -> None:
    hold = HeadingHold(delay_frames=3)
    plans = [0.01 * (i % 4) for i in range(40)]
    for i, plan in enumerate(plans):
        hold.update(plan, plans[i - 3] if i >= 3 else 0.0, max_missed=1.0, keep=1.0)
    assert hold.missed == pytest.approx(0.0)
