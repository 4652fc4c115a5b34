"""LEDs: from role, percepts and game state to the colors of the robot's LEDs."""

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
GIVES_WAY = "WalkNextToKeeperCard"  # active while a striker leaves the ball to its keeper


@dataclass(frozen=True, slots=True, kw_only=True)
class LedHandlerParameters:
    seen_within: float = param(0.3, unit="s", low=0.0, doc="time for which a ball counts as seen")
    received_within: float = param(
        2.0, unit="s", low=0.0, doc="time for which a GameController packet counts as a connection"
    )


@frozen
class LedFacts:
    """The facts that the LEDs depend on; the request is rebuilt only when they change."""

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
    time: float  # s; 0 if nothing blinks


class LedHandler(Module[LedHandlerParameters]):
    """Shows the robot's state to people at the field. Field features are not shown yet."""

    robot_kinds = ("nao",)

    def __init__(self, parameters: LedHandlerParameters) -> None:
        super().__init__(parameters)
        self.facts: LedFacts | None = None
        self.shown = LedRequest()

    def update(self, frame: FrameInfo, given: LedInputs) -> LedRequest:
        """Return the same object while nothing changes, so that it is not processed again."""
        facts = self._facts(frame.time, given)
        if facts != self.facts:
            self.facts, self.shown = facts, _lights(facts)
        return self.shown

    def _facts(self, now: float, given: LedInputs) -> LedFacts:
        p, role = self.parameters, given.roles.role
        own = given.game.data.team(given.player.team)
        before = given.roles.roles[: given.player.number - 1]
        connected = now - given.game.received_at < p.received_within
        charging = given.sensors.battery_current > 0.0
        return LedFacts(
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


def _lights(facts: LedFacts) -> LedRequest:
    before_kick = facts.state in (GameState.READY, GameState.SET)
    right_foot = foot_color(
        own_kickoff=facts.own_kick and before_kick,
        shootout=facts.shootout,
        takes_penalty=facts.own_kick,
    )
    role = role_color(facts.role, supporter_index=facts.supporter_index, gives_way=facts.gives_way)
    sight = sight_color(ground_contact=facts.ground_contact, ball=facts.ball, feature=False)
    teammates = team_ear(facts.teammates, game_controller=facts.game_controller, time=facts.time)
    return LedRequest(
        colors={
            "right_eye": (role,),
            "left_eye": (sight,),
            "chest": (chest_color(facts.state, penalized=facts.penalized),),
            "left_foot": (OFF if facts.color is None else BY_TEAM[facts.color],),
            "right_foot": (right_foot,),
        },
        brightness={
            "right_ear": facts.battery,
            "left_ear": teammates,
            "head": skull(charging=facts.charging, time=facts.time),
        },
    )
