"""Ball percept filter: from percepts of the detector to those that others support."""

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
    window: float = param(0.5, unit="s", low=0.05, doc="time in which percepts support each other")
    radius: float = param(
        0.15, unit="m", low=0.0, doc="maximum distance between percepts of one ball"
    )
    radius_growth: float = param(0.06, low=0.0, doc="growth of the radius per meter of distance")
    needed: int = param(4, low=1, doc="minimum number of percepts around a position")
    needed_fraction: float = param(
        0.5, low=0.0, high=1.0, doc="minimum fraction of the camera's images with such a percept"
    )
    line_needed: int = param(5, low=3, doc="number of percepts on a line that make a rolling ball")
    line_residual: float = param(
        0.05, unit="m", low=0.0, doc="maximum deviation of the percepts from the line"
    )
    min_speed: float = param(0.3, unit="m/s", low=0.0, doc="minimum speed of a rolling ball")
    max_speed: float = param(8.0, unit="m/s", low=0.0, doc="maximum speed of a rolling ball")
    accepted_for: float = param(
        0.7,
        unit="s",
        low=0.0,
        doc="time after an accepted percept in which others near it are accepted at once",
    )
    accepted_radius: float = param(
        0.3, unit="m", low=0.0, doc="maximum distance from the accepted percept"
    )
    accepted_growth: float = param(
        0.12, low=0.0, doc="growth of this distance per meter of distance from the robot"
    )
    accepted_speed: float = param(
        3.0, unit="m/s", low=0.0, doc="growth of this distance with time, as the ball rolls"
    )
    margin: float = param(
        0.4, unit="m", low=0.0, doc="maximum distance of a percept outside of the field"
    )
    margin_growth: float = param(0.1, low=0.0, doc="growth of the margin per meter of distance")
    teammate_radius: float = param(
        0.2,
        unit="m",
        low=0.0,
        doc="radius in which a ball at a teammate is a false detection of its feet",
    )
    teammate_age: float = param(1.5, unit="s", low=0.0, doc="maximum age of a teammate's pose")


@inputs
@frozen
class BallSurroundings:
    """Inputs that decide whether there can be a ball at a position."""

    pose: Last[RobotPose]
    team: Last[TeamData]
    field: FieldDimensions


class BallPerceptFilter(Module[BallPerceptFilterParameters]):
    """Accepts a percept if others around it or on a line with it support it.

    A percept near a recently accepted one is accepted at once, even if it is only guessed. A
    percept outside of the field or inside a teammate is never accepted. After B-Human 2019,
    5.2.1.2.
    """

    def __init__(self, parameters: BallPerceptFilterParameters) -> None:
        super().__init__(parameters)
        self.memory = PerceptMemory()
        self.cameras: dict[str, int] = {}  # numbers in the memory, by name
        self.increment = OdometryIncrement()
        self.parameters_changed()
        self.accepted_at = -math.inf
        self.accepted_in_robot: Vector2[Robot] = Vector2()

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
        camera_index = self.cameras.setdefault(camera.camera, len(self.cameras))
        step, window = self.increment.step(odometry), self.parameters.window
        self.memory.image(frame.time, camera=camera_index, step=step.array, window=window)
        self.accepted_in_robot = step.inverse() @ self.accepted_in_robot
        if percept.seen is Seen.NO:
            return FilteredBallPercept()
        reason = self._impossible(frame, percept, step, around)
        if not reason:
            x, y = percept.position_in_robot
            self.memory.add(x, y, sure=percept.seen is Seen.YES)
            if not self._is_near_accepted(frame, percept) and not self._is_supported(percept):
                reason = "alone"
        if reason:
            return FilteredBallPercept(rejected=reason)
        self.accepted_at = frame.time
        self.accepted_in_robot = percept.position_in_robot
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
        """Return the reason why there can be no ball; empty if there can be one."""
        if around.pose.quality is PoseQuality.POOR:
            return ""
        p, distance = self.parameters, percept.position_in_robot.norm
        ball: Vector2[Field] = around.pose.robot_to_field @ (step @ percept.position_in_robot)
        margin = p.margin + p.margin_growth * distance
        if (
            abs(ball.x) > around.field.goal_line_x + margin
            or abs(ball.y) > around.field.side_line_y + margin
        ):
            return "out of the field"
        for teammate in around.team.teammates:
            is_fresh = frame.time - teammate.sent_at <= p.teammate_age
            near = teammate.robot_to_field.position.distance_to(ball) <= p.teammate_radius
            if is_fresh and near and not teammate.penalized:
                return "inside a teammate"
        return ""

    def _is_near_accepted(self, frame: FrameInfo, percept: BallPercept) -> bool:
        p, age = self.parameters, frame.time - self.accepted_at
        if age > p.accepted_for:
            return False
        ball = percept.position_in_robot
        reach = p.accepted_radius + p.accepted_growth * ball.norm + p.accepted_speed * age
        return self.accepted_in_robot.distance_to(ball) <= reach

    def _is_supported(self, percept: BallPercept) -> bool:
        is_sure = percept.seen is Seen.YES
        return self.memory.is_rolling(self.rules) or (
            is_sure and self.memory.is_repeated(self.rules)
        )
