"""Ground truth for the oracles that stand in for perception or models; never for robot code."""

from dataclasses import dataclass

from kickabout.framework import representation
from kickabout.geometry import Camera, Field, Pose2, Pose3, Robot, Torso, Vec3, zeros
from kickabout.representations.camera import CameraName


@dataclass(frozen=True, slots=True, kw_only=True)
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
