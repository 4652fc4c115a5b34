"""Does an Aibo know where its camera is?"""

import math

import numpy as np
import pytest

from kickabout.framework import NoParameters
from kickabout.framework.teams.robot_configuration import RobotConfiguration
from kickabout.geometry import Pose2, roll_pitch_yaw_from_rotation
from kickabout.perception.camera.four_legged_camera_matrix_calculator import (
    FourLeggedCameraMatrixCalculator,
)
from kickabout.representations import (
    CameraCalibration,
    CameraInfo,
    CameraMatrix,
    InertialState,
    JointState,
    TorsoState,
)
from kickabout.robots.kind import robot_kind
from kickabout.sensing.joints.four_legged_torso_pose_calculator import (
    FourLeggedTorsoPoseCalculator,
    FourLeggedTorsoPoseCalculatorParameters,
)
from kickabout.simulation.match.truth import (
    body_poses,
    camera_to_torso,
    robot_to_world,
    torso_to_world,
)
from kickabout.simulation.physics.physics_world import PhysicsWorld
from kickabout.soccer.league import load_league

INFO = CameraInfo(camera="upper")
LEAGUES = {"ers210": "legged2001", "ers7": "legged2004"}


def torso_state(name: str, angles: np.ndarray, level: np.ndarray) -> TorsoState:
    calculator = FourLeggedTorsoPoseCalculator.made(
        FourLeggedTorsoPoseCalculatorParameters(), RobotConfiguration(name)
    )
    return calculator.update(JointState(angles=angles), InertialState(torso_to_level=level))


def matrix(
    name: str, angles: np.ndarray, torso: TorsoState, calibration: CameraCalibration
) -> CameraMatrix:
    calculator = FourLeggedCameraMatrixCalculator.made(NoParameters(), RobotConfiguration(name))
    return calculator.update(JointState(angles=angles), torso, calibration, INFO)


@pytest.mark.parametrize("name", LEAGUES)
def test_the_pose_is_that_of_the_simulated_robot(name: str) -> None:
    kind = robot_kind(name)
    world = PhysicsWorld(load_league(LEAGUES[name]).field, [kind])
    world.place_robot(0, Pose2(0.4, -0.2, 0.0))
    wanted = kind.stand.copy()
    wanted[[kind.joint(joint) for joint in kind.joint_groups["head"]]] += (-0.3, 0.5, 0.2)
    for _ in range(120):
        world.command(0, wanted, np.ones(len(kind.joints)))
        world.advance()
    snapshot = world.snapshot()
    angles, torso = snapshot.angles_of(0), torso_to_world(snapshot, 0)
    pose = robot_to_world(torso, body_poses(snapshot, 0), kind)
    in_torso = camera_to_torso(snapshot, 0, "upper")
    assert in_torso is not None
    level = np.array(
        ((math.cos(pose.theta), math.sin(pose.theta), 0.0),
         (-math.sin(pose.theta), math.cos(pose.theta), 0.0),
         (0.0, 0.0, 1.0))
    ) @ torso.rotation  # fmt: skip
    found = matrix(name, angles, torso_state(name, angles, level), CameraCalibration())
    true = torso @ in_torso
    assert found.valid
    x, y, z = true.translation.tolist()
    dx, dy = x - pose.x, y - pose.y
    c, s = math.cos(pose.theta), math.sin(pose.theta)
    position = (c * dx + s * dy, c * dy - s * dx, z)
    assert found.camera_to_robot.translation == pytest.approx(position, abs=0.004)
    seen = roll_pitch_yaw_from_rotation(found.camera_to_robot.rotation)
    expected = roll_pitch_yaw_from_rotation(true.rotation)
    assert seen[:2] == pytest.approx(expected[:2], abs=1e-6)


@pytest.mark.parametrize("name", LEAGUES)
def test_a_lying_robot_has_no_valid_pose(name: str) -> None:
    angles = robot_kind(name).stand
    lying = np.array(((1.0, 0.0, 0.0), (0.0, 0.0, -1.0), (0.0, 1.0, 0.0)))
    assert not torso_state(name, angles, lying).valid


def test_the_calibration_turns_the_camera() -> None:
    angles = robot_kind("ers210").stand
    torso = torso_state("ers210", angles, np.eye(3))
    plain = matrix("ers210", angles, torso, CameraCalibration())
    calibration = CameraCalibration(cameras={"upper": (0.0, 0.1, 0.0)})
    corrected = matrix("ers210", angles, torso, calibration)
    pitch = [
        roll_pitch_yaw_from_rotation(m.camera_to_robot.rotation)[1] for m in (plain, corrected)
    ]
    assert pitch[1] - pitch[0] == pytest.approx(0.1)
