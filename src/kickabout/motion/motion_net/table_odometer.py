"""Odometry from a table: from the running motion to the pose since the start."""

import math
from collections import deque
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from kickabout.framework import FrameInfo, Module, param
from kickabout.framework.errors import ConfigurationError
from kickabout.framework.teams.robot_configuration import RobotConfiguration
from kickabout.geometry import Pose2, Robot, Vec3
from kickabout.motion.motion_net.odometry_table import OdometryTable, read_table
from kickabout.representations import FallState, MotionNetState, Odometry

SORT = "odometry"  # folder of the robot's configuration
ENDING = ".txt"


@dataclass(frozen=True, slots=True, kw_only=True)
class TableOdometerParameters:
    table: str = param(
        "germanteam2001", doc="odometry table: the name of a file in the folder odometry, or a path"
    )
    delay_frames: int = param(
        8, low=0, high=50, doc="number of frames until a motion is carried out"
    )
    approach_for: float = param(
        0.15, unit="s", low=0.001, doc="time constant with which the body takes up a new speed"
    )


class TableOdometer(Module[TableOdometerParameters]):
    """Integrates the speeds that a table lists for the running motion.

    The robot has no gyroscope, so a collision or a slip stays unnoticed. A lying robot does not
    move.
    """

    def __init__(self, parameters: TableOdometerParameters) -> None:
        super().__init__(parameters)
        self.table = _table(parameters.table, self.robot)
        self.speed = np.zeros(3)
        self.waiting: deque[Vec3] = deque()
        self.robot_to_start: Pose2[Robot, Robot] = Pose2()
        self.walked = 0.0

    def parameters_changed(self) -> None:
        self.table = _table(self.parameters.table, self.robot)

    def update(self, frame: FrameInfo, state: MotionNetState, fall: FallState) -> Odometry:
        wanted = np.zeros(3)
        if not state.finished and fall.phase.on_feet:
            wanted = self.table.speed(state.motion, state.parameters)
        self.waiting.append(wanted)
        while len(self.waiting) > self.parameters.delay_frames + 1:
            self.waiting.popleft()
        delayed = self.waiting[0] if len(self.waiting) > self.parameters.delay_frames else 0.0
        fraction = 1.0 - math.exp(-frame.dt / self.parameters.approach_for)
        self.speed = self.speed + fraction * (delayed - self.speed)
        x, y, turn = (frame.dt * self.speed).tolist()
        step: Pose2[Robot, Robot] = Pose2(x, y, turn)
        self.robot_to_start = self.robot_to_start @ step
        self.walked += math.hypot(x, y)
        return Odometry(robot_to_start=self.robot_to_start, step=step, walked=self.walked)


def _table(name: str, robot: RobotConfiguration) -> OdometryTable:
    """Return a table; outside of a team, where no robot has one, an empty table."""
    known = robot.robot or name.endswith(ENDING)
    return read_table(table_file(name, robot)) if known else OdometryTable()


def table_file(name: str, robot: RobotConfiguration) -> Path:
    """Return the file of a table; a user's file takes precedence over the package's."""
    if name.endswith(ENDING):
        return Path(name)
    for folder in robot.folders(SORT):
        path = folder / f"{name}{ENDING}"
        if path.is_file():
            return path
    raise ConfigurationError(f"robot '{robot.robot}' has no odometry table '{name}'")
