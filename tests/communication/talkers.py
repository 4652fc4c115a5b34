"""Robots that only communicate, and a simulated network between them."""

from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from kickabout.communication.message_budget_keeper import (
    MessageBudgetKeeper,
    MessageBudgetKeeperParameters,
)
from kickabout.communication.team_message_receiver import (
    TeamMessageReceiver,
    TeamMessageReceiverParameters,
)
from kickabout.communication.team_message_sender import (
    OwnModels,
    OwnPlans,
    TeamMessageSender,
    TeamMessageSenderParameters,
    TeamSituation,
)
from kickabout.framework import FrameInfo
from kickabout.geometry import Field, Pose2, Robot, Vector2
from kickabout.representations import (
    BallFriction,
    BallModel,
    Datagram,
    FallState,
    FieldBall,
    FieldCoverage,
    GameControllerData,
    GameInfo,
    GamePlayer,
    GameState,
    GameTeam,
    ObstacleModel,
    PlayerInfo,
    PoseQuality,
    ReceivedPackets,
    RobotPose,
    Role,
    RoleState,
    SoundDirectionPercept,
    TacticalState,
    TeamData,
    TeamPackets,
    WhistlePercept,
)
from kickabout.simulation.match.network import NetworkSettings, OutgoingMessage, SimulatedNetwork

DT = 0.05


def game_info(
    now: float, *, protocol: int, budget: int | None = None, state: GameState = GameState.PLAYING
) -> GameInfo:
    team = GameTeam(number=7, players=(GamePlayer(),) * 5, message_budget=budget)
    seconds = round(600.0 - now % 600.0)
    data = GameControllerData(
        state=state,
        teams=(team, GameTeam(number=8)),
        seconds_remaining=seconds,
        first_half=now < 600.0,
    )
    return GameInfo(data=data, received_at=now, received=True, protocol=protocol)


@dataclass
class Talker:
    """Receiver, sender and message budget of one robot."""

    number: int
    clock_offset: float = 0.0  # s, the robot's clock minus the simulation's
    pose: Pose2[Robot, Field] = Pose2()
    ball: Vector2[Field] | None = None
    ball_velocity: Vector2[Field] = Vector2()
    role: Role = Role.DEFENDER
    whistle: WhistlePercept = field(default_factory=WhistlePercept)
    sound: SoundDirectionPercept = field(default_factory=SoundDirectionPercept)
    fall: FallState = field(default_factory=FallState)
    team: TeamData = field(default_factory=TeamData)
    sent: TeamPackets = field(default_factory=TeamPackets)

    def __post_init__(self) -> None:
        self.sender = TeamMessageSender(TeamMessageSenderParameters())
        self.receiver = TeamMessageReceiver(TeamMessageReceiverParameters())
        self.keeper = MessageBudgetKeeper(MessageBudgetKeeperParameters())
        self.last_seen_at = -1e9

    def step(self, now: float, game: GameInfo, received: tuple[Datagram, ...]) -> TeamPackets:
        own = now + self.clock_offset
        frame, player = FrameInfo(time=own, dt=DT), PlayerInfo(team=7, number=self.number)
        game = replace(game, received_at=game.received_at + self.clock_offset)
        packets = ReceivedPackets(
            teammates=tuple(
                replace(datagram, received_at=datagram.received_at + self.clock_offset)
                for datagram in received
            )
        )
        self.team = self.receiver.update(frame, player, game, packets)
        budget = self.keeper.update(player, game, self.sent)
        situation = TeamSituation(player=player, game=game, team=self.team, budget=budget)
        plans = OwnPlans(roles=RoleState(role=self.role), tactics=TacticalState())
        self.sent = self.sender.update(frame, self._models(own), plans, situation)
        return self.sent

    def _models(self, now: float) -> OwnModels:
        if self.ball is not None:
            self.last_seen_at = now
        ball = self.ball or Vector2[Field]()
        return OwnModels(
            pose=RobotPose(robot_to_field=self.pose, quality=PoseQuality.SUPERB, validity=0.9),
            ball=BallModel(last_seen_at=self.last_seen_at, known=self.ball is not None),
            field_ball=FieldBall(
                position_in_field=ball,
                velocity_in_field=self.ball_velocity,
                known=self.ball is not None,
            ),
            friction=BallFriction(),
            obstacles=ObstacleModel(),
            coverage=FieldCoverage(seen_at=np.full((12, 18), now - 2.0)),
            whistle=self.whistle,
            sound=self.sound,
            fall=self.fall,
        )


class TeamOfTalkers:
    """Several robots on a simulated network."""

    def __init__(self, talkers: list[Talker], settings: NetworkSettings, protocol: int) -> None:
        self.talkers = talkers
        self.protocol = protocol
        self.network = SimulatedNetwork([(7, t.number) for t in talkers], settings, seed=1)
        self.in_flight: dict[int, list[Datagram]] = {t.number: [] for t in talkers}
        self.now = 0.0
        self.sizes: list[int] = []

    def run(self, seconds: float) -> None:
        for _ in range(round(seconds / DT)):
            self.now += DT
            budget = self.network.budget_left(7)
            game = game_info(self.now, protocol=self.protocol, budget=budget)
            outgoing = {}
            for talker in self.talkers:
                waiting = self.in_flight[talker.number]
                due = tuple(d for d in waiting if d.received_at <= self.now)
                self.in_flight[talker.number] = [d for d in waiting if d not in due]
                packets = talker.step(self.now, game, due).packets
                self.sizes += [len(packet) for packet in packets]
                outgoing[7, talker.number] = [
                    OutgoingMessage(payload=packet, sent_at=self.now) for packet in packets
                ]
            for (_, number), datagrams in self.network.exchange(outgoing).items():
                self.in_flight[number] += [
                    Datagram(received_at=d.received_at, payload=d.payload) for d in datagrams
                ]


PERFECT_2019 = NetworkSettings(size_limit=508, budget=None)


def five(**values: Any) -> list[Talker]:
    return [Talker(number=i + 1, **values) for i in range(5)]
