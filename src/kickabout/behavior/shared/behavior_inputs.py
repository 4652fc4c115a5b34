"""Inputs of the behavior modules, bundled by topic."""

from kickabout.framework import frozen, inputs
from kickabout.representations import (
    BallModel,
    ButtonState,
    CameraCondition,
    FallState,
    FieldBall,
    FieldDimensions,
    GameInfo,
    GameStateModel,
    HeadState,
    MotionState,
    ObstacleModel,
    PlayerInfo,
    RobotPose,
    RoleState,
    SensorFrame,
    TeamBall,
    TeamData,
    TeamFieldCoverage,
    TeamPlayersModel,
)

CHEST_BUTTON = "chest_button"  # by which people control a NAO


@inputs
@frozen
class GameInputs:
    """The game and this robot's part in it."""

    player: PlayerInfo
    field: FieldDimensions
    info: GameInfo
    state: GameStateModel


@inputs
@frozen
class BallInputs:
    """The ball: as this robot models it, on the field, and as the team models it."""

    own: BallModel
    field: FieldBall
    team: TeamBall


@inputs
@frozen
class OthersInputs:
    """The other robots, and how the team is organized."""

    obstacles: ObstacleModel
    players: TeamPlayersModel
    team: TeamData
    roles: RoleState
    coverage: TeamFieldCoverage


@inputs
@frozen
class BodyInputs:
    """The state of this robot's body."""

    pose: RobotPose
    fall: FallState
    motion: MotionState
    head: HeadState
    buttons: ButtonState
    sensors: SensorFrame
    camera: CameraCondition
