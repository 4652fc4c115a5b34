"""Believing in balls: from what the detector says to percepts that are worth believing."""

import math
from dataclasses import dataclass

from kickabout.framework import FrameInfo, Last, Module, frozen, inputs, param
from kickabout.framework.parameter import picked
from kickabout.geometry import Field, Pose2, Robot, Vector2
from kickabout.modeling.ball.plausible_balls import PerceptMemory, Plausibility
from kickabout.modeling.odometry_increment import OdometryIncrement
from kickabout.representations import (
    BallPercept,
    CameraInfo,
    CameraName,
    FieldDimensions,
    FilteredBallPercept,
    Odometry,
    PoseQuality,
    RobotPose,
    Seen,
    TeamData,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class BallPerceptFilterParameters:
    window: float = param(0.5, unit="s", low=0.05, doc="percepts support each other for so long")
    radius: float = param(0.15, unit="m", low=0.0, doc="percepts this near may be the same ball")
    radius_growth: float = param(0.06, low=0.0, doc="what the radius gains per m of distance")
    needed: int = param(4, low=1, doc="percepts around a place before it is believed")
    needed_share: float = param(
        0.5, low=0.0, high=1.0, doc="of the camera's images that have to show it"
    )
    line_needed: int = param(5, low=3, doc="percepts on a line that make a rolling ball")
    line_residual: float = param(0.05, unit="m", low=0.0, doc="how far from the line they may be")
    min_speed: float = param(0.3, unit="m/s", low=0.0, doc="slower series are no rolling ball")
    max_speed: float = param(8.0, unit="m/s", low=0.0, doc="faster series are no rolling ball")
    trusted_for: float = param(
        0.7, unit="s", low=0.0, doc="after a believed percept, others near it are believed at once"
    )
    trusted_radius: float = param(0.3, unit="m", low=0.0, doc="how near those have to be")
    trusted_growth: float = param(0.12, low=0.0, doc="what this radius gains per m of distance")
    trusted_speed: float = param(3.0, unit="m/s", low=0.0, doc="and with time, as the ball rolls")
    border: float = param(0.4, unit="m", low=0.0, doc="percepts farther out of the field are wrong")
    border_growth: float = param(0.1, low=0.0, doc="what this border gains per m of distance")
    mate_radius: float = param(0.2, unit="m", low=0.0, doc="a ball inside a teammate is its foot")
    mate_age: float = param(1.5, unit="s", low=0.0, doc="older poses of teammates do not count")


@inputs
@frozen
class BallSurroundings:
    """What tells whether there can be a ball."""

    pose: Last[RobotPose]
    team: Last[TeamData]
    field: FieldDimensions


class BallPerceptFilter(Module[BallPerceptFilterParameters]):
    """Lets a percept through if others around it or on a line with it support it.

    A percept near one that was let through just before passes at once, also a guessed one. What
    lies out of the field or inside a teammate never passes. After B-Human 2019, 5.2.1.2.
    """

    def __init__(self, parameters: BallPerceptFilterParameters) -> None:
        super().__init__(parameters)
        self.memory = PerceptMemory()
        self.way = OdometryIncrement()
        self.parameters_changed()
        self.believed_at = -math.inf
        self.believed_in_robot: Vector2[Robot] = Vector2()

    def parameters_changed(self) -> None:
        self.rules = picked(Plausibility, self.parameters)

    def update(
        self,
        frame: FrameInfo,
        percept: BallPercept,
        camera: CameraInfo,
        odometry: Odometry,
        around: BallSurroundings,
    ) -> FilteredBallPercept:
        lens = 0 if camera.camera is CameraName.UPPER else 1
        step, window = self.way.step(odometry), self.parameters.window
        self.memory.image(frame.time, camera=lens, step=step.array, window=window)
        self.believed_in_robot = step.inverse() @ self.believed_in_robot
        if percept.seen is Seen.NO:
            return FilteredBallPercept()
        reason = self._impossible(frame, percept, step, around)
        if not reason:
            x, y = percept.position_in_robot
            self.memory.add(x, y, sure=percept.seen is Seen.YES)
            if not self._is_trusted(frame, percept) and not self._is_supported(percept):
                reason = "alone"
        if reason:
            return FilteredBallPercept(rejected=reason)
        self.believed_at = frame.time
        self.believed_in_robot = percept.position_in_robot
        return FilteredBallPercept(
            seen=True,
            position_in_robot=percept.position_in_robot,
            covariance=percept.covariance,
        )

    def _impossible(
        self,
        frame: FrameInfo,
        percept: BallPercept,
        step: Pose2[Robot, Robot],
        around: BallSurroundings,
    ) -> str:
        """Why there can be no ball, or nothing."""
        if around.pose.quality is PoseQuality.POOR:
            return ""
        p, distance = self.parameters, percept.position_in_robot.norm
        ball: Vector2[Field] = around.pose.robot_to_field @ (step @ percept.position_in_robot)
        border = p.border + p.border_growth * distance
        if (
            abs(ball.x) > around.field.goal_line_x + border
            or abs(ball.y) > around.field.side_line_y + border
        ):
            return "out of the field"
        for mate in around.team.teammates:
            is_fresh = frame.time - mate.sent_at <= p.mate_age
            near = mate.robot_to_field.position.distance_to(ball) <= p.mate_radius
            if is_fresh and near and not mate.penalized:
                return "inside a teammate"
        return ""

    def _is_trusted(self, frame: FrameInfo, percept: BallPercept) -> bool:
        p, age = self.parameters, frame.time - self.believed_at
        if age > p.trusted_for:
            return False
        place = percept.position_in_robot
        reach = p.trusted_radius + p.trusted_growth * place.norm + p.trusted_speed * age
        return self.believed_in_robot.distance_to(place) <= reach

    def _is_supported(self, percept: BallPercept) -> bool:
        is_sure = percept.seen is Seen.YES
        return self.memory.is_rolling(self.rules) or (
            is_sure and self.memory.is_repeated(self.rules)
        )
