"""Where robots believe to be: from their models to what a moment shows where no truth is known."""

from collections.abc import Callable
from typing import Any

import numpy as np

from kickabout.geometry import Field, Pose3, Robot, Torso, Vec, quaternion_from_matrix
from kickabout.representations import BallModel, JointState, RobotPose, TorsoState
from kickabout.studio.source import BELIEF, JOINTS

Newest = Callable[[type], Any]  # a representation's newest value, None if nobody has it

STANDING = Pose3[Torso, Robot](np.eye(3), np.array((0.0, 0.0, 0.31)))  # m, if nothing is known


def believed_ball(newest: Newest) -> Vec:
    """Position on the ground and quaternion; NaN while the ball is not known."""
    pose, ball = newest(RobotPose), newest(BallModel)
    if pose is None or ball is None or not ball.known:
        return np.array((np.nan, np.nan, np.nan, 1.0, 0.0, 0.0, 0.0))
    place = pose.robot_to_field @ ball.position_in_robot
    return np.array((place.x, place.y, 0.05, 1.0, 0.0, 0.0, 0.0))


def believed_body(newest: Newest) -> tuple[Vec, Vec, Vec]:
    """Torso (position, quaternion), joint angles and belief of one robot, as moments have them."""
    pose = newest(RobotPose) or RobotPose()
    torso = newest(TorsoState)
    upright = torso is not None and torso.valid
    to_robot = torso.torso_to_robot if upright else STANDING
    to_field = Pose3[Robot, Field].from_pose2(pose.robot_to_field) @ to_robot
    quaternion = quaternion_from_matrix(np.ascontiguousarray(to_field.rotation))
    joints = newest(JointState)
    here = pose.robot_to_field
    belief = np.full(BELIEF, np.nan)
    belief[:3] = here.x, here.y, here.theta
    belief[3:] = believed_ball(newest)[:2]
    angles = np.zeros(JOINTS) if joints is None else np.asarray(joints.angles, np.float64)
    return np.concatenate((to_field.translation, quaternion)), angles, belief
