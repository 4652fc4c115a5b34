"""The torso's height follows from the longer leg, its position from both."""

import math

import numpy as np
import pytest
from tests.sensing.body import SimulatedBody

from kickabout.framework import NoParameters
from kickabout.geometry import rotation_from_roll_pitch_yaw
from kickabout.representations import (
    BodyModel,
    GroundContactState,
    InertialState,
    JointState,
    Motion,
    MotionState,
    TorsoState,
)
from kickabout.robots.nao.joints import Joint
from kickabout.robots.nao.kind import KIND as NAO
from kickabout.robots.nao.postures import STAND
from kickabout.sensing.joints.body_model_calculator import BodyModelCalculator
from kickabout.sensing.joints.torso_pose_calculator import (
    TorsoPoseCalculator,
    TorsoPoseCalculatorParameters,
)
from kickabout.simulation.match.truth import body_poses, robot_to_world, torso_to_world

UPRIGHT = InertialState()


def posed(
    body: BodyModel,
    inertial: InertialState = UPRIGHT,
    *,
    contact: bool = True,
    motion: Motion = Motion.STAND,
) -> TorsoState:
    poser = TorsoPoseCalculator(TorsoPoseCalculatorParameters())
    ground = GroundContactState(contact=contact)
    return poser.update(body, inertial, ground, MotionState(motion=motion))


def body_of(angles: np.ndarray) -> BodyModel:
    return BodyModelCalculator(NoParameters()).update(JointState(angles=angles))


def test_a_standing_robots_torso_is_a_hip_height_above_the_ground() -> None:
    torso = posed(body_of(STAND))
    assert torso.valid
    assert torso.torso_to_robot.translation[2] == pytest.approx(0.2268, abs=0.001)
    assert torso.torso_to_robot.translation[1] == pytest.approx(0.0, abs=1e-6)


def test_lifting_a_foot_does_not_change_the_height() -> None:
    lifted = STAND.copy()
    lifted[Joint.LEFT_KNEE_PITCH] += 0.4
    lifted[Joint.LEFT_HIP_PITCH] -= 0.2
    lifted[Joint.LEFT_ANKLE_PITCH] -= 0.2
    height = posed(body_of(lifted)).torso_to_robot.translation[2]
    assert height == pytest.approx(posed(body_of(STAND)).torso_to_robot.translation[2], abs=1e-6)


def test_the_robot_frame_lies_midway_between_the_soles() -> None:
    tilt = rotation_from_roll_pitch_yaw(0.1, -0.2, 0.0)
    body = body_of(STAND)
    torso = posed(body, InertialState(torso_to_level=tilt, roll=0.1, pitch=-0.2)).torso_to_robot
    middle = 0.5 * (body.left_sole_to_torso.translation + body.right_sole_to_torso.translation)
    np.testing.assert_allclose((torso @ middle)[:2], 0.0, atol=1e-9)
    np.testing.assert_array_equal(torso.rotation, tilt)


def test_in_the_air_on_the_floor_and_while_falling_it_is_not_valid() -> None:
    body = body_of(STAND)
    lying = InertialState(torso_to_level=rotation_from_roll_pitch_yaw(0.0, 1.4, 0.0))
    assert not posed(body, contact=False).valid
    assert not posed(body, lying).valid
    assert not posed(body, motion=Motion.GET_UP).valid


def test_a_tilt_that_is_no_number_is_not_valid() -> None:
    unknown = InertialState(torso_to_level=np.full((3, 3), math.nan))
    assert not posed(body_of(STAND), unknown).valid


def test_it_agrees_with_the_world_while_swaying() -> None:
    simulated = SimulatedBody(seed=3)
    simulated.stand(1.5)
    for cycle in range(150):
        simulated.measure()
        snapshot = simulated.world.snapshot()
        true = torso_to_world(snapshot, 0)
        robot = robot_to_world(true, body_poses(snapshot, 0), NAO)
        found = simulated[TorsoState].torso_to_robot
        assert found.translation[2] == pytest.approx(true.translation[2], abs=0.004)
        offset = true.translation[:2] - np.array((robot.x, robot.y))
        c, s = math.cos(robot.theta), math.sin(robot.theta)
        expected = np.array((c * offset[0] + s * offset[1], c * offset[1] - s * offset[0]))
        np.testing.assert_allclose(found.translation[:2], expected, atol=0.005)
        sway = 0.08 * math.sin(2.0 * math.pi * cycle / 100.0)
        angles = STAND.copy()
        angles[[Joint.LEFT_HIP_ROLL, Joint.RIGHT_HIP_ROLL]] += sway
        angles[[Joint.LEFT_ANKLE_ROLL, Joint.RIGHT_ANKLE_ROLL]] -= sway
        simulated.move(angles)
