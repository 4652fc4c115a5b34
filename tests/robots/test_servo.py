"""Servos: stiffness, limits, backlash, delay."""

import dataclasses

import numpy as np
import pytest
from tests.robots.trial_world import TrialWorld

from kickabout.geometry.arrays import FloatArray, Vec
from kickabout.robots.nao.dimensions import nao_dimensions
from kickabout.robots.nao.joints import MOTOR_COUNT, Joint
from kickabout.robots.nao.postures import STAND
from kickabout.robots.nao.servos import servo_parameters
from kickabout.robots.servo import ServoBank, servo_torque

PARAMETERS: FloatArray = np.array((80.0, 1.0, 5.0, 7.0, 0.0, 0.2, 0.0))  # no friction, no backlash
WITH_BACKLASH: FloatArray = np.array((80.0, 1.0, 5.0, 7.0, 0.0, 0.2, 0.004))
WITH_FRICTION: FloatArray = np.array((80.0, 1.0, 5.0, 7.0, 0.1, 0.2, 0.0))


def hovering_world() -> TrialWorld:
    world = TrialWorld([(0.0, 0.0, 0.0)], STAND)
    world.model.opt.gravity[:] = 0.0
    world.data.qpos[world.robots[0].root_qpos + 2] = 2.0
    world.run(0.1)
    return world


def angle(world: TrialWorld, joint: Joint) -> float:
    return float(world.robots[0].angles(world.data)[joint])


def follow(world: TrialWorld, joint: Joint, targets: Vec) -> Vec:
    """Return the measured angles at the times at which the targets are sent."""
    command, measured = STAND.copy(), []
    for target in targets:
        measured.append(angle(world, joint))
        command[joint] = target
        world.advance()
        world.move(0, angles=command, stiffness=1.0)
    return np.array(measured)


def test_a_limp_servo_has_no_torque() -> None:
    assert servo_torque(1.0, 0.5, 0.0, PARAMETERS) == 0.0


def test_torque_grows_with_error_and_stiffness() -> None:
    assert servo_torque(0.01, 0.0, 1.0, PARAMETERS) == pytest.approx(0.8)
    assert servo_torque(0.01, 0.0, 0.5, PARAMETERS) == pytest.approx(0.4)
    assert servo_torque(-0.01, 0.5, 1.0, PARAMETERS) == pytest.approx(-1.3)


def test_torque_is_limited_and_scaled_by_stiffness() -> None:
    assert servo_torque(1.0, 0.0, 1.0, PARAMETERS) == 5.0
    assert servo_torque(-1.0, 0.0, 0.4, PARAMETERS) == -2.0


def test_at_the_maximum_speed_the_torque_is_zero() -> None:
    assert servo_torque(1.0, 7.0, 1.0, PARAMETERS) == 0.0
    assert servo_torque(1.0, 3.5, 1.0, PARAMETERS) == pytest.approx(2.5)
    assert servo_torque(1.0, -3.5, 1.0, PARAMETERS) == 5.0
    assert servo_torque(1.0, 9.0, 1.0, PARAMETERS) < 0.0


def test_errors_within_the_backlash_cause_no_torque() -> None:
    assert servo_torque(0.001, 0.0, 1.0, WITH_BACKLASH) == 0.0
    assert servo_torque(0.003, 0.0, 1.0, WITH_BACKLASH) == pytest.approx(0.08)
    assert servo_torque(-0.003, 0.0, 1.0, WITH_BACKLASH) == pytest.approx(-0.08)


def test_friction_brakes_without_power() -> None:
    assert servo_torque(0.0, 1.0, 0.0, WITH_FRICTION) == pytest.approx(-0.1)
    assert servo_torque(0.0, -1.0, 0.0, WITH_FRICTION) == pytest.approx(0.1)
    assert servo_torque(0.0, 0.0, 0.0, WITH_FRICTION) == 0.0


@pytest.mark.parametrize(
    "joint", [Joint.LEFT_KNEE_PITCH, Joint.LEFT_HIP_PITCH, Joint.HIP_YAW_PITCH, Joint.HEAD_YAW]
)
def test_the_measured_angle_follows_a_command_three_frames_later(joint: Joint) -> None:
    world, speed, frame = hovering_world(), -0.6, 0.012
    targets = STAND[joint] + speed * frame * np.arange(40)
    measured = follow(world, joint, targets)
    lag = ((targets - measured) / speed)[20:]
    assert lag.mean() == pytest.approx(3 * frame, abs=0.4 * frame)


def test_a_joint_begins_to_move_in_the_second_frame_of_a_command() -> None:
    world = hovering_world()
    measured = follow(world, Joint.HEAD_YAW, np.full(12, 0.3))
    assert abs(measured[1]) < 1e-3 < 0.02 < measured[2]
    assert measured[-1] == pytest.approx(0.3, abs=0.02)


def test_a_command_waits_for_the_delay_of_the_servos() -> None:
    world, turned = hovering_world(), STAND.copy()
    turned[Joint.HEAD_YAW] = 0.3
    parameters = dataclasses.replace(servo_parameters(), delay_frames=2)
    bank = ServoBank(parameters, [world.robots[0].motors], timestep=world.model.opt.timestep)
    bank.command(0, angles=turned, stiffness=np.ones(25))
    targets = []
    for _ in range(4):
        bank.next_frame()
        targets.append(bank.targets[0, Joint.HEAD_YAW])
    assert targets == [0.0, 0.0, 0.3, 0.3]


def test_a_far_target_is_approached_at_most_at_the_speed_of_the_motor() -> None:
    world, joint = hovering_world(), Joint.HEAD_YAW
    limit = nao_dimensions().max_speed(joint)
    measured = follow(world, joint, np.full(40, 2.0))
    speeds = np.diff(measured) / 0.012
    assert 0.6 * limit < speeds.max() <= limit


def test_targets_outside_the_range_are_clipped() -> None:
    world = hovering_world()
    follow(world, Joint.LEFT_ELBOW_ROLL, np.full(40, -3.0))
    assert world.servos.targets[0, Joint.LEFT_ELBOW_ROLL] == pytest.approx(-1.544616)


def test_hands_follow_their_targets_without_a_motor() -> None:
    world = hovering_world()
    command = STAND.copy()
    command[Joint.LEFT_HAND] = 0.7
    world.move(0, angles=command, stiffness=1.0)
    world.run(0.06)
    assert world.servos.targets[0, Joint.LEFT_HAND] == 0.7


def test_a_relaxed_arm_falls_down() -> None:
    world = TrialWorld([(0.0, 0.3, 0.0)], STAND)
    raised = STAND.copy()
    raised[Joint.LEFT_SHOULDER_PITCH] = 0.0
    stiffness = np.ones(25)
    world.servos.command(0, angles=raised, stiffness=stiffness)
    world.run(1.0)
    assert angle(world, Joint.LEFT_SHOULDER_PITCH) < 0.1
    stiffness[Joint.LEFT_SHOULDER_PITCH] = 0.0
    world.servos.command(0, angles=raised, stiffness=stiffness)
    world.run(3.0)
    assert angle(world, Joint.LEFT_SHOULDER_PITCH) > 1.3


def test_a_reset_discards_waiting_commands() -> None:
    world = hovering_world()
    world.move(0, angles=np.zeros(25), stiffness=1.0)
    world.servos.reset(0, angles=STAND, stiffness=0.5)
    world.run(0.06)
    np.testing.assert_array_equal(world.servos.targets[0], STAND)
    assert (world.servos.stiffness == 0.5).all()


def test_a_frame_must_consist_of_whole_steps() -> None:
    with pytest.raises(ValueError, match="not a multiple of the time step"):
        ServoBank(servo_parameters(), [], timestep=0.005)


def test_every_motor_has_parameters() -> None:
    parameters = servo_parameters()
    for values in (
        parameters.proportional,
        parameters.derivative,
        parameters.max_torque,
        parameters.max_speed,
    ):
        assert values.shape == (MOTOR_COUNT,)
        assert (values > 0.0).all()
