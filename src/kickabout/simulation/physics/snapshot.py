"""A snapshot of the world: all that simulated robots, oracles and viewers need of a frame."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from kickabout.geometry import FloatArray, Vec, Vec3
from kickabout.robots.kind import RobotKind


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Snapshot:
    """The world after one frame; rows of arrays are robots in the order of the match.

    Rows of robots with fewer joints or sensors than another robot of the match end with zeros.
    """

    frame: int
    time: float  # s
    frame_time: float  # s, between two snapshots
    kinds: tuple[RobotKind, ...]  # of the robots
    torso_positions: FloatArray  # robot × 3, m, in the world
    torso_quaternions: FloatArray  # robot × 4
    joint_angles: FloatArray  # robot × joint, rad, without measurement errors
    joint_torques: FloatArray  # robot × joint, N·m
    gyros: FloatArray  # robot × 3, rad/s
    accelerometers: FloatArray  # robot × 3, m/s²
    foot_forces: FloatArray  # robot × foot × 4, N
    switches: npt.NDArray[np.bool_]  # robot × switch that contacts press
    ranges: FloatArray  # robot × infrared sensor, m, without measurement errors
    ball_position: Vec3  # m
    ball_quaternion: FloatArray
    ball_velocity: Vec3  # m/s

    def angles_of(self, robot: int) -> Vec:
        """Return the joint angles of a robot, as many as its kind has."""
        angles: Vec = self.joint_angles[robot, : len(self.kinds[robot].joints)]
        return angles

    def torques_of(self, robot: int) -> Vec:
        """Return the joint torques of a robot, as many as its kind has."""
        torques: Vec = self.joint_torques[robot, : len(self.kinds[robot].joints)]
        return torques
