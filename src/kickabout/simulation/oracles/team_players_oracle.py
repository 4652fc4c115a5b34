"""Team players oracle: from ground truth to a model of both teams."""

import numpy as np

from kickabout.framework import FrameInfo, Module, NoParameters
from kickabout.geometry import readonly
from kickabout.representations import FieldPlayer, GroundTruth, TeamPlayersModel
from kickabout.simulation.oracles.observation.robot_velocities import RobotVelocities

COVARIANCE = readonly(1e-6 * np.eye(2))  # small, but still invertible


class TeamPlayersOracle(Module[NoParameters]):
    """All robots except this one, with their jersey numbers."""

    def __init__(self, parameters: NoParameters) -> None:
        super().__init__(parameters)
        self.velocities = RobotVelocities()

    def update(self, frame: FrameInfo, truth: GroundTruth) -> TeamPlayersModel:
        velocities = self.velocities.step(truth.others, frame.dt)
        players = [
            FieldPlayer(
                position_in_field=robot.robot_to_field.position,
                covariance=COVARIANCE,
                velocity_in_field=velocity,
                number=robot.number,
                upright=robot.upright,
                last_seen_at=frame.time,
            )
            for robot, velocity in zip(truth.others, velocities, strict=True)
        ]
        pairs = list(zip(truth.others, players, strict=True))
        return TeamPlayersModel(
            teammates=tuple(player for robot, player in pairs if robot.own_team),
            opponents=tuple(player for robot, player in pairs if not robot.own_team),
        )
