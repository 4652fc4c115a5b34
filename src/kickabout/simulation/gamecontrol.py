"""Game control: the referee's decisions, on the wire as the league's GameController sends them."""

from dataclasses import replace

from kickabout.communication.gamecontroller_control import decode_control_data, encode_control_data
from kickabout.communication.gamecontroller_data import GameControllerData, Penalty, TeamColor
from kickabout.communication.gamecontroller_protocol import GameControllerPorts
from kickabout.communication.gamecontroller_server import GameControllerServer
from kickabout.communication.udp_socket import UdpSocket
from kickabout.framework import ConfigurationError
from kickabout.framework.errors import did_you_mean
from kickabout.representations import Datagram, FieldDimensions, OutgoingPackets
from kickabout.simulation.referee.decisions import Decision
from kickabout.simulation.referee.game import TeamIdentity
from kickabout.simulation.referee.referee import Referee
from kickabout.simulation.referee.rules import load_rules
from kickabout.simulation.referee.view import RefereeView, Team
from kickabout.simulation.scene import Scene

INTERVAL = 0.5  # s, between two messages to the robots


class GameControl:
    """Referee and GameController of a match; or the ear for a GameController elsewhere."""

    def __init__(
        self,
        scene: Scene,
        field: FieldDimensions,
        *,
        seed: int,
        on_wire: bool = False,
        external: bool = False,
    ) -> None:
        plan = scene.referee
        rules = load_rules(plan.rules)
        if plan.half is not None or plan.pause is not None:
            rules = rules.with_times(half=plan.half, pause=plan.pause)
        players = max(len(scene.home.robots), len(scene.away.robots), 1)
        if players != rules.players_per_team:
            rules = rules.with_players(players)
        identities = {
            team: _identity(side.number, side.color)
            for team, side in ((Team.HOME, scene.home), (Team.AWAY, scene.away))
        }
        self.rules = rules
        self.referee = Referee(rules, field, Team(plan.kickoff), seed, identities=identities)
        self.referee.automatic = plan.automatic and not external
        self._numbers = {team: identity.number for team, identity in identities.items()}
        self._packet_number = 0
        self._next_at = 0.0
        self._server = self._open_server(field) if on_wire else None
        self._ear = UdpSocket("", GameControllerPorts().control, shared=True) if external else None
        self._external: GameControllerData | None = None

    def _open_server(self, field: FieldDimensions) -> GameControllerServer:
        teams = (self._numbers[Team.HOME], self._numbers[Team.AWAY])
        return GameControllerServer(version=self.rules.protocol_version, teams=teams)

    @property
    def score(self) -> tuple[int, int]:
        return self.referee.score

    @property
    def state(self) -> GameControllerData:
        """The game as it is, not as robots are told."""
        return self._external or self.referee.true_state

    @property
    def is_over(self) -> bool:
        return self.referee.is_over

    def direction(self, team: Team) -> float:
        """Which way a team attacks now: 1 or −1 along the world's x axis."""
        home = 1.0 if self.referee.home_attacks_positive_x else -1.0
        return home if team is Team.HOME else -home

    def step(self, view: RefereeView) -> tuple[Decision, ...]:
        """Let the referee look."""
        return self.referee.step(view).decisions

    def datagrams(self, now: float) -> tuple[Datagram, ...]:
        """What the GameController sends to all robots at this moment, as bytes."""
        if self._ear is not None:
            return tuple(self._overheard(now))
        if self._server is not None:
            self._server.send(self.referee.state, self.referee.true_state, now)
        if now < self._next_at:
            return ()
        self._next_at = now + INTERVAL
        self._packet_number += 1
        data = replace(self.referee.state, packet_number=self._packet_number % 256)
        payload = encode_control_data(data, self.rules.protocol_version)
        return (Datagram(received_at=now, payload=payload),)

    def _overheard(self, now: float) -> list[Datagram]:
        assert self._ear is not None
        heard = []
        for datagram in self._ear.received():
            data = decode_control_data(datagram.content)
            if isinstance(data, GameControllerData):
                self._external = data
            heard.append(Datagram(received_at=now, payload=datagram.content))
        return heard

    def hear(self, team: Team, packets: OutgoingPackets) -> None:
        """Count what a robot sends against its team's budget."""
        for payload in packets.teammates:
            self.referee.count_message(team, len(payload))

    def call(self, what: str, robot: tuple[str, int], reason: str) -> None:
        """A call by hand: penalize, unpenalize, goal."""
        team = Team(robot[0])
        if what == "goal":
            self.referee.goal(team)
        elif what == "unpenalize":
            self.referee.unpenalize(team, robot[1])
        else:
            self.referee.penalize(team, robot[1], _penalty(reason))

    def close(self) -> None:
        if self._server is not None:
            self._server.close()
        if self._ear is not None:
            self._ear.close()


def _identity(number: int, color: str) -> TeamIdentity:
    names = {member.name.lower(): member for member in TeamColor}
    if color not in names:
        raise ConfigurationError(f"there is no team color '{color}'.{did_you_mean(color, names)}")
    keeper = TeamColor.BLACK if names[color] is not TeamColor.BLACK else TeamColor.WHITE
    return TeamIdentity(number=number, color=names[color], goalkeeper_color=keeper)


def _penalty(reason: str) -> Penalty:
    names = {member.name.lower(): member for member in Penalty}
    if reason not in names:
        raise ConfigurationError(f"there is no penalty '{reason}'.{did_you_mean(reason, names)}")
    return names[reason]
