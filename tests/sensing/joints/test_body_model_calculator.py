"""The body model agrees with the physics model."""

import mujoco
import numpy as np
import pytest

from kickabout.framework import NoParameters
from kickabout.geometry import Pose2, matrix_from_quaternion
from kickabout.representations import BodyModel, JointState, load_field
from kickabout.robots.nao.joints import Link
from kickabout.robots.nao.kind import KIND as NAO
from kickabout.robots.nao.kinematics import LEFT_SOLE, RIGHT_SOLE, nao_kinematics
from kickabout.robots.nao.postures import STAND
from kickabout.sensing.joints.body_model_calculator import BodyModelCalculator
from kickabout.simulation.physics.physics_world import PhysicsWorld


def modeled(angles: np.ndarray) -> BodyModel:
    return BodyModelCalculator(NoParameters()).update(JointState(angles=angles))


def test_soles_of_a_standing_robot_are_level_and_side_by_side() -> None:
    body = modeled(STAND)
    left, right = body.left_sole_to_torso, body.right_sole_to_torso
    np.testing.assert_allclose(left.rotation, np.eye(3), atol=1e-3)
    np.testing.assert_allclose(left.translation - right.translation, (0.0, 0.1, 0.0), atol=1e-3)
    np.testing.assert_array_equal(body.link_positions[LEFT_SOLE], left.translation)
    np.testing.assert_array_equal(body.link_rotations[RIGHT_SOLE], right.rotation)


def test_links_and_center_of_mass_agree_with_physics() -> None:
    world = PhysicsWorld(load_field("spl2019"), [NAO])
    random = np.random.default_rng(4)
    low, high = nao_kinematics().joint_min, nao_kinematics().joint_max
    for _ in range(5):
        angles = random.uniform(low, high)
        angles[-2:] = 0.0
        world.place_robot(0, Pose2(0.3, -0.2, 0.7), angles)
        mujoco.mj_forward(world.model, world.data)
        snapshot, body = world.snapshot(), modeled(angles)
        rotation = matrix_from_quaternion(snapshot.torso_quaternions[0])
        root = world.robots[0].torso
        in_world = world.data.subtree_com[root] - snapshot.torso_positions[0]
        np.testing.assert_allclose(body.center_of_mass_in_torso, rotation.T @ in_world, atol=1e-4)
        foot = world.model.body("robot0_left_foot").id
        position = rotation.T @ (world.data.xpos[foot] - snapshot.torso_positions[0])
        np.testing.assert_allclose(body.link_positions[Link.LEFT_FOOT], position, atol=1e-6)
    assert body.mass == pytest.approx(float(world.model.body_subtreemass[root]))
