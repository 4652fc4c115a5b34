"""What stands in the way, as it is: from ground truth to an obstacle model."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from kickabout.framework import FrameInfo, Module, param
from kickabout.geometry import Vector2, readonly
from kickabout.representations import (
    FieldDimensions,
    GroundTruth,
    Obstacle,
    ObstacleKind,
    ObstacleModel,
    TeamSeen,
)
from kickabout.simulation.oracles.robot_velocities import RobotVelocities

COVARIANCE = readonly(1e-6 * np.eye(2))  # as good as nothing, but still invertible


@dataclass(frozen=True, slots=True, kw_only=True)
class ObstacleOracleParameters:
    robot_radius: float = param(0.15, unit="m", low=0.0, doc="of a standing robot")
    fallen_radius: float = param(0.3, unit="m", low=0.0, doc="of a lying robot")


class ObstacleOracle(Module[ObstacleOracleParameters]):
    """All other robots and all goal posts, also those behind the robot."""

    def __init__(self, parameters: ObstacleOracleParameters) -> None:
        super().__init__(parameters)
        self.velocities = RobotVelocities()

    def update(self, frame: FrameInfo, truth: GroundTruth, field: FieldDimensions) -> ObstacleModel:
        robots = self._robots(frame, truth)
        return ObstacleModel(obstacles=(*robots, *_posts(frame, truth, field)))

    def _robots(self, frame: FrameInfo, truth: GroundTruth) -> Iterator[Obstacle]:
        p, pose = self.parameters, truth.own.robot_to_field
        field_to_robot = pose.inverse()
        velocities = self.velocities.step(truth.others, frame.dt)
        for robot, velocity in zip(truth.others, velocities, strict=True):
            x, y = velocity.rotated(-pose.theta)
            yield Obstacle(
                kind=ObstacleKind.ROBOT if robot.upright else ObstacleKind.FALLEN_ROBOT,
                team=TeamSeen.OWN if robot.own_team else TeamSeen.OPPONENT,
                center_in_robot=field_to_robot @ robot.robot_to_field.position,
                velocity_in_robot=Vector2(x, y),
                covariance=COVARIANCE,
                radius=p.robot_radius if robot.upright else p.fallen_radius,
                last_seen_at=frame.time,
            )


def _posts(frame: FrameInfo, truth: GroundTruth, field: FieldDimensions) -> Iterator[Obstacle]:
    goal, field_to_robot = field.goal, truth.own.robot_to_field.inverse()
    for x in (goal.post_x, -goal.post_x):
        for y in (goal.post_y, -goal.post_y):
            yield Obstacle(
                kind=ObstacleKind.GOAL_POST,
                center_in_robot=field_to_robot @ Vector2(x, y),
                covariance=COVARIANCE,
                radius=goal.post_radius,
                last_seen_at=frame.time,
            )
