"""Inputs of role assignment, the same for all teams."""

from kickabout.framework import frozen, inputs
from kickabout.geometry import Field, Vector2
from kickabout.representations import (
    BallModel,
    FallState,
    FieldBall,
    FieldDimensions,
    GameInfo,
    GameStateModel,
    PlayerInfo,
    RobotPose,
    TeamBall,
    TeamData,
    TeamPlayersModel,
)


@frozen
class Candidate:
    """A player that can take a role."""

    number: int
    position: Vector2[Field]
    time_to_reach_ball: float  # s


@inputs
@frozen
class RoleInputs:
    """The data that roles are assigned from: the game, the ball and the players."""

    player: PlayerInfo
    field: FieldDimensions
    game: GameInfo
    state: GameStateModel
    pose: RobotPose
    ball: BallModel
    field_ball: FieldBall
    team_ball: TeamBall
    team: TeamData
    players: TeamPlayersModel
    fall: FallState
