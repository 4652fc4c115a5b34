"""Ground truth for the oracles that stand in for perception or models; never for robot code."""

from dataclasses import field

import numpy as np
import numpy.typing as npt

from kickabout.framework import frozen, representation
from kickabout.geometry import Camera, Field, FloatArray, Pose2, Pose3, Robot, Torso, Vec3, zeros
from kickabout.representations.camera import CameraName


@frozen
class TrueRobot:
    """Where a robot really is."""

    own_team: bool
    number: int
    robot_to_field: Pose2[Robot, Field] = Pose2()
    torso_to_field: Pose3[Torso, Field] = Pose3.identity()
    upright: bool = True


@representation
class GroundTruth:
    """The world as it really is, in the field frame of the team of the robot it is given to."""

    ball_in_field: Vec3 = zeros(3)  # m, center of the ball
    ball_velocity: Vec3 = zeros(3)  # m/s
    own: TrueRobot = TrueRobot(own_team=True, number=1)
    others: tuple[TrueRobot, ...] = ()
    camera: CameraName = CameraName.UPPER  # the camera of the thread this is given to
    camera_to_field: Pose3[Camera, Field] = Pose3.identity()
    whistle_at: float = -1e9  # s, when the referee last whistled


NO_JOINTS: npt.NDArray[np.float32] = np.zeros((0, 0), np.float32)


@representation
class TrueWorld:
    """Everything that moves, in the world, for viewers of a match; rows are robots in order."""

    robots: tuple[str, ...] = ()  # "home 2"
    torso_positions: FloatArray = zeros(0, 3)  # m
    torso_quaternions: FloatArray = zeros(0, 4)
    # rad, robot × joint; rounded, because nobody computes with what is only looked at
    joint_angles: npt.NDArray[np.float32] = field(default_factory=lambda: NO_JOINTS)
    ball_position: Vec3 = zeros(3)  # m
    ball_quaternion: FloatArray = zeros(4)
    ball_velocity: Vec3 = zeros(3)  # m/s
    home_direction: float = 1.0  # which way along x the home team attacks
