"""The team's ball: from the own ball and those that teammates tell to one for all."""

from collections.abc import Iterator
from dataclasses import dataclass

from kickabout.framework import FrameInfo, Module, frozen, inputs, param
from kickabout.framework.parameter import picked
from kickabout.geometry import Field, Vector2
from kickabout.modeling.team.ball_clusters import BallReport, BallTrust, agreed_ball, report_weight
from kickabout.representations import (
    BallFriction,
    BallModel,
    FieldBall,
    FieldDimensions,
    PlayerInfo,
    RobotPose,
    TeamBall,
    TeamData,
    Teammate,
)
from kickabout.soccer.ball_physics import position_after, velocity_after


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamBallLocatorParameters:
    radius: float = param(1.0, unit="m", low=0.0, doc="balls this near may be the same")
    gate: float = param(
        2.0, low=0.0, doc="deviations by which a ball may miss the others of a group of three"
    )
    drift: float = param(
        0.3, unit="m/s", low=0.0, doc="how fast a ball may have moved from one look to another"
    )
    max_age: float = param(6.0, unit="s", low=0.0, doc="balls not seen for longer do not count")
    half_life: float = param(1.0, unit="s", low=0.01, doc="after which a ball counts half")
    deviation: float = param(0.05, unit="m", low=0.001, doc="of a ball seen at the own feet")
    deviation_growth: float = param(0.1, low=0.0, doc="what that gains per m of distance")
    border: float = param(0.3, unit="m", low=0.0, doc="balls farther out of the field do not count")


@inputs
@frozen
class OwnBall:
    """What this robot knows about the ball itself."""

    pose: RobotPose
    model: BallModel
    in_field: FieldBall


@inputs
@frozen
class TeamContext:
    """Who plays where."""

    player: PlayerInfo
    team: TeamData
    friction: BallFriction
    field: FieldDimensions


class TeamBallLocator(Module[TeamBallLocatorParameters]):
    """The largest group of balls that lie together wins, so a single liar has no say.

    Neither has one whose ball lies near the others', but not as near as it should.
    A teammate that fell or was penalized counts with the last ball it told before, until that
    is too old. After B-Human 2019, 5.2.3.
    """

    def __init__(self, parameters: TeamBallLocatorParameters) -> None:
        super().__init__(parameters)
        self.last_valid: dict[int, Teammate] = {}
        self.parameters_changed()

    def parameters_changed(self) -> None:
        self.trust = picked(BallTrust, self.parameters)

    def update(self, frame: FrameInfo, own: OwnBall, context: TeamContext) -> TeamBall:
        reports = [
            report
            for report in (
                *self._own_report(frame, own, context.player),
                *self._reports(frame, context),
            )
            if self._is_on_field(report.position_in_field, context.field)
        ]
        p = self.parameters
        agreed = agreed_ball(reports, radius=p.radius, gate=p.gate, drift=p.drift)
        if agreed is None:
            return TeamBall()
        return TeamBall(
            position_in_field=agreed.position_in_field,
            velocity_in_field=agreed.velocity_in_field,
            valid=True,
            contributors=agreed.numbers,
            last_seen_at=agreed.last_seen_at,
        )

    def _own_report(
        self, frame: FrameInfo, own: OwnBall, player: PlayerInfo
    ) -> Iterator[BallReport]:
        age = frame.time - own.model.last_seen_at
        if own.in_field.known and age <= self.parameters.max_age:
            distance = own.model.position_in_robot.norm
            yield BallReport(
                number=player.number,
                position_in_field=own.in_field.position_in_field,
                velocity_in_field=own.in_field.velocity_in_field,
                weight=self._weight(own.pose.validity, age, distance),
                last_seen_at=own.model.last_seen_at,
            )

    def _reports(self, frame: FrameInfo, context: TeamContext) -> Iterator[BallReport]:
        for mate in context.team.teammates:
            if mate.upright and not mate.penalized:
                self.last_valid[mate.number] = mate
        for number, mate in sorted(self.last_valid.items()):
            age = frame.time - mate.ball_last_seen_at
            if number == context.player.number or mate.ball_in_field is None:
                continue
            if age > self.parameters.max_age:
                continue
            deceleration, since = context.friction.deceleration, max(0.0, frame.time - mate.sent_at)
            velocity = mate.ball_velocity_in_field
            ball = position_after(
                mate.ball_in_field, velocity, time=since, deceleration=deceleration
            )
            distance = mate.ball_in_field.distance_to(mate.robot_to_field.position)
            yield BallReport(
                number=number,
                position_in_field=ball,
                velocity_in_field=velocity_after(velocity, time=since, deceleration=deceleration),
                weight=self._weight(mate.pose_validity, max(0.0, age), distance),
                last_seen_at=mate.ball_last_seen_at,
            )

    def _weight(self, validity: float, age: float, distance: float) -> float:
        # A robot whose localization says nothing about itself still has eyes.
        return report_weight(self.trust, validity=max(validity, 0.05), age=age, distance=distance)

    def _is_on_field(self, ball: Vector2[Field], field: FieldDimensions) -> bool:
        border = self.parameters.border
        return (
            abs(ball.x) <= field.goal_line_x + border and abs(ball.y) <= field.side_line_y + border
        )
