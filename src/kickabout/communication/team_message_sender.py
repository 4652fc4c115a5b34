"""Telling teammates: from what this robot knows and wants to packets, as often as allowed."""

from dataclasses import dataclass, replace

from kickabout.communication.team_message import TeamMessage
from kickabout.communication.team_message_codec import encode_compact, encode_standard
from kickabout.communication.team_message_coverage import SHAPE
from kickabout.communication.team_message_events import NewsLimits, news_in
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

WHISTLE_NEWS = 3.0  # s for which a whistle is told of


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamMessageSenderParameters:
    standard_interval: float = param(1.0, unit="s", low=0.1, doc="of standard messages, as in 2019")
    min_interval: float = param(0.4, unit="s", low=0.0, doc="between messages, also for events")
    event_interval: float = param(1.5, unit="s", low=0.0, doc="between messages on common events")
    event_pace: float = param(
        0.5, low=0.0, high=1.0, doc="common events wait for this share of the budget's interval"
    )
    urgent_pace: float = param(
        0.4, low=0.0, high=1.0, doc="falls and roles wait for this share, whistles do not"
    )
    ball_moved: float = param(0.6, unit="m", low=0.0, doc="ball elsewhere than the team thinks")
    ball_fresh: float = param(1.5, unit="s", low=0.0, doc="a ball unseen for longer is lost")
    robot_moved: float = param(1.0, unit="m", low=0.0, doc="robot elsewhere than the team thinks")
    robot_turned: float = param(2.0, unit="rad", low=0.0, doc="the same, by an angle")
    opponent_range: float = param(4.5, unit="m", low=0.0, doc="opponents farther away are not told")
    tell_roles: bool = param(False, doc="tell the roles of all, for teams that follow a proposal")


@inputs
@frozen
class OwnWorld:
    """What this robot knows."""

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
    """What this robot wants; decided after this module runs, so from the cycle before."""

    roles: Last[RoleState]
    tactics: Last[TacticalState]


@inputs
@frozen
class TeamSituation:
    """Who plays, and what may be sent."""

    player: PlayerInfo
    game: GameInfo
    team: TeamData
    budget: MessageBudget


class TeamMessageSender(Module[TeamMessageSenderParameters]):
    """In games of 2019 a standard message each second, later compact ones within the budget.

    Compact messages are sent at the budget's interval, and in between when there is news that
    the team should not wait for. After B-Human 2019, 3.5.4.
    """

    def __init__(self, parameters: TeamMessageSenderParameters) -> None:
        super().__init__(parameters)
        self.told: Teammate | None = None
        self.best_whistle = 0.0

    def update(
        self, frame: FrameInfo, world: OwnWorld, plans: OwnPlans, situation: TeamSituation
    ) -> TeamPackets:
        game, player = situation.game, situation.player
        self._hear(world.whistle)
        if not game.received or not situation.budget.may_send or self._is_too_early(frame):
            return TeamPackets()
        if game.data.state in (GameState.INITIAL, GameState.FINISHED):
            return TeamPackets()
        is_standard = game.protocol == PROTOCOL_WITHOUT_BUDGET
        silent_for = frame.time - self.told.sent_at if self.told is not None else 1e9
        if is_standard and silent_for < self.parameters.standard_interval:
            return TeamPackets()
        content = self._content(frame, world, plans, situation)
        if not is_standard:
            reason = self._reason(content, silent_for, situation.budget, world)
            if not reason:
                return TeamPackets()
            self.debug.note(reason)
        self.told = content
        message = TeamMessage(
            team=player.team,
            content=self._with_details(content, world),
            echoes=situation.team.echoes,
        )
        if is_standard:
            return TeamPackets(packets=(encode_standard(message),))
        is_lost = frame.time - content.ball_last_seen_at > self.parameters.ball_fresh
        return TeamPackets(packets=(encode_compact(message, coverage_first=is_lost),))

    def _hear(self, whistle: WhistlePercept) -> None:
        if whistle.detected:
            self.best_whistle = max(self.best_whistle, whistle.confidence)
        elif self.told is not None and whistle.last_detected_at < self.told.sent_at - WHISTLE_NEWS:
            self.best_whistle = 0.0

    def _is_too_early(self, frame: FrameInfo) -> bool:
        """Whether even important news have to wait; spares putting a message together."""
        if self.told is None:
            return False
        return 0.0 <= frame.time - self.told.sent_at < self.parameters.min_interval

    def _reason(
        self, content: Teammate, silent_for: float, budget: MessageBudget, world: OwnWorld
    ) -> str:
        p = self.parameters
        if silent_for >= budget.interval:
            return "time"
        if content.penalized:
            return ""
        limits = NewsLimits(
            ball_moved=p.ball_moved,
            ball_fresh=p.ball_fresh,
            robot_moved=p.robot_moved,
            robot_turned=p.robot_turned,
            deceleration=world.friction.deceleration,
        )
        news = news_in(content, self.told, limits)
        if news == "whistle":
            return news
        if news in ("posture", "role"):
            return news if silent_for >= p.urgent_pace * budget.interval else ""
        pause = max(p.event_interval, p.event_pace * budget.interval)
        return news if silent_for >= pause else ""

    def _content(
        self, frame: FrameInfo, world: OwnWorld, plans: OwnPlans, situation: TeamSituation
    ) -> Teammate:
        player = situation.player
        team = situation.game.data.team(player.team)
        is_penalized = team is not None and team.player(player.number).penalty is not Penalty.NONE
        return Teammate(
            number=player.number,
            robot_to_field=world.pose.robot_to_field,
            pose_validity=world.pose.validity,
            ball_in_field=world.field_ball.position_in_field if world.field_ball.known else None,
            ball_velocity_in_field=world.field_ball.velocity_in_field,
            ball_last_seen_at=world.ball.last_seen_at,
            upright=world.fall.phase.on_feet,
            penalized=is_penalized,
            role=plans.roles.role,
            proposed_roles=plans.roles.roles if self.parameters.tell_roles else (),
            time_to_reach_ball=plans.roles.time_to_reach_ball,
            walking_to=plans.tactics.walking_to,
            shooting_to=plans.tactics.shooting_to,
            passing_to=plans.tactics.passing_to,
            search_positions=plans.tactics.search_positions,
            map_age=plans.tactics.map_age,
            head_yaw=plans.tactics.head_yaw,
            whistle_heard_at=world.whistle.last_detected_at,
            whistle_confidence=self.best_whistle,
            whistle_direction=self._direction(frame, world),
            whistle_deviation=world.sound.deviation,
            microphones=world.whistle.channels_used,
            sent_at=frame.time,
        )

    def _direction(self, frame: FrameInfo, world: OwnWorld) -> float | None:
        """Where the whistle came from, as long as it is news."""
        is_news = frame.time - world.whistle.last_detected_at < WHISTLE_NEWS
        return world.sound.angle_in_robot if is_news and world.sound.valid else None

    def _with_details(self, content: Teammate, world: OwnWorld) -> Teammate:
        """What is only worth its while when something is sent."""
        cells = world.coverage.seen_at
        return replace(
            content,
            opponents=self._opponents(world),
            coverage_seen_at=cells if cells.shape == SHAPE else None,
        )

    def _opponents(self, world: OwnWorld) -> tuple[FieldPlayer, ...]:
        pose = world.pose.robot_to_field
        return tuple(
            FieldPlayer(
                position_in_field=pose @ seen.center_in_robot,
                covariance=rotated_covariance(seen.covariance, pose.theta),
                upright=seen.kind is not ObstacleKind.FALLEN_ROBOT,
                last_seen_at=seen.last_seen_at,
            )
            for seen in world.obstacles.obstacles
            if seen.team is TeamSeen.OPPONENT
            and seen.center_in_robot.norm <= self.parameters.opponent_range
        )
