"""Lights: from role, percepts and game to the colors of the robot's lights."""

from dataclasses import dataclass

from kickabout.behavior.leds import (
    BY_TEAM,
    OFF,
    battery_ear,
    chest_color,
    foot_color,
    role_color,
    sight_color,
    skull,
    team_ear,
)
from kickabout.framework import FrameInfo, Module, frozen, inputs, param
from kickabout.representations import (
    ActivationGraph,
    BallModel,
    GameInfo,
    GamePhase,
    GameState,
    GameStateModel,
    GroundContactState,
    LedRequest,
    Penalty,
    PlayerInfo,
    Role,
    RoleState,
    SensorFrame,
    TeamData,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class LedHandlerParameters:
    seen_within: float = param(0.3, unit="s", low=0.0, doc="a ball this fresh counts as seen")
    heard_within: float = param(2.0, unit="s", low=0.0, doc="a GameController this fresh is there")


@inputs
@frozen
class LedInputs:
    """What the lights tell about."""

    player: PlayerInfo
    game: GameInfo
    state: GameStateModel
    roles: RoleState
    graph: ActivationGraph
    ball: BallModel
    ground: GroundContactState
    team: TeamData
    sensors: SensorFrame


class LedHandler(Module[LedHandlerParameters]):
    """Shows what a person beside the field wants to know. Field features are not shown yet."""

    def update(self, frame: FrameInfo, given: LedInputs) -> LedRequest:
        p, now = self.parameters, frame.time
        own = given.game.data.team(given.player.team)
        penalty = Penalty.NONE if own is None else own.player(given.player.number).penalty
        supporters = (Role.DEFENDER, Role.SUPPORTER)
        before = [r for r in given.roles.roles[: given.player.number - 1] if r in supporters]
        names = {option.option for option in given.graph.options}
        return LedRequest(
            right_eye=role_color(
                given.roles.role,
                supporter_index=len(before) if given.roles.role in supporters else -1,
                gives_way="WalkNextToKeeperCard" in names,
            ),
            left_eye=sight_color(
                ground_contact=given.ground.contact,
                ball=given.ball.known and now - given.ball.last_seen_at < p.seen_within,
                feature=False,
            ),
            chest=chest_color(given.state.state, penalized=penalty is not Penalty.NONE),
            left_foot=OFF if own is None else BY_TEAM[own.color],
            right_foot=self._kicking(given),
            right_ear=battery_ear(given.sensors.battery_charge),
            left_ear=team_ear(
                len(given.team.teammates),
                gamecontroller=now - given.game.received_at < p.heard_within,
                time=now,
            ),
            head=skull(charging=given.sensors.battery_current > 0.0, time=now),
        )

    def _kicking(self, given: LedInputs) -> tuple[float, float, float]:
        before_kick = (GameState.READY, GameState.SET)
        own_kick = given.state.own_kick is True
        return foot_color(
            own_kickoff=own_kick and given.state.state in before_kick,
            shootout=given.game.data.game_phase is GamePhase.PENALTY_SHOOTOUT,
            takes_penalty=own_kick,
        )
