"""Obstacle oracle: from ground truth to an obstacle model."""

import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from kickabout.framework import FrameInfo, Module, param
from kickabout.geometry import Field, Pose2, Robot, Vector2, readonly
from kickabout.representations import (
    FieldDimensions,
    GroundTruth,
    Obstacle,
    ObstacleKind,
    ObstacleModel,
    TeamSeen,
)
from kickabout.simulation.oracles.observation.robot_velocities import RobotVelocities

ROBOT, FALLEN_ROBOT, GOAL_POST = (
    ObstacleKind.ROBOT,
    ObstacleKind.FALLEN_ROBOT,
    ObstacleKind.GOAL_POST,
)
OWN, OPPONENT = TeamSeen.OWN, TeamSeen.OPPONENT
COVARIANCE = readonly(1e-6 * np.eye(2))  # small, but still invertible


@dataclass(frozen=True, slots=True, kw_only=True)
class ObstacleOracleParameters:
    robot_radius: float = param(0.15, unit="m", low=0.0, doc="radius of a standing robot")
    fallen_radius: float = param(0.3, unit="m", low=0.0, doc="radius of a fallen robot")


class ObstacleOracle(Module[ObstacleOracleParameters]):
    """All other robots and all goal posts, including those behind the robot."""

    def __init__(self, parameters: ObstacleOracleParameters) -> None:
        super().__init__(parameters)
        self.velocities = RobotVelocities()

    def update(self, frame: FrameInfo, truth: GroundTruth, field: FieldDimensions) -> ObstacleModel:
        field_to_robot = truth.own.robot_to_field.inverse()
        robots = self._robots(frame, truth, field_to_robot)
        return ObstacleModel(obstacles=(*robots, *_posts(frame, field_to_robot, field)))

    def _robots(
        self, frame: FrameInfo, truth: GroundTruth, field_to_robot: Pose2[Field, Robot]
    ) -> Iterator[Obstacle]:
        p = self.parameters
        c, s = math.cos(field_to_robot.theta), math.sin(field_to_robot.theta)
        velocities = self.velocities.step(truth.others, frame.dt)
        centers = field_to_robot.each([robot.robot_to_field.position for robot in truth.others])
        for robot, center, v in zip(truth.others, centers, velocities, strict=True):
            yield Obstacle(
                kind=ROBOT if robot.upright else FALLEN_ROBOT,
                team=OWN if robot.own_team else OPPONENT,
                center_in_robot=center,
                velocity_in_robot=Vector2(c * v.x - s * v.y, s * v.x + c * v.y),
                covariance=COVARIANCE,
                radius=p.robot_radius if robot.upright else p.fallen_radius,
                last_seen_at=frame.time,
            )


def _posts(
    frame: FrameInfo, field_to_robot: Pose2[Field, Robot], field: FieldDimensions
) -> Iterator[Obstacle]:
    goal = field.goal
    for x in (goal.post_x, -goal.post_x):
        for y in (goal.post_y, -goal.post_y):
            yield Obstacle(
                kind=GOAL_POST,
                center_in_robot=field_to_robot @ Vector2(x, y),
                covariance=COVARIANCE,
                radius=goal.post_radius,
                last_seen_at=frame.time,
            )
