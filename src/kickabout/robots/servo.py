"""Position servos: from commanded angles and stiffness to torques at the joints.

The servos run outside MuJoCo, in one kernel for all robots of a world. So stiffness may change in
every frame at no cost, and delay, backlash, dry friction and the fall of torque with speed need no
constraints in the solver. The model only contains plain motors.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import mujoco
import numpy as np

from kickabout.framework.compilation import kernel
from kickabout.geometry.arrays import FloatArray, IndexArray, Vec


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ServoParameters:
    """Parameters of a robot's servos, all at the joint; vectors have one entry per motor."""

    proportional: Vec  # N·m/rad at stiffness 1
    derivative: Vec  # N·m·s/rad at stiffness 1
    max_torque: Vec  # N·m, at standstill
    max_speed: Vec  # rad/s, without load
    friction: Vec  # N·m, dry friction, also without power
    min_angle: Vec  # rad; commands are clipped to it, one entry per commanded joint
    max_angle: Vec
    friction_speed: (
        float  # rad/s; below, friction fades out, so that joints at rest do not oscillate
    )
    backlash: float  # rad
    frame: float  # s, between two commands
    delay_frames: int  # until the servos begin to follow a command


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class MotorAddresses:
    """Indices of a robot's motors in the arrays of MuJoCo, one entry per motor."""

    qpos: IndexArray
    dofs: IndexArray
    actuators: IndexArray


@kernel
def servo_torque(error: float, speed: float, stiffness: float, parameters: FloatArray) -> float:
    """Return the torque of one servo.

    `parameters`: proportional gain, derivative gain, maximum torque, maximum speed, friction, speed
    at which friction is complete, backlash. Stiffness scales both gains and torque, because the
    robot limits its motor current with it. The available torque falls linearly with speed and is
    zero at the no-load speed.
    """
    play = min(0.5 * parameters[6], abs(error))
    error -= play if error > 0.0 else -play
    limit = stiffness * parameters[2]
    relative_speed = speed / parameters[3]
    highest = limit * max(-1.0, min(1.0, 1.0 - relative_speed))
    lowest = -limit * max(-1.0, min(1.0, 1.0 + relative_speed))
    torque = stiffness * (parameters[0] * error - parameters[1] * speed)
    friction = parameters[4] * max(-1.0, min(1.0, speed / parameters[5]))
    return float(max(lowest, min(highest, torque)) - friction)


@kernel
def drive(
    qpos: FloatArray,
    qvel: FloatArray,
    ctrl: FloatArray,
    addresses: IndexArray,
    commands: FloatArray,
    progress: float,
    parameters: FloatArray,
) -> None:
    """Write the torques of all servos of all robots.

    `addresses`: robot × motor × (qpos, dof, actuator). `commands`: (start of the frame, end of the
    frame, stiffness) × robot × joint; the target is interpolated from start to end by `progress`.
    """
    for robot in range(addresses.shape[0]):
        for motor in range(addresses.shape[1]):
            start, end = commands[0, robot, motor], commands[1, robot, motor]
            error = start + progress * (end - start) - qpos[addresses[robot, motor, 0]]
            ctrl[addresses[robot, motor, 2]] = servo_torque(
                error,
                qvel[addresses[robot, motor, 1]],
                commands[2, robot, motor],
                parameters[motor],
            )


@kernel
def take_command(
    angles: Vec,
    stiffness: Vec,
    min_angle: Vec,
    max_angle: Vec,
    taken_angles: Vec,
    taken_stiffness: Vec,
) -> None:
    """Clip a command to the limits of the servos."""
    for joint in range(angles.size):
        taken_angles[joint] = min(max(angles[joint], min_angle[joint]), max_angle[joint])
        taken_stiffness[joint] = min(max(stiffness[joint], 0.0), 1.0)


class ServoBank:
    """All servos of all robots of one kind in a world.

    Per frame: `command` for each robot, then `next_frame`. Per physics step, between `mj_step1`
    and `mj_step2` or right before `mj_step`: `apply`. Targets run linearly from one command to the
    next during a frame. Joints without a motor, such as hands, only appear in `targets`.
    """

    def __init__(
        self, parameters: ServoParameters, robots: Sequence[MotorAddresses], *, timestep: float
    ) -> None:
        self.parameters = parameters
        self.steps_per_frame = round(parameters.frame / timestep)
        if abs(self.steps_per_frame * timestep - parameters.frame) > 1e-9:
            raise ValueError(
                f"a frame of {parameters.frame} s is not a multiple of the time step {timestep} s"
            )
        self._table = _table(parameters)
        self._addresses = np.stack(
            [np.column_stack((robot.qpos, robot.dofs, robot.actuators)) for robot in robots]
        )
        shape = (len(robots), parameters.min_angle.shape[0])
        # Oldest first: followed now, waiting, received during this frame.
        self._angles = np.zeros((parameters.delay_frames + 2, *shape))
        self._stiffness = np.zeros((parameters.delay_frames + 2, *shape))
        self._commands = np.zeros((3, *shape))
        self._step = 0

    @property
    def targets(self) -> FloatArray:
        """Robot × joint: target angles at the end of this frame."""
        targets: FloatArray = self._commands[1]
        return targets

    @property
    def stiffness(self) -> FloatArray:
        """Robot × joint: the stiffness in this frame."""
        stiffness: FloatArray = self._commands[2]
        return stiffness

    def reset(self, robot: int, *, angles: Vec, stiffness: float = 0.0) -> None:
        """Discard all commands of a robot; its servos hold these angles."""
        self._angles[:, robot] = angles
        self._stiffness[:, robot] = stiffness
        self._commands[:2, robot] = angles
        self._commands[2, robot] = stiffness

    def command(self, robot: int, *, angles: Vec, stiffness: Vec) -> None:
        """Take a robot's command for this frame; without one, the last command remains."""
        take_command(
            angles,
            stiffness,
            self.parameters.min_angle,
            self.parameters.max_angle,
            self._angles[-1, robot],
            self._stiffness[-1, robot],
        )

    def next_frame(self) -> None:
        """Begin the next frame: move every waiting command up by one."""
        self._commands[0] = self._commands[1]
        self._angles[:-1] = self._angles[1:]
        self._stiffness[:-1] = self._stiffness[1:]
        self._commands[1] = self._angles[0]
        self._commands[2] = self._stiffness[0]
        self._step = 0

    def apply(self, data: mujoco.MjData) -> None:
        """Write this step's torques to the actuators."""
        self._step = min(self._step + 1, self.steps_per_frame)
        progress = self._step / self.steps_per_frame
        drive(
            data.qpos,
            data.qvel,
            data.ctrl,
            self._addresses,
            self._commands,
            progress,
            self._table,
        )


def _table(parameters: ServoParameters) -> FloatArray:
    """Return one row per motor with the parameters of `servo_torque`."""
    one = np.ones_like(parameters.friction)
    return np.column_stack(
        (
            parameters.proportional,
            parameters.derivative,
            parameters.max_torque,
            parameters.max_speed,
            parameters.friction,
            parameters.friction_speed * one,
            parameters.backlash * one,
        )
    )
