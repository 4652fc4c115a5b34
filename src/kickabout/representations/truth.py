"""Ground truth for oracles, which replace perception or models; not for robot code."""

from dataclasses import field

import numpy as np
import numpy.typing as npt

from kickabout.framework import frozen, representation
from kickabout.geometry import Camera, Field, FloatArray, Pose2, Pose3, Robot, Torso, Vec3, zeros


@frozen
class RobotOutline:
    """The sizes of a robot that others see, from its kind."""

    radius: float = 0.0  # m, of the upright cylinder that hides what is behind a standing robot
    height: float = 0.0  # m
    half_width: float = 0.0  # m, from its middle to its sides
    fallen_radius: float = 0.0  # m, half the width of a lying robot
    fallen_height: float = 0.0  # m
    half_length: float = 0.0  # m, of a lying robot, from its middle to legs and head
    long_axis: int = 2  # of the torso: 0 is x and 2 is z


@frozen
class TrueRobot:
    """True pose of a robot."""

    own_team: bool
    number: int
    robot_to_field: Pose2[Robot, Field] = Pose2()
    torso_to_field: Pose3[Torso, Field] = Pose3.identity()
    upright: bool = True
    outline: RobotOutline = RobotOutline()


@representation
class GroundTruth:
    """True state of the world, in the field frame of the receiving robot's team."""

    ball_in_field: Vec3 = zeros(3)  # m, center of the ball
    ball_velocity: Vec3 = zeros(3)  # m/s
    own: TrueRobot = TrueRobot(own_team=True, number=1)
    others: tuple[TrueRobot, ...] = ()
    camera: str = ""  # the camera of the receiving thread
    camera_to_field: Pose3[Camera, Field] = Pose3.identity()
    whistle_at: float = -1e9  # s, when the referee last whistled
    direction: float = 1.0  # 1 or −1, in which the team attacks along the x axis of the world


NO_JOINTS: npt.NDArray[np.float32] = np.zeros((0, 0), np.float32)


@representation
class TrueWorld:
    """Poses of all moving objects in world coordinates, for viewers; one row per robot."""

    robots: tuple[str, ...] = ()  # "home 2"
    torso_positions: FloatArray = zeros(0, 3)  # m
    torso_quaternions: FloatArray = zeros(0, 4)
    # rad, robot × joint; single precision is enough for display
    joint_angles: npt.NDArray[np.float32] = field(default_factory=lambda: NO_JOINTS)
    ball_position: Vec3 = zeros(3)  # m
    ball_quaternion: FloatArray = zeros(4)
    ball_velocity: Vec3 = zeros(3)  # m/s
    home_direction: float = 1.0  # 1 or −1, direction along x in which the home team attacks
    seconds_remaining: float | None = None  # of this half
