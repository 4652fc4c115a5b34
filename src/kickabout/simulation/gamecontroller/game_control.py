"""Game control: the referee's decisions in the packets of the league's GameController."""

import contextlib
import ipaddress
from collections.abc import Sequence
from dataclasses import replace

from kickabout.communication.game_controller_control import encode_control_data
from kickabout.communication.game_controller_data import RobotStatus
from kickabout.communication.game_controller_protocol import (
    GameControllerPorts,
    protocol_version,
)
from kickabout.communication.game_controller_socket import GameControllerSocket
from kickabout.communication.game_controller_status import decode_status
from kickabout.communication.udp_socket import LOOPBACK, Endpoint
from kickabout.framework import ConfigurationError, KickaboutError, clock
from kickabout.framework.errors import did_you_mean
from kickabout.representations import Datagram, FieldDimensions
from kickabout.representations.game import (
    GameControllerData,
    GameState,
    Penalty,
    SetPlay,
    TeamColor,
)
from kickabout.simulation.gamecontroller.game_controller_server import GameControllerServer
from kickabout.simulation.match.scene import BallPlan, Scene, league_of
from kickabout.simulation.referee.decisions import Decision
from kickabout.simulation.referee.game import TeamIdentity
from kickabout.simulation.referee.referee import Referee
from kickabout.simulation.referee.rules import rules_in
from kickabout.simulation.referee.view import RefereeView, TeamSide

INTERVAL = 0.5  # s, between two messages to the robots
PORTS = GameControllerPorts()


class GameControl:
    """Referee and GameController of a match, or the receiver of an external GameController."""

    def __init__(
        self,
        scene: Scene,
        field: FieldDimensions,
        *,
        seed: int,
        wire_to: Sequence[str] | None = None,
        external: bool = False,
        listen: str = LOOPBACK,
        ports: GameControllerPorts = PORTS,
    ) -> None:
        if external and wire_to is not None:
            raise ConfigurationError(
                "a match cannot both follow a GameController and be one: use either"
                " --external-gamecontroller or --wire-to"
            )
        if listen != LOOPBACK and not external:
            raise ConfigurationError(f"--listen {listen} needs --external-gamecontroller")
        plan = scene.referee
        rules = rules_in(league_of(scene), plan.rules)
        if plan.half is not None or plan.pause is not None:
            rules = rules.with_times(half=plan.half, pause=plan.pause)
        if plan.radio is not None:
            rules = rules.with_radio(plan.radio)
        # All robots on the field play, so numbers above the highest one are substitutes.
        robots = (*scene.home.robots, *scene.away.robots)
        players = max((robot.number for robot in robots), default=1)
        slots = protocol_version(rules.protocol_version).slots
        if players > slots:
            raise ConfigurationError(
                f"player number {players}; the GameController of {rules.name} supports numbers"
                f" up to {slots}"
            )
        if players != rules.players_per_team:
            rules = rules.with_players(players)
        identities = {
            team: _identity(side.number, side.color)
            for team, side in ((TeamSide.HOME, scene.home), (TeamSide.AWAY, scene.away))
        }
        self.rules = rules
        self.referee = Referee(rules, field, TeamSide(plan.kickoff), seed, identities=identities)
        self.referee.automatic = plan.automatic and not external
        if plan.start == "playing":
            self.referee.call(GameState.PLAYING)
            if (
                scene.ball.position != BallPlan().position
            ):  # not at the center: no kick-off, but open play
                self.referee.free_kick(SetPlay.NONE, TeamSide.HOME)
        self._numbers = {team: identity.number for team, identity in identities.items()}
        self._packet_number = 0
        self._next_at = 0.0
        self.statuses: dict[tuple[int, int], RobotStatus] = {}  # by team and player number
        self._ports = ports
        self._server = self._open_server(wire_to) if wire_to is not None else None
        self._external = self._open_receiver(listen) if external else None

    def _open_server(self, wire_to: Sequence[str]) -> GameControllerServer:
        teams = (self._numbers[TeamSide.HOME], self._numbers[TeamSide.AWAY])
        robots = [_endpoint(text) for text in wire_to]
        try:
            return GameControllerServer(
                version=self.rules.protocol_version, teams=teams, robots=robots, ports=self._ports
            )
        except OSError as error:
            raise KickaboutError(str(error)) from None

    def _open_receiver(self, listen: str) -> GameControllerSocket:
        """Open a socket that accepts only packets about both teams of this match.

        Games on other fields may share the network. A port on loopback is not shared, because a
        packet to it reaches only one socket.
        """
        host = _address(listen)
        try:
            return GameControllerSocket(
                *self._numbers.values(),
                host=str(host),
                port=self._ports.control,
                status_port=self._ports.status,
                shared=not host.is_loopback,
            )
        except OSError as error:
            raise KickaboutError(str(error)) from None

    @property
    def score(self) -> tuple[int, int]:
        return self.referee.score

    @property
    def state(self) -> GameControllerData:
        """The true state of the game, without the delays for robots."""
        return self._external_data or self.referee.true_state

    @property
    def _external_data(self) -> GameControllerData | None:
        return self._external.inbox.latest if self._external is not None else None

    @property
    def is_over(self) -> bool:
        return self.referee.is_over

    def direction(self, team: TeamSide) -> float:
        """Return the direction in which a team attacks now: 1 or −1 along the world's x axis."""
        positive = self.referee.home_attacks_positive_x
        data = self._external_data
        if data is not None:  # the first team defends the left goal
            positive = data.teams[0].number == self._numbers[TeamSide.HOME]
        home = 1.0 if positive else -1.0
        return home if team is TeamSide.HOME else -home

    def step(self, view: RefereeView) -> tuple[Decision, ...]:
        """Give the referee a view and return its decisions."""
        return self.referee.step(view).decisions

    def datagrams(self, now: float) -> tuple[Datagram, ...]:
        """Return the packets that the GameController sends to all robots now."""
        if self._external is not None:
            # An external controller sends by the wall clock, at any speed of the match.
            packets = self._external.receive(clock.monotonic())
            return tuple(Datagram(received_at=now, payload=payload) for payload in packets)
        if self._server is not None:
            self._server.send(self.referee.state, self.referee.true_state, now)
            for status in self._server.receive(now):
                self.statuses[status.team, status.player] = status
        if now < self._next_at or not self.rules.wireless.game_controller:
            return ()
        self._next_at = now + INTERVAL
        self._packet_number += 1
        data = replace(self.referee.state, packet_number=self._packet_number % 256)
        payload = encode_control_data(data, self.rules.protocol_version)
        return (Datagram(received_at=now, payload=payload),)

    def count_messages(self, team: TeamSide, packets: tuple[bytes, ...]) -> None:
        """Charge team messages to the team's budget."""
        for payload in packets:
            self.referee.count_message(team, len(payload))

    def receive_status(self, packets: tuple[bytes, ...]) -> None:
        """Process status packets of robots and forward them to an external GameController."""
        for payload in packets:
            status = decode_status(payload)
            if isinstance(status, RobotStatus):
                self.statuses[status.team, status.player] = status
            if self._external is not None:
                self._external.answer(payload)

    def call(self, what: str, robot: tuple[str, int], reason: str) -> None:
        """Carry out a call by hand: penalize, unpenalize or goal."""
        team = TeamSide(robot[0])
        if what == "goal":
            self.referee.goal(team)
        elif what == "unpenalize":
            self.referee.unpenalize(team, robot[1])
        else:
            self.referee.penalize(team, robot[1], _penalty(reason))

    def close(self) -> None:
        if self._server is not None:
            self._server.close()
        if self._external is not None:
            self._external.close()


def _endpoint(text: str) -> Endpoint:
    """Parse an address such as `127.0.0.1` or `127.0.0.1:3839`."""
    host, _, port = text.partition(":")
    endpoint: Endpoint | None = None
    with contextlib.suppress(ValueError):
        endpoint = Endpoint(str(ipaddress.IPv4Address(host)), int(port) if port else PORTS.control)
    if endpoint is None or not 0 < endpoint.port < 65536:
        raise ConfigurationError(f"'{text}' is not an address such as 127.0.0.1:3838")
    return endpoint


def _address(text: str) -> ipaddress.IPv4Address:
    try:
        return ipaddress.IPv4Address(text)
    except ValueError:
        raise ConfigurationError(f"'{text}' is not an address such as 0.0.0.0") from None


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
