"""GermanTeam's behavior control: from the world model to requests for body, head and LEDs."""

from dataclasses import dataclass
from typing import Literal

from kickabout.behavior.engines.layers import LayerEngine, activation_graph, analyzed
from kickabout.behavior.germanteam.game_states import GAME_STATES
from kickabout.behavior.germanteam.leds import leds
from kickabout.behavior.germanteam.options import OPTIONS
from kickabout.behavior.germanteam.requests import Requests
from kickabout.behavior.germanteam.roles import ROLES
from kickabout.behavior.germanteam.skills import SKILLS
from kickabout.behavior.germanteam.sub_options import SUB_OPTIONS
from kickabout.behavior.germanteam.world_model import GermanTeamWorld, Limits, WorldInputs
from kickabout.framework import FrameInfo, Module, param
from kickabout.framework.errors import ConfigurationError, did_you_mean
from kickabout.representations import (
    ActivationGraph,
    BehaviorLayer,
    HeadTaskRequest,
    LedRequest,
    MotionRequest,
    Role,
    RoleState,
)

STATES = (*ROLES, *GAME_STATES, *OPTIONS, *SUB_OPTIONS)
BY_NUMBER = ("Goalie", "Player2", "Player1")  # roles of the players 1, 2, 3
KINDS = (("Goalie", Role.KEEPER), ("Player1", Role.STRIKER), ("Player2", Role.DEFENDER))

Outputs = tuple[MotionRequest, HeadTaskRequest, LedRequest, ActivationGraph, RoleState]


@dataclass(frozen=True, slots=True, kw_only=True)
class GermanTeamBehaviorControlParameters:
    role: str = param("", doc="role of this robot; empty: by its number")
    variant: Literal["", "offensive", "defensive"] = param(
        "", doc="variant of the role, chosen for each opponent"
    )
    grabs: bool = param(True, doc="take the ball before a kick, unless an opponent is near it")
    reach: float = param(
        0.4, unit="m", low=0.0, doc="distance to the ball from which on a kick is chosen"
    )
    opponent_near_ball: float = param(
        0.5, unit="m", low=0.0, doc="distance of an opponent to the ball that asks for a head kick"
    )
    catch_from: float = param(0.1, unit="m", doc="shortest distance ahead of a ball to be caught")
    catch_to: float = param(0.2, unit="m", doc="longest distance ahead of a ball to be caught")
    catch_aside: float = param(
        0.05, unit="m", low=0.0, doc="largest distance aside of a ball to be caught"
    )
    forget_ball_after: float = param(
        3.0, unit="s", low=0.0, doc="time after which an unseen ball is searched"
    )
    forget_robot_after: float = param(
        2.0, unit="s", low=0.0, doc="time after which an unseen robot is forgotten"
    )


class GermanTeamBehaviorControl(Module[GermanTeamBehaviorControlParameters]):
    """Five layers of state machines; see behavior/engines/layers.

    After GermanTeam 2001, 6. A `BehaviorRequest` forces a state on any layer. With the switch
    "analyzer", all quantities of the world model are plotted.
    """

    def __init__(self, parameters: GermanTeamBehaviorControlParameters) -> None:
        super().__init__(parameters)
        self.engine = LayerEngine[GermanTeamWorld, Requests](STATES, SKILLS)
        self.roles = {role.__name__: role for role in ROLES}
        self.parameters_changed()

    def parameters_changed(self) -> None:
        p = self.parameters
        if p.role and p.role not in self.roles:
            hint = did_you_mean(p.role, self.roles)
            raise ConfigurationError(f"unknown role '{p.role}'.{hint}")
        self.limits = Limits(
            forget_ball_after=p.forget_ball_after,
            opponent_near_ball=p.opponent_near_ball,
            catch_ahead=(p.catch_from, p.catch_to),
            catch_aside=p.catch_aside,
            robot_forgotten_after=p.forget_robot_after,
            reach=p.reach,
            grabs=p.grabs,
        )

    def update(self, frame: FrameInfo, given: WorldInputs) -> Outputs:
        world = GermanTeamWorld(frame, given, self.limits)
        role = self._role(given.player.number)
        requests = self.engine.run(world, self.roles[role], now=frame.time, request=given.request)
        if self.debug.on("analyzer"):
            for name, value in analyzed(world).items():
                self.debug.plot(name, float(value))
        active = self.engine.active
        running = active.get(BehaviorLayer.ROLE)
        return (
            requests.motion,
            requests.head,
            leds(world, role),
            activation_graph(active),
            RoleState(role=kind_of(role if running is None else running.name)),
        )

    def _role(self, number: int) -> str:
        """Return the role of a player; more than three players of a team are strikers, too."""
        p = self.parameters
        name = p.role or BY_NUMBER[min(number, len(BY_NUMBER)) - 1]
        variant = p.variant.capitalize() + name
        return variant if variant in self.roles else name


def kind_of(role: str) -> Role:
    """Return the role that all teams share."""
    return next((kind for name, kind in KINDS if role.endswith(name)), Role.NONE)
