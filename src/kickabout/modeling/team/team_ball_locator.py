"""The team's ball: from the robot's own ball and those of teammates to one for all."""

from collections.abc import Iterator
from dataclasses import dataclass

from kickabout.framework import FrameInfo, Module, frozen, inputs, param
from kickabout.framework.parameter import picked
from kickabout.geometry import Field, Vector2
from kickabout.modeling.team.ball_clusters import (
    BallReport,
    ReportRules,
    agreed_ball,
    report_weight,
)
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
    radius: float = param(
        1.0, unit="m", low=0.0, doc="maximum distance of balls in one cluster from its seed"
    )
    gate: float = param(
        2.0,
        low=0.0,
        doc="maximum deviations of a ball from the others in a cluster of three or more",
    )
    drift: float = param(
        0.3, unit="m/s", low=0.0, doc="speed by which balls may have moved between two observations"
    )
    max_age: float = param(6.0, unit="s", low=0.0, doc="maximum age of a ball's last percept")
    half_life: float = param(
        1.0, unit="s", low=0.01, doc="age at which the weight of a ball is halved"
    )
    deviation: float = param(
        0.05, unit="m", low=0.001, doc="standard deviation of a ball at the observer's feet"
    )
    deviation_growth: float = param(
        0.1, low=0.0, doc="growth of the deviation per meter of distance"
    )
    margin: float = param(
        0.3, unit="m", low=0.0, doc="maximum distance of a ball outside of the field"
    )


@inputs
@frozen
class OwnBall:
    """Inputs about the ball that this robot sees."""

    pose: RobotPose
    model: BallModel
    in_field: FieldBall


@inputs
@frozen
class TeamContext:
    """Inputs about the team, the carpet and the field."""

    player: PlayerInfo
    team: TeamData
    friction: BallFriction
    field: FieldDimensions


class TeamBallLocator(Module[TeamBallLocatorParameters]):
    """Averages the largest cluster of balls, so a single outlier has no effect.

    A ball near the others that does not fit them within its deviation has no effect either. For a
    teammate that fell or was penalized, use the last ball it sent before, until that is too
    old. After B-Human 2019, 5.2.3.
    """

    def __init__(self, parameters: TeamBallLocatorParameters) -> None:
        super().__init__(parameters)
        self.last_valid: dict[int, Teammate] = {}
        self.parameters_changed()

    def parameters_changed(self) -> None:
        self.rules = picked(ReportRules, self.parameters)

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
        for teammate in context.team.teammates:
            if teammate.upright and not teammate.penalized:
                self.last_valid[teammate.number] = teammate
        deceleration = context.friction.deceleration
        for number, teammate in sorted(self.last_valid.items()):
            age, sent = frame.time - teammate.ball_last_seen_at, teammate.ball_in_field
            if number == context.player.number or sent is None or age > self.parameters.max_age:
                continue
            ball, velocity = sent, teammate.ball_velocity_in_field
            if velocity.squared_norm > 0.0:
                since = max(0.0, frame.time - teammate.sent_at)
                ball = position_after(ball, velocity, time=since, deceleration=deceleration)
                velocity = velocity_after(velocity, time=since, deceleration=deceleration)
            distance = sent.distance_to(teammate.robot_to_field.position)
            yield BallReport(
                number=number,
                position_in_field=ball,
                velocity_in_field=velocity,
                weight=self._weight(teammate.pose_validity, max(0.0, age), distance),
                last_seen_at=teammate.ball_last_seen_at,
            )

    def _weight(self, validity: float, age: float, distance: float) -> float:
        # A robot with an invalid pose still sees the ball.
        return report_weight(self.rules, validity=max(validity, 0.05), age=age, distance=distance)

    def _is_on_field(self, ball: Vector2[Field], field: FieldDimensions) -> bool:
        margin = self.parameters.margin
        return (
            abs(ball.x) <= field.goal_line_x + margin and abs(ball.y) <= field.side_line_y + margin
        )
