"""Force sensors in the soles."""

import mujoco
import numpy as np
import pytest
from tests.robots.trial_world import TrialWorld

from kickabout.robots.foot_forces import FootForces, distribute
from kickabout.robots.nao.dimensions import nao_dimensions
from kickabout.robots.nao.joints import Joint
from kickabout.robots.nao.postures import HIGH_STAND, STAND
from kickabout.robots.physics_options import OPTIONS

CORNERS = np.array((0.07, -0.03, 0.03, -0.02))


def test_the_forces_under_a_standing_robot_are_its_weight() -> None:
    world = TrialWorld([(0.0, 0.3, 0.0), (1.0, 0.3, 2.0)], STAND)
    world.run(2.0)
    forces = FootForces(world.model, world.robots).read(world.data)
    assert forces.shape == (2, 2, 4)
    weight = nao_dimensions().mass * OPTIONS.gravity
    np.testing.assert_allclose(forces.sum(axis=(1, 2)), weight, rtol=0.01)
    np.testing.assert_allclose(forces.sum(axis=2), weight / 2.0, rtol=0.05)
    assert (forces > 0.0).all()


def test_elliptic_friction_cones_give_the_same_force() -> None:
    world = TrialWorld([(0.0, 0.3, 0.0)], STAND)
    world.model.opt.cone = mujoco.mjtCone.mjCONE_ELLIPTIC
    world.run(2.0)
    forces = FootForces(world.model, world.robots).read(world.data)
    assert forces.sum() == pytest.approx(52.56, rel=0.01)


def test_leaning_forward_loads_the_front_sensors() -> None:
    world = TrialWorld([(0.0, 0.3, 0.0)], HIGH_STAND)
    lean = HIGH_STAND.copy()
    lean[[Joint.LEFT_ANKLE_PITCH, Joint.RIGHT_ANKLE_PITCH]] -= 0.05
    sensors = FootForces(world.model, world.robots)
    front_fractions = []
    for angles in (HIGH_STAND, lean):
        world.move(0, angles=angles, stiffness=1.0)
        world.run(3.0)  # until the robot has stopped swaying
        forces = sensors.read(world.data)[0]
        front_fractions.append(forces[:, :2].sum() / forces.sum())
    assert front_fractions[1] - front_fractions[0] == pytest.approx(0.11, abs=0.02)


def test_a_lifted_foot_measures_no_force() -> None:
    world = TrialWorld([(0.0, 0.3, 0.0)], STAND)
    world.run(0.5)
    raised = STAND.copy()
    raised[Joint.RIGHT_KNEE_PITCH] += 0.8
    raised[Joint.RIGHT_HIP_PITCH] -= 0.4
    raised[Joint.RIGHT_ANKLE_PITCH] -= 0.4
    world.move(0, angles=raised, stiffness=1.0)
    world.run(0.084)
    forces = FootForces(world.model, world.robots).read(world.data)[0]
    assert forces[1].sum() == 0.0
    assert forces[0].sum() > 20.0


def test_a_robot_in_the_air_measures_no_forces() -> None:
    world = TrialWorld([(0.0, 0.3, 0.0)], STAND)
    world.data.qpos[world.robots[0].root_qpos + 2] += 0.5
    world.run(0.06)
    assert not FootForces(world.model, world.robots).read(world.data).any()


@pytest.mark.parametrize(
    ("x", "y", "expected"),
    [
        (0.07, 0.03, (1.0, 0.0, 0.0, 0.0)),
        (-0.03, -0.02, (0.0, 0.0, 0.0, 1.0)),
        (0.02, 0.005, (0.25, 0.25, 0.25, 0.25)),
        (0.10, 0.005, (0.5, 0.5, 0.0, 0.0)),
    ],
)
def test_a_force_is_distributed_to_the_sensors_around_it(
    x: float, y: float, expected: tuple[float, ...]
) -> None:
    weights = np.empty(4)
    distribute(x, y, CORNERS, weights)
    np.testing.assert_allclose(weights, expected, atol=1e-12)
