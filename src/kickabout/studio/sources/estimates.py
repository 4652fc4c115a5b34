"""What robots estimate: from their models to a moment, also where no ground truth is known."""

from collections.abc import Callable
from typing import Any, TypeVar

import numpy as np

from kickabout.geometry import (
    Field,
    Frame,
    Pose2,
    Pose3,
    Robot,
    Torso,
    Vec,
    Vector2,
    quaternion_from_matrix,
)
from kickabout.representations import BallModel, JointState, RobotPose, TorsoState
from kickabout.robots.kind import RobotKind
from kickabout.studio.sources.source import ESTIMATE

Newest = Callable[[type], Any]  # a representation's newest value, None if there is none
Parent = TypeVar("Parent", bound=Frame)

UNKNOWN_TORSO_HEIGHT = 0.25  # m, of a robot whose kind is unknown
NO_ROTATION = (1.0, 0.0, 0.0, 0.0)
UNKNOWN_BALL: Vec = np.array((np.nan, np.nan, np.nan, *NO_ROTATION))


def estimate_row(pose: Pose2[Robot, Parent], ball: Vector2[Robot] | None) -> Vec:
    """Return a robot's row of a moment's estimates, in the frame of its pose."""
    row = np.full(ESTIMATE, np.nan)
    row[:3] = pose.x, pose.y, pose.theta
    if ball is not None:
        position = pose @ ball
        row[3:] = position.x, position.y
    return row


def estimated_ball(newest: Newest, radius: float) -> Vec:
    """Return the position of a ball on the ground and quaternion; NaN if it is unknown."""
    pose, ball = newest(RobotPose), _known_ball(newest)
    if pose is None or ball is None:
        return UNKNOWN_BALL
    position = pose.robot_to_field @ ball
    return np.array((position.x, position.y, radius, *NO_ROTATION))


def _known_ball(newest: Newest) -> Vector2[Robot] | None:
    model = newest(BallModel)
    return model.position_in_robot if model is not None and model.known else None


def standing(kind: RobotKind | None) -> Pose3[Torso, Robot]:
    """Return the pose of the torso of a standing robot."""
    height = kind.upright.torso_height if kind is not None else UNKNOWN_TORSO_HEIGHT
    return Pose3(np.eye(3), np.array((0.0, 0.0, height)))


def estimated_body(newest: Newest, kind: RobotKind | None) -> tuple[Vec, Vec, Vec]:
    """Return one robot's torso (position, quaternion), joint angles and row of estimates.

    If the pose of the torso is unknown, the robot is shown as if it stood.
    """
    pose = newest(RobotPose) or RobotPose()
    torso = newest(TorsoState)
    upright = torso is not None and torso.valid
    to_robot = torso.torso_to_robot if upright else standing(kind)
    to_field = Pose3[Robot, Field].from_pose2(pose.robot_to_field) @ to_robot
    quaternion = quaternion_from_matrix(np.ascontiguousarray(to_field.rotation))
    joints = newest(JointState)
    angles = np.zeros(0) if joints is None else np.asarray(joints.angles, np.float64)
    row = estimate_row(pose.robot_to_field, _known_ball(newest))
    return np.concatenate((to_field.translation, quaternion)), angles, row
