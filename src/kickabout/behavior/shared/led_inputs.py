"""Inputs of the LED handlers, the same for all teams."""

from kickabout.framework import frozen, inputs
from kickabout.representations import (
    ActivationGraph,
    BallModel,
    GameInfo,
    GameStateModel,
    GroundContactState,
    PlayerInfo,
    RoleState,
    SensorFrame,
    TeamData,
)


@inputs
@frozen
class LedInputs:
    """The data that the LEDs show."""

    player: PlayerInfo
    game: GameInfo
    state: GameStateModel
    roles: RoleState
    graph: ActivationGraph
    ball: BallModel
    ground: GroundContactState
    team: TeamData
    sensors: SensorFrame
