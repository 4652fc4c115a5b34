"""Team message sender: from this robot's models and plans to packets within the budget."""

from dataclasses import dataclass, replace

from kickabout.communication.team_message import TeamMessage
from kickabout.communication.team_message_codec import encode_compact, encode_standard
from kickabout.communication.team_message_coverage import SHAPE
from kickabout.communication.team_message_events import ChangeLimits, change_since
from kickabout.framework import FrameInfo, Last, Module, frozen, inputs, param
from kickabout.geometry import rotated_covariance
from kickabout.representations import (
    BallFriction,
    BallModel,
    FallState,
    FieldBall,
    FieldCoverage,
    FieldPlayer,
    GameInfo,
    GameState,
    MessageBudget,
    ObstacleKind,
    ObstacleModel,
    Penalty,
    PlayerInfo,
    RobotPose,
    RoleState,
    SoundDirectionPercept,
    TacticalState,
    TeamData,
    Teammate,
    TeamPackets,
    TeamSeen,
    WhistlePercept,
)

PROTOCOL_WITHOUT_BUDGET = 12  # the GameController of 2019

WHISTLE_DURATION = 3.0  # s for which a whistle is sent


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamMessageSenderParameters:
    standard_interval: float = param(
        1.0, unit="s", low=0.1, doc="time between standard messages, as in 2019"
    )
    min_interval: float = param(
        0.4, unit="s", low=0.0, doc="minimum time between messages, also on events"
    )
    event_interval: float = param(
        1.5, unit="s", low=0.0, doc="minimum time between messages on common events"
    )
    event_fraction: float = param(
        0.5,
        low=0.0,
        high=1.0,
        doc="minimum time before a common event, as a fraction of the budget's interval",
    )
    urgent_fraction: float = param(
        0.4,
        low=0.0,
        high=1.0,
        doc="minimum time before falls and roles, as a fraction of the budget's interval",
    )
    ball_moved: float = param(
        0.6,
        unit="m",
        low=0.0,
        doc="minimum distance of the ball from its position in the last message",
    )
    ball_fresh: float = param(
        1.5, unit="s", low=0.0, doc="time without percepts after which the ball is lost"
    )
    robot_moved: float = param(
        1.0,
        unit="m",
        low=0.0,
        doc="minimum distance of the robot from its position in the last message",
    )
    robot_turned: float = param(
        2.0, unit="rad", low=0.0, doc="minimum turn of the robot since the last message"
    )
    max_opponent_distance: float = param(
        4.5, unit="m", low=0.0, doc="maximum distance of opponents that are sent"
    )
    send_roles: bool = param(
        False, doc="send the roles of all players, for teams that follow a proposal"
    )


@inputs
@frozen
class OwnModels:
    """This robot's models of the world."""

    pose: RobotPose
    ball: BallModel
    field_ball: FieldBall
    friction: BallFriction
    obstacles: ObstacleModel
    coverage: FieldCoverage
    whistle: WhistlePercept
    sound: SoundDirectionPercept
    fall: FallState


@inputs
@frozen
class OwnPlans:
    """This robot's decisions of the last cycle, as they are made after this module runs."""

    roles: Last[RoleState]
    tactics: Last[TacticalState]


@inputs
@frozen
class TeamSituation:
    """Inputs about the team, the game and the message budget."""

    player: PlayerInfo
    game: GameInfo
    team: TeamData
    budget: MessageBudget


class TeamMessageSender(Module[TeamMessageSenderParameters]):
    """Sends a standard message each second in games of 2019, later compact ones within the budget.

    Compact messages are sent at the budget's interval, and earlier after an important change.
    After B-Human 2019, 3.5.4.
    """

    def __init__(self, parameters: TeamMessageSenderParameters) -> None:
        super().__init__(parameters)
        self.sent: Teammate | None = None
        self.best_whistle = 0.0

    def update(
        self, frame: FrameInfo, models: OwnModels, plans: OwnPlans, situation: TeamSituation
    ) -> TeamPackets:
        game, player = situation.game, situation.player
        self._update_whistle(models.whistle)
        if not game.received or not situation.budget.may_send or self._is_too_early(frame):
            return TeamPackets()
        if game.data.state in (GameState.INITIAL, GameState.FINISHED):
            return TeamPackets()
        is_standard = game.protocol == PROTOCOL_WITHOUT_BUDGET
        silent_for = frame.time - self.sent.sent_at if self.sent is not None else 1e9
        if is_standard and silent_for < self.parameters.standard_interval:
            return TeamPackets()
        content = self._content(frame, models, plans, situation)
        if not is_standard:
            reason = self._reason(content, silent_for, situation.budget, models)
            if not reason:
                return TeamPackets()
            self.debug.note(reason)
        self.sent = content
        message = TeamMessage(
            team=player.team,
            content=self._with_details(content, models),
            echoes=situation.team.echoes,
        )
        if is_standard:
            return TeamPackets(packets=(encode_standard(message),))
        is_lost = frame.time - content.ball_last_seen_at > self.parameters.ball_fresh
        return TeamPackets(packets=(encode_compact(message, coverage_first=is_lost),))

    def _update_whistle(self, whistle: WhistlePercept) -> None:
        if whistle.detected:
            self.best_whistle = max(self.best_whistle, whistle.confidence)
        elif (
            self.sent is not None
            and whistle.last_detected_at < self.sent.sent_at - WHISTLE_DURATION
        ):
            self.best_whistle = 0.0

    def _is_too_early(self, frame: FrameInfo) -> bool:
        """Return whether it is too early for any message, before composing one."""
        if self.sent is None:
            return False
        return 0.0 <= frame.time - self.sent.sent_at < self.parameters.min_interval

    def _reason(
        self, content: Teammate, silent_for: float, budget: MessageBudget, models: OwnModels
    ) -> str:
        p = self.parameters
        if silent_for >= budget.interval:
            return "time"
        if content.penalized:
            return ""
        limits = ChangeLimits(
            ball_moved=p.ball_moved,
            ball_fresh=p.ball_fresh,
            robot_moved=p.robot_moved,
            robot_turned=p.robot_turned,
            deceleration=models.friction.deceleration,
        )
        change = change_since(content, self.sent, limits)
        if change == "whistle":
            return change
        if change in ("posture", "role"):
            return change if silent_for >= p.urgent_fraction * budget.interval else ""
        pause = max(p.event_interval, p.event_fraction * budget.interval)
        return change if silent_for >= pause else ""

    def _content(
        self, frame: FrameInfo, models: OwnModels, plans: OwnPlans, situation: TeamSituation
    ) -> Teammate:
        player = situation.player
        team = situation.game.data.team(player.team)
        is_penalized = team is not None and team.player(player.number).penalty is not Penalty.NONE
        return Teammate(
            number=player.number,
            robot_to_field=models.pose.robot_to_field,
            pose_validity=models.pose.validity,
            ball_in_field=models.field_ball.position_in_field if models.field_ball.known else None,
            ball_velocity_in_field=models.field_ball.velocity_in_field,
            ball_last_seen_at=models.ball.last_seen_at,
            upright=models.fall.phase.on_feet,
            penalized=is_penalized,
            role=plans.roles.role,
            proposed_roles=plans.roles.roles if self.parameters.send_roles else (),
            time_to_reach_ball=plans.roles.time_to_reach_ball,
            walking_to=plans.tactics.walking_to,
            shooting_to=plans.tactics.shooting_to,
            passing_to=plans.tactics.passing_to,
            search_positions=plans.tactics.search_positions,
            map_age=plans.tactics.map_age,
            head_yaw=plans.tactics.head_yaw,
            whistle_heard_at=models.whistle.last_detected_at,
            whistle_confidence=self.best_whistle,
            whistle_direction=self._direction(frame, models),
            whistle_deviation=models.sound.deviation,
            microphones=models.whistle.channels_used,
            sent_at=frame.time,
        )

    def _direction(self, frame: FrameInfo, models: OwnModels) -> float | None:
        """Return the direction of a recent whistle."""
        is_recent = frame.time - models.whistle.last_detected_at < WHISTLE_DURATION
        return models.sound.angle_in_robot if is_recent and models.sound.valid else None

    def _with_details(self, content: Teammate, models: OwnModels) -> Teammate:
        """Add details that are computed only if a message is sent."""
        cells = models.coverage.seen_at
        return replace(
            content,
            opponents=self._opponents(models),
            coverage_seen_at=cells if cells.shape == SHAPE else None,
        )

    def _opponents(self, models: OwnModels) -> tuple[FieldPlayer, ...]:
        pose = models.pose.robot_to_field
        return tuple(
            FieldPlayer(
                position_in_field=pose @ seen.center_in_robot,
                covariance=rotated_covariance(seen.covariance, pose.theta),
                upright=seen.kind is not ObstacleKind.FALLEN_ROBOT,
                last_seen_at=seen.last_seen_at,
            )
            for seen in models.obstacles.obstacles
            if seen.team is TeamSeen.OPPONENT
            and seen.center_in_robot.norm <= self.parameters.max_opponent_distance
        )
