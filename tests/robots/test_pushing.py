"""Contacts between robots."""

import mujoco
import numpy as np
import pytest
from tests.robots.trial_world import TrialWorld

from kickabout.robots.nao.joints import JOINT_COUNT
from kickabout.robots.nao.postures import STAND
from kickabout.robots.pushing import RobotContacts
from kickabout.robots.pushing_kernels import closest_points

X, Y = (1.0, 0.0, 0.0), (0.0, 1.0, 0.0)


def ring(radius: float) -> list[tuple[float, float, float]]:
    angles = np.arange(10) * 2.0 * np.pi / 10.0
    return [(radius * np.cos(a), radius * np.sin(a), a + np.pi) for a in angles]


def pull_to_the_ball(world: TrialWorld, force: float) -> None:
    torsos = [robot.torso for robot in world.robots]
    positions = world.data.xpos[torsos, :2]
    distances = np.linalg.norm(positions, axis=1, keepdims=True) + 0.05
    world.data.xfrc_applied[torsos, :2] = -force * positions / distances


@pytest.mark.parametrize(
    ("between", "other_axis", "expected"),
    [
        ((0.0, 0.0, 1.0), Y, (0.0, 0.0)),
        ((0.5, 0.3, 1.0), Y, (0.5, -0.3)),
        ((2.0, 2.0, 0.0), Y, (1.0, -1.0)),
        ((5.0, 0.0, 1.0), X, (1.0, -1.0)),
    ],
)
def test_nearest_points_of_segments(
    between: tuple[float, float, float],
    other_axis: tuple[float, float, float],
    expected: tuple[float, float],
) -> None:
    assert closest_points(X, other_axis, between, 1.0, 1.0) == pytest.approx(expected)


def test_robots_at_a_distance_cause_no_forces() -> None:
    world = TrialWorld([(0.0, 0.3, 0.0), (0.6, 0.3, 0.0)], STAND)
    world.run(0.1)
    assert world.pushing.count == 0
    assert not world.data.qfrc_applied.any()


def test_the_forces_are_those_that_mujoco_would_apply_to_the_links() -> None:
    world = TrialWorld([(0.0, 0.3, 0.0), (0.12, 0.36, 2.0)], STAND)
    world.data.qvel[:] = np.random.default_rng(2).normal(size=world.model.nv) * 0.3
    mujoco.mj_step1(world.model, world.data)
    pushing = world.pushing
    pushing.apply(world.data)
    assert pushing.count > 0
    total = world.data.qfrc_applied.copy()
    by_mujoco = np.zeros(world.model.nv)
    for row in range(pushing.count):
        point, normal, depth = np.split(pushing.overlaps[row], (3, 6))
        bodies = [int(pushing.carriers[capsule][0]) for capsule in pushing.pairs[row]]
        velocities = []
        for body in bodies:
            jacobian, turning = np.zeros((2, 3, world.model.nv))
            mujoco.mj_jac(world.model, world.data, jacobian, turning, point, body)
            velocities.append(jacobian @ world.data.qvel)
        relative = velocities[1] - velocities[0]
        approach = -relative @ normal
        pressure = max(0.0, 5000.0 * float(depth[0]) + 25.0 * approach)
        sliding = relative + approach * normal
        force = pressure * (normal - 0.4 / (np.linalg.norm(sliding) + 0.05) * sliding)
        for body, sign in zip(bodies, (-1.0, 1.0), strict=True):
            mujoco.mj_applyFT(
                world.model, world.data, sign * force, np.zeros(3), point, body, by_mujoco
            )
    np.testing.assert_allclose(total, by_mujoco, atol=1e-9)


def test_the_forces_of_both_robots_cancel_out() -> None:
    world = TrialWorld([(0.0, 0.3, 0.0), (0.12, 0.36, 2.0)], STAND)
    mujoco.mj_step1(world.model, world.data)
    world.pushing.apply(world.data)
    linear = sum(
        world.data.qfrc_applied[robot.root_dof : robot.root_dof + 3] for robot in world.robots
    )
    np.testing.assert_allclose(linear, 0.0, atol=1e-9)
    assert world.pushing.forces[0, 1] == world.pushing.forces[1, 0] > 0.0


def test_overlapping_robots_are_pushed_apart_until_the_forces_end() -> None:
    world = TrialWorld([(0.0, 0.0, 0.0), (0.09, 0.0, 0.0)], STAND)
    world.data.qpos[0:2] = 2.0, 2.0
    world.run(3.0)
    first, second = (world.data.xpos[robot.torso] for robot in world.robots)
    assert np.linalg.norm(first - second) > 0.1
    assert world.pushing.overlaps[: world.pushing.count, 6].max(initial=0.0) < 0.005


def test_a_robot_of_another_kind_only_needs_a_root() -> None:
    spec = mujoco.MjSpec()
    for name, x in (("a", 0.0), ("b", 0.15)):
        body = spec.worldbody.add_body(name=name, pos=(x, 0.0, 1.0))
        body.add_freejoint()
        body.add_geom(type=mujoco.mjtGeom.mjGEOM_SPHERE, size=(0.1, 0.0, 0.0), contype=0)
    model = spec.compile()
    data = mujoco.MjData(model)
    pushing = RobotContacts(model, ["a", "b"])
    mujoco.mj_step1(model, data)
    pushing.apply(data)
    assert data.qfrc_applied[0] == pytest.approx(-5000.0 * 0.05)
    assert data.qfrc_applied[6] == pytest.approx(5000.0 * 0.05)


def test_ten_robots_at_the_ball_neither_merge_nor_become_unstable() -> None:
    world = TrialWorld(ring(0.5), STAND)
    max_depth = 0.0
    for frame in range(250):
        pull_to_the_ball(world, 15.0)
        if frame == 100:
            for robot in range(10):
                world.move(robot, angles=np.zeros(JOINT_COUNT), stiffness=0.0)
        world.advance()
        overlaps = world.pushing.overlaps[: world.pushing.count, 6]
        max_depth = max(max_depth, overlaps.max(initial=0.0))
        assert np.abs(world.data.qvel).max() < 60.0
    assert world.pushing.count > 10
    assert max_depth < 0.04
    assert world.data.warning.number.sum() == 0
