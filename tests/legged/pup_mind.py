"""Models of the world that know nothing, which oracles replace at fidelity `truth`."""

from kickabout.framework import FrameInfo, Module, NoParameters
from kickabout.representations import (
    BallModel,
    FieldBall,
    ObstacleModel,
    RobotPose,
    TeamBall,
    TeamPlayersModel,
)

Models = tuple[RobotPose, BallModel, FieldBall, TeamBall, ObstacleModel, TeamPlayersModel]


class PupMind(Module[NoParameters]):
    """Publishes the defaults."""

    def update(self, frame: FrameInfo) -> Models:
        return (
            RobotPose(),
            BallModel(),
            FieldBall(),
            TeamBall(),
            ObstacleModel(),
            TeamPlayersModel(),
        )
