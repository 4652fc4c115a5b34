"""Coordinate frames of a match as transforms: field → robot → torso → cameras.

`field` is the world. The frame `home/field` is the field as its team sees it, `home/1/robot` where
the robot believes to be. True poses have frames of their own, such as `truth/home/1/torso`.
"""

from collections.abc import Iterator
from typing import Any

import numpy as np
from foxglove.messages import FrameTransform, FrameTransforms, PoseInFrame

from kickabout.geometry import Pose3
from kickabout.geometry.arrays import readonly
from kickabout.recording.viewers.derivation import SIDES
from kickabout.recording.viewers.shapes import (
    flat_pose,
    quaternion_transform,
    stamp,
    transform,
)
from kickabout.representations import CameraMatrix, RobotPose, TorsoState, TrueWorld

WORLD = "field"
TRUE_BALL = "truth/ball"
# Foxglove's camera frames have z along the optical axis, x to the right and y down.
OPTICAL: Pose3[Any, Any] = Pose3(readonly([[0.0, 0.0, 1.0], [-1.0, 0.0, 0.0], [0.0, -1.0, 0.0]]))
AWAY_TURN: Pose3[Any, Any] = Pose3.rotation_z(np.pi)

Found = Iterator[tuple[str, FrameTransforms | PoseInFrame]]


def field_of(robot: str) -> str:
    """Return the frame of the field as a robot's team sees it."""
    side = robot.partition("/")[0]
    return f"{side}/field" if side in SIDES else WORLD


def team_fields(time: int, home_direction: float) -> FrameTransforms:
    """Return the fields of both teams in the world; each team attacks along its x axis."""
    found = [
        transform(
            time, WORLD, f"{side}/field", Pose3() if sign * home_direction > 0.0 else AWAY_TURN
        )
        for side, sign in SIDES.items()
    ]
    return FrameTransforms(transforms=found)


def of_world(time: int, world: TrueWorld) -> Found:
    found: list[FrameTransform] = [
        quaternion_transform(time, WORLD, f"truth/{name.replace(' ', '/')}/torso", place, turned)
        for name, place, turned in zip(
            world.robots, world.torso_positions, world.torso_quaternions, strict=True
        )
    ]
    ball = quaternion_transform(time, WORLD, TRUE_BALL, world.ball_position, world.ball_quaternion)
    yield "truth/transforms", FrameTransforms(transforms=[*found, ball])


def of_pose(time: int, robot: str, pose: RobotPose) -> Found:
    field = field_of(robot)
    moved: Pose3[Any, Any] = Pose3.from_pose2(pose.robot_to_field)
    yield f"{robot}/transforms/robot", _one(transform(time, field, f"{robot}/robot", moved))
    flat = flat_pose(pose.robot_to_field)
    yield f"{robot}/pose", PoseInFrame(timestamp=stamp(time), frame_id=field, pose=flat)


def of_torso(time: int, robot: str, torso: TorsoState) -> Found:
    moved = transform(time, f"{robot}/robot", f"{robot}/torso", torso.torso_to_robot)
    yield f"{robot}/transforms/torso", _one(moved)


def of_camera(time: int, robot: str, camera: str, matrix: CameraMatrix) -> Found:
    if matrix.valid:
        pose: Pose3[Any, Any] = matrix.camera_to_torso @ OPTICAL
        moved = transform(time, f"{robot}/torso", f"{robot}/{camera}", pose)
        yield f"{robot}/transforms/{camera}", _one(moved)


def _one(found: FrameTransform) -> FrameTransforms:
    return FrameTransforms(transforms=[found])
