"""The physics model: its content, and its behavior under load."""

import mujoco
import numpy as np
import pytest
from tests.robots.trial_world import TrialWorld

from kickabout.geometry.arrays import Vec
from kickabout.robots.in_model import RobotInModel
from kickabout.robots.nao.dimensions import nao_dimensions
from kickabout.robots.nao.joints import JOINT_COUNT, MOTOR_COUNT, Joint, Link
from kickabout.robots.nao.kind import KIND
from kickabout.robots.nao.model import add_nao
from kickabout.robots.nao.postures import HIGH_STAND, SIT, STAND
from kickabout.robots.stepping import configure_physics

NAO = nao_dimensions()


def single_robot() -> tuple[mujoco.MjModel, mujoco.MjData]:
    spec = mujoco.MjSpec()
    configure_physics(spec)
    add_nao(spec, prefix="")
    model = spec.compile()
    data = mujoco.MjData(model)
    mujoco.mj_forward(model, data)
    return model, data


def torso_position(world: TrialWorld, robot: int = 0) -> Vec:
    position: Vec = world.data.xpos[world.robots[robot].torso].copy()
    return position


def uprightness(world: TrialWorld, robot: int = 0) -> float:
    return float(world.data.xmat[world.robots[robot].torso][8])


def test_model_has_the_bodies_joints_and_motors_of_the_robot() -> None:
    model, _ = single_robot()
    assert model.nbody == 1 + len(Link)
    assert model.nv == 6 + 24
    assert model.nu == MOTOR_COUNT
    assert model.body_mass.sum() == pytest.approx(NAO.mass)
    for joint in list(Joint)[:MOTOR_COUNT]:
        expected = (NAO.joints[joint].min, NAO.joints[joint].max)
        assert model.joint(joint.key).range == pytest.approx(expected)


def test_ranges_do_not_depend_on_the_worlds_angle_unit() -> None:
    spec = mujoco.MjSpec()
    spec.compiler.degree = False
    add_nao(spec, prefix="")
    assert spec.compile().joint("head_yaw").range[1] == pytest.approx(2.085668)


def test_sensors_have_the_positions_of_the_published_scene() -> None:
    # BH19-SCENE-04: positions relative to the vendor's torso origin.
    _, data = single_robot()
    origin = data.site("vendor_torso").xpos
    for name, expected in {
        "gyroscope": (-0.008, 0.006, 0.029),
        "accelerometer": (-0.008, 0.00606, 0.027),
        "right_sonar_inner": (0.0507, -0.00375, 0.06),
        "right_sonar_outer": (0.0507, -0.03785, 0.06),
        "left_sonar_outer": (0.0507, 0.03785, 0.06),
    }.items():
        np.testing.assert_allclose(data.site(name).xpos - origin, expected, atol=1e-12)
    inner, outer = data.site("right_sonar_inner").xmat, data.site("right_sonar_outer").xmat
    assert np.degrees(np.arctan2(inner[3], inner[0])) == pytest.approx(-2.5)
    assert np.degrees(np.arctan2(outer[3], outer[0])) == pytest.approx(-22.5)


def test_torso_box_and_standing_height_are_those_of_the_published_scene() -> None:
    # BH19-SCENE-04: a box of 100 × 120 × 190 mm, 20 mm above the vendor's torso origin.
    model, data = single_robot()
    box = next(
        geom
        for geom in range(model.ngeom)
        if model.geom_bodyid[geom] == model.body("torso").id
        and model.geom_type[geom] == mujoco.mjtGeom.mjGEOM_BOX
    )
    np.testing.assert_allclose(2.0 * model.geom_size[box], (0.1, 0.12, 0.19))
    np.testing.assert_allclose(data.geom_xpos[box][2], NAO.vendor_torso_height + 0.02)
    height = data.site("vendor_torso").xpos[2] - data.site("left_sole").xpos[2]
    assert height == pytest.approx(0.33, abs=0.005)


def test_robots_are_distinguished_by_their_prefixes() -> None:
    world = TrialWorld([(0.0, 0.3, 0.0), (1.0, 0.3, 1.0)], STAND)
    first, second = world.robots
    assert not set(first.motors.qpos) & set(second.motors.qpos)
    assert RobotInModel.find(world.model, "robot1_", KIND).root_qpos == second.root_qpos
    np.testing.assert_allclose(second.angles(world.data), STAND[:MOTOR_COUNT])


@pytest.mark.parametrize("posture", [STAND, HIGH_STAND, SIT], ids=["stand", "high stand", "sit"])
def test_standing_for_a_minute_neither_drifts_nor_tilts(posture: Vec) -> None:
    world = TrialWorld([(0.0, 0.3, 0.0)], posture)
    start = torso_position(world)
    for _ in range(12):
        world.run(5.0)
        assert np.linalg.norm(torso_position(world)[:2] - start[:2]) < 0.01
        assert uprightness(world) > np.cos(np.radians(2.0))


def test_at_rest_the_accelerometer_measures_gravity_and_the_gyroscope_zero() -> None:
    world = TrialWorld([(0.0, 0.3, 0.0)], STAND)
    world.run(2.0)
    robot, sensors = world.robots[0], world.data.sensordata
    acceleration = sensors[robot.accelerometer : robot.accelerometer + 3]
    assert acceleration[2] == pytest.approx(9.8, abs=0.05)
    assert np.abs(acceleration[:2]).max() < 0.3
    assert np.abs(sensors[robot.gyroscope : robot.gyroscope + 3]).max() < 0.02


def test_the_gyroscope_has_the_axes_of_the_robot() -> None:
    model, data = single_robot()
    data.qvel[3:6] = 0.1, 0.2, 0.3
    mujoco.mj_forward(model, data)
    address = int(model.sensor("gyroscope").adr[0])
    np.testing.assert_allclose(data.sensordata[address : address + 3], (0.1, 0.2, 0.3), atol=1e-9)


def test_both_hip_yaw_pitch_joints_turn_together() -> None:
    world = TrialWorld([(0.0, 0.3, 0.0)], STAND)
    robot = world.robots[0]
    address = robot.motors.qpos[Joint.HIP_YAW_PITCH]
    target = STAND.copy()
    max_difference = 0.0
    for frame in range(200):
        target[Joint.HIP_YAW_PITCH] = -0.15 * np.sin(0.1 * frame)
        world.move(0, angles=target, stiffness=1.0)
        world.advance()
        twin = world.data.qpos[robot.follower_qpos[0]]
        max_difference = max(max_difference, abs(twin - world.data.qpos[address]))
    assert max_difference < np.radians(0.1)
    assert uprightness(world) > 0.98


def test_a_load_on_one_hip_moves_the_other_too() -> None:
    world = TrialWorld([(0.0, 0.3, 0.0)], STAND)
    world.model.opt.gravity[:] = 0.0
    world.servos.reset(0, angles=STAND, stiffness=0.0)
    robot = world.robots[0]
    left_dof = int(robot.motors.dofs[Joint.HIP_YAW_PITCH])
    for _ in range(50):
        world.advance()
        world.data.qfrc_applied[left_dof] = -0.5
    left = world.data.qpos[robot.motors.qpos[Joint.HIP_YAW_PITCH]]
    assert left < -0.1
    assert world.data.qpos[robot.follower_qpos[0]] == pytest.approx(left, abs=np.radians(0.2))


@pytest.mark.parametrize("height", [0.3, 1.0])
def test_a_limp_robot_falls_and_comes_to_rest(height: float) -> None:
    world = TrialWorld([(0.0, 0.5, 0.0)], STAND)
    world.data.qpos[world.robots[0].root_qpos + 2] = height
    world.data.qvel[world.robots[0].root_dof + 3] = 1.0
    world.servos.reset(0, angles=STAND, stiffness=0.0)
    max_speed = 0.0
    for _ in range(400):
        world.advance()
        assert np.isfinite(world.data.qpos).all()
        max_speed = max(max_speed, float(np.abs(world.data.qvel).max()))
    assert max_speed < 60.0
    assert torso_position(world)[2] < 0.2
    assert np.abs(world.data.qvel).max() < 0.5
    center = world.data.subtree_com[world.robots[0].torso].copy()
    world.run(0.5)
    moved = world.data.subtree_com[world.robots[0].torso] - center
    assert np.linalg.norm(moved) < 0.01
    assert world.data.warning.number.sum() == 0


def test_a_pushed_robot_stays_on_its_feet() -> None:
    world = TrialWorld([(0.0, 0.5, 0.0)], STAND)
    world.run(0.5)
    torso = world.robots[0].torso
    world.data.xfrc_applied[torso, 0] = 6.0
    world.run(0.3)
    world.data.xfrc_applied[torso, 0] = 0.0
    world.run(1.0)
    assert uprightness(world) > 0.99


def test_a_foot_stops_a_rolling_ball() -> None:
    world = TrialWorld([(0.0, 0.0, 0.0)], STAND)
    world.data.qpos[0:3] = 0.4, 0.05, 0.05
    world.data.qvel[0:6] = -0.6, 0.0, 0.0, 0.0, -12.0, 0.0
    min_x = 1.0
    for _ in range(60):
        world.advance()
        min_x = min(min_x, world.data.qpos[0])
    toe = float(world.data.site("robot0_left_sole").xpos[0]) + 0.097
    assert min_x == pytest.approx(toe + 0.05, abs=0.015)
    assert uprightness(world) > 0.99


def test_the_same_start_gives_the_same_bytes() -> None:
    states = []
    for _ in range(2):
        world = TrialWorld([(0.0, 0.2, 0.0), (0.15, 0.2, 0.5)], STAND)
        world.move(0, angles=np.zeros(JOINT_COUNT), stiffness=0.3)
        world.run(2.0)
        states.append((world.data.qpos.tobytes(), world.data.qvel.tobytes()))
    assert states[0] == states[1]
