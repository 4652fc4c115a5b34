"""Errors of the feet are converted to joint offsets exactly."""

import dataclasses
import math

import numpy as np
import pytest

from kickabout.framework import FrameInfo
from kickabout.geometry import Vec, roll_pitch_yaw_from_rotation
from kickabout.representations import SensorFrame
from kickabout.robots.nao.defaults import nao_defaults
from kickabout.robots.nao.joints import JOINT_COUNT, Joint, Link
from kickabout.robots.nao.kinematics import BodyPoses, nao_kinematics
from kickabout.sensing.joints.joint_calibrator import (
    FOOT_DISTANCE,
    HEIGHT,
    JointCalibrator,
    JointCalibratorParameters,
    leg_angles,
)
from kickabout.sensing.joints.joint_reader import JointReader, JointReaderParameters

NONE = (0.0, 0.0, 0.0)


def stand(offsets: Vec | None = None) -> BodyPoses:
    angles = leg_angles((NONE, NONE), (NONE, NONE))
    return nao_kinematics().forward(angles if offsets is None else angles + offsets)


def offsets_of(parameters: JointCalibratorParameters) -> Vec:
    return JointCalibrator(parameters).update().offsets


def test_the_calibration_stand_is_as_published() -> None:
    poses = stand()
    left, right = poses.left_sole_to_torso, poses.right_sole_to_torso
    assert left.translation[1] - right.translation[1] == pytest.approx(FOOT_DISTANCE, abs=1e-4)
    hip = poses.translations[Link.LEFT_HIP, 2]
    assert hip - left.translation[2] == pytest.approx(HEIGHT, abs=1e-4)
    assert np.allclose(left.rotation, np.eye(3), atol=1e-6)


def test_a_moved_and_tilted_foot_is_moved_exactly_and_the_other_is_not() -> None:
    turn = (math.radians(2.0), math.radians(-3.0), 0.0)
    parameters = JointCalibratorParameters(left_shift=(0.005, 0.0, 0.002), left_turn=turn)
    before, after = stand(), stand(offsets_of(parameters))
    moved = after.left_sole_to_torso.translation - before.left_sole_to_torso.translation
    assert moved == pytest.approx((0.005, 0.0, 0.002), abs=1e-4)
    angles = roll_pitch_yaw_from_rotation(after.left_sole_to_torso.rotation)
    assert tuple(angles) == pytest.approx(turn, abs=math.radians(0.05))
    assert np.allclose(
        after.right_sole_to_torso.translation, before.right_sole_to_torso.translation, atol=1e-4
    )


def test_both_feet_turned_outward_share_one_motor() -> None:
    out = math.radians(3.0)
    parameters = JointCalibratorParameters(left_turn=(0.0, 0.0, out), right_turn=(0.0, 0.0, -out))
    after = stand(offsets_of(parameters))
    yaw = roll_pitch_yaw_from_rotation(after.left_sole_to_torso.rotation)[2]
    assert yaw == pytest.approx(out, abs=math.radians(0.05))


def test_no_errors_give_no_offsets() -> None:
    assert not offsets_of(JointCalibratorParameters()).any()


def test_given_offsets_compensate_a_wrong_zero() -> None:
    wrong_zero = np.zeros(JOINT_COUNT)
    wrong_zero[Joint.LEFT_HIP_ROLL] = math.radians(2.0)
    by_hand = JointCalibratorParameters(offsets=tuple((-wrong_zero).tolist()))
    calibration = JointCalibrator(by_hand).update()
    sensors = dataclasses.replace(
        nao_defaults(SensorFrame), joint_angles=wrong_zero, connected=True
    )
    reader = JointReader(JointReaderParameters())
    joints = reader.update(FrameInfo(time=0.0, dt=0.012), sensors, calibration)
    assert np.allclose(joints.angles, 0.0)


def test_changed_parameters_change_the_offsets() -> None:
    module = JointCalibrator(JointCalibratorParameters())
    module.parameters = JointCalibratorParameters(right_shift=(0.0, 0.003, 0.0))
    module.parameters_changed()
    assert module.update().offsets.any()


def test_feet_out_of_reach_and_a_wrong_number_of_offsets_are_refused() -> None:
    with pytest.raises(ValueError, match="out of reach"):
        JointCalibrator(JointCalibratorParameters(left_shift=(0.5, 0.0, 0.0)))
    with pytest.raises(ValueError, match="3 joint offsets, expected"):
        JointCalibrator(JointCalibratorParameters(offsets=(0.0, 0.0, 0.0)))
