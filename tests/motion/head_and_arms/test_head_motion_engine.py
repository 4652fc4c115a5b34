"""Does the head reach its target, no faster than allowed?"""

import math

import numpy as np
import pytest

from kickabout.framework import FrameInfo
from kickabout.geometry import Pose3, Robot, Torso
from kickabout.motion.head_and_arms.head_motion_engine import (
    HeadMotionEngine,
    HeadMotionEngineParameters,
)
from kickabout.representations import (
    HeadMode,
    HeadOutput,
    HeadRequest,
    HeadState,
    JointState,
    TorsoState,
)
from kickabout.robots.nao.joints import Joint
from kickabout.robots.nao.kinematics import nao_kinematics
from kickabout.robots.nao.postures import STAND

DEFAULT_PARAMETERS = HeadMotionEngineParameters()

FRAME = 0.012
UPRIGHT = TorsoState(
    torso_to_robot=Pose3[Torso, Robot].from_translation(0.0, 0.0, 0.23), valid=True
)


def _look(
    request: HeadRequest,
    seconds: float = 2.0,
    parameters: HeadMotionEngineParameters = DEFAULT_PARAMETERS,
    torso: TorsoState = UPRIGHT,
) -> list[tuple[HeadOutput, HeadState]]:
    """Return the results of an engine whose head follows without delay."""
    engine = HeadMotionEngine(parameters)
    angles = np.array(STAND)
    results = []
    for _ in range(round(seconds / FRAME)):
        result = engine.update(
            FrameInfo(dt=FRAME), request, JointState(angles=angles.copy()), torso
        )
        angles[Joint.HEAD_YAW], angles[Joint.HEAD_PITCH] = result[0].yaw, result[0].pitch
        results.append(result)
    return results


def test_requested_angles_are_reached() -> None:
    output, state = _look(HeadRequest(pan=0.8, tilt=0.2))[-1]
    assert (output.yaw, output.pitch) == pytest.approx((0.8, 0.2), abs=1e-6)
    assert state.reached
    assert not state.moving


@pytest.mark.parametrize("pan", [0.1, 0.9, -1.8])
def test_speed_and_acceleration_are_limited_and_nothing_overshoots(pan: float) -> None:
    parameters = HeadMotionEngineParameters(yaw_speed=3.0, acceleration=40.0)
    yaws = np.array([o.yaw for o, _ in _look(HeadRequest(pan=pan, speed=9.0), 2.0, parameters)])
    speeds = np.diff(yaws, prepend=0.0) / FRAME
    assert np.abs(speeds).max() <= 3.0 + 1e-6
    assert np.abs(np.diff(speeds, prepend=0.0)).max() / FRAME <= 40.0 + 1e-6
    assert np.abs(yaws).max() <= abs(pan) + math.radians(1.0)
    assert yaws[-1] == pytest.approx(pan, abs=1e-4)


def test_a_slow_request_is_followed_slowly() -> None:
    yaws = np.array([o.yaw for o, _ in _look(HeadRequest(pan=1.0, speed=0.5))])
    assert np.diff(yaws).max() <= 0.5 * FRAME + 1e-9


def test_pitch_is_limited_by_yaw() -> None:
    output, state = _look(HeadRequest(pan=1.5, tilt=0.5))[-1]
    assert output.pitch < 0.25
    assert not state.reachable


def test_a_far_target_is_looked_at_with_the_upper_camera_and_a_near_one_with_the_lower() -> None:
    kinematics = nao_kinematics()
    for distance, camera in ((3.0, "upper"), (0.25, "lower")):
        request = HeadRequest(mode=HeadMode.TARGET_IN_ROBOT, target_in_robot=(distance, 0.1, 0.05))
        output, state = _look(request)[-1]
        point = np.array((distance, 0.1, 0.05 - 0.23))
        desired = kinematics.head(point, camera)
        assert (output.yaw, output.pitch) == pytest.approx((desired.yaw, desired.pitch), abs=1e-4)
        assert state.reached


def test_the_camera_can_be_requested() -> None:
    looks = [
        _look(
            HeadRequest(
                mode=HeadMode.TARGET_IN_ROBOT, target_in_robot=(1.0, 0.0, 0.0), camera=camera
            )
        )[-1][0].pitch
        for camera in ("upper", "lower")
    ]
    assert looks[0] > looks[1] + 0.3


def test_a_target_behind_cannot_be_reached() -> None:
    request = HeadRequest(mode=HeadMode.TARGET_IN_ROBOT, target_in_robot=(-1.0, 0.1, 0.3))
    assert not _look(request)[-1][1].reachable


def test_without_a_torso_pose_the_default_height_is_assumed() -> None:
    request = HeadRequest(mode=HeadMode.TARGET_IN_ROBOT, target_in_robot=(2.0, 0.0, 0.0))
    assumed = _look(request, torso=TorsoState())[-1][0]
    known = _look(request)[-1][0]
    assert assumed.pitch == pytest.approx(known.pitch, abs=0.01)


def test_a_limp_head_has_no_stiffness() -> None:
    output, _ = _look(HeadRequest(mode=HeadMode.LIMP))[-1]
    assert output.stiffness == 0.0
