"""Lights: from role, percepts and game to the colors of the robot's lights."""

from dataclasses import dataclass

from kickabout.behavior.shared.led_inputs import LedInputs
from kickabout.behavior.shared.leds import (
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
from kickabout.behavior.shared.teammates import penalty_of
from kickabout.framework import FrameInfo, Module, frozen, param
from kickabout.representations import (
    GamePhase,
    GameState,
    LedRequest,
    Penalty,
    Role,
    TeamColor,
)

NO_PENALTY, SHOOTOUT = Penalty.NONE, GamePhase.PENALTY_SHOOTOUT
SUPPORTERS = (Role.DEFENDER, Role.SUPPORTER)
GIVES_WAY = "WalkNextToKeeperCard"  # the option of a striker that lets its keeper play the ball


@dataclass(frozen=True, slots=True, kw_only=True)
class LedHandlerParameters:
    seen_within: float = param(0.3, unit="s", low=0.0, doc="a ball this fresh counts as seen")
    received_within: float = param(
        2.0, unit="s", low=0.0, doc="a GameController this fresh is there"
    )


@frozen
class Signs:
    """All that the lights depend on, so that they are only made anew when it changes."""

    role: Role
    supporter_index: int
    gives_way: bool
    ground_contact: bool
    ball: bool
    state: GameState
    penalized: bool
    color: TeamColor | None
    own_kick: bool
    shootout: bool
    teammates: int
    game_controller: bool
    battery: tuple[float, ...]  # the right ear
    charging: bool
    time: float  # s, where something blinks


class LedHandler(Module[LedHandlerParameters]):
    """Shows what a person beside the field wants to know. Field features are not shown yet."""

    def __init__(self, parameters: LedHandlerParameters) -> None:
        super().__init__(parameters)
        self.signs: Signs | None = None
        self.shown = LedRequest()

    def update(self, frame: FrameInfo, given: LedInputs) -> LedRequest:
        """The same object as before while nothing changes, so that nobody looks at it again."""
        signs = self._signs(frame.time, given)
        if signs != self.signs:
            self.signs, self.shown = signs, _lights(signs)
        return self.shown

    def _signs(self, now: float, given: LedInputs) -> Signs:
        p, role = self.parameters, given.roles.role
        own = given.game.data.team(given.player.team)
        before = given.roles.roles[: given.player.number - 1]
        connected = now - given.game.received_at < p.received_within
        charging = given.sensors.battery_current > 0.0
        return Signs(
            role=role,
            supporter_index=sum([r in SUPPORTERS for r in before]) if role in SUPPORTERS else -1,
            gives_way=GIVES_WAY in [entry.option for entry in given.graph.options],
            ground_contact=given.ground.contact,
            ball=given.ball.known and now - given.ball.last_seen_at < p.seen_within,
            state=given.state.state,
            penalized=penalty_of(given.game, given.player) is not NO_PENALTY,
            color=None if own is None else own.color,
            own_kick=given.state.own_kick is True,
            shootout=given.game.data.game_phase is SHOOTOUT,
            teammates=len(given.team.teammates),
            game_controller=connected,
            battery=battery_ear(given.sensors.battery_charge),
            charging=charging,
            time=0.0 if connected and not charging else now,
        )


def _lights(signs: Signs) -> LedRequest:
    before_kick = signs.state in (GameState.READY, GameState.SET)
    return LedRequest(
        right_eye=role_color(
            signs.role, supporter_index=signs.supporter_index, gives_way=signs.gives_way
        ),
        left_eye=sight_color(ground_contact=signs.ground_contact, ball=signs.ball, feature=False),
        chest=chest_color(signs.state, penalized=signs.penalized),
        left_foot=OFF if signs.color is None else BY_TEAM[signs.color],
        right_foot=foot_color(
            own_kickoff=signs.own_kick and before_kick,
            shootout=signs.shootout,
            takes_penalty=signs.own_kick,
        ),
        right_ear=signs.battery,
        left_ear=team_ear(signs.teammates, game_controller=signs.game_controller, time=signs.time),
        head=skull(charging=signs.charging, time=signs.time),
    )
