"""All robots of one kind in a world: they share servos and frame time."""

from collections.abc import Sequence
from dataclasses import replace

import mujoco
import numpy as np

from kickabout.geometry import FloatArray
from kickabout.robots.in_model import RobotInModel
from kickabout.robots.kind import RobotKind
from kickabout.robots.servo import ServoBank

PIPELINE_FRAMES = 1  # robots compute a command while the next frame is already simulated


class RobotGroup:
    """The robots of one kind; rows are their positions in the order of the match."""

    def __init__(
        self, model: mujoco.MjModel, robots: Sequence[RobotInModel], rows: Sequence[int]
    ) -> None:
        self.kind: RobotKind = robots[0].kind
        self.robots = tuple(robots)
        self.rows = np.array(rows, np.int64)
        self.row_of_robot = {row: index for index, row in enumerate(rows)}
        self.servos = self._servo_bank(float(model.opt.timestep))
        self._motor_qpos = np.array([robot.motors.qpos for robot in robots], np.int64)
        self._actuators = np.array([robot.motors.actuators for robot in robots], np.int64)

    def _servo_bank(self, timestep: float) -> ServoBank:
        parameters = self.kind.servos()
        delay_frames = parameters.delay_frames - PIPELINE_FRAMES
        motors = [robot.motors for robot in self.robots]
        return ServoBank(replace(parameters, delay_frames=delay_frames), motors, timestep=timestep)

    def fill(self, data: mujoco.MjData, angles: FloatArray, torques: FloatArray) -> None:
        """Write the rows of the robots; joints without a motor stay as they are."""
        motors = self._motor_qpos.shape[1]
        angles[self.rows, :motors] = data.qpos[self._motor_qpos]
        torques[self.rows, :motors] = data.ctrl[self._actuators]


def robot_groups(model: mujoco.MjModel, robots: Sequence[RobotInModel]) -> list[RobotGroup]:
    """Return the robots of a world by their kinds, in the order of the first of each kind."""
    rows_of_kind: dict[RobotKind, list[int]] = {}
    for row, robot in enumerate(robots):
        rows_of_kind.setdefault(robot.kind, []).append(row)
    return [
        RobotGroup(model, [robots[row] for row in rows], rows) for rows in rows_of_kind.values()
    ]
