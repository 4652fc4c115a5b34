"""Tracking the ball: from believed percepts, odometry and own feet to where it is and rolls."""

import math
from dataclasses import dataclass

import numpy as np

from kickabout.framework import FrameInfo, Module, frozen, inputs, param
from kickabout.framework.parameter import picked
from kickabout.geometry import Mat, Robot, Vector2, readonly
from kickabout.modeling.ball.ball_hypotheses import BallHypotheses, BallNoise, Feet
from kickabout.modeling.ball.ball_view import BallView, hides
from kickabout.modeling.ball.own_feet import OwnFeet
from kickabout.modeling.camera_view import is_in_view
from kickabout.modeling.odometry_increment import OdometryIncrement
from kickabout.representations import (
    BallFriction,
    BallModel,
    BodyModel,
    FieldDimensions,
    FilteredBallPercept,
    Odometry,
    TorsoState,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class BallTrackerParameters:
    filters: int = param(6, low=1, doc="hypotheses of a rolling ball, and of a resting one")
    resting_drift: float = param(0.01, unit="m/√s", low=0.0, doc="of a ball that lies")
    rolling_drift: float = param(0.005, unit="m/√s", low=0.0, doc="of a ball that rolls")
    acceleration: float = param(
        0.05, unit="m/s/√s", low=0.0, doc="change of a rolling ball's speed"
    )
    first_speed: float = param(1.5, unit="m/s", low=0.0, doc="of a ball that nothing is known of")
    percept_factor: float = param(
        1.0, low=0.1, doc="on the percepts' covariance, where it is too small or too large"
    )
    min_deviation: float = param(0.008, unit="m", low=0.001, doc="of any percept")
    odometry_share: float = param(0.1, low=0.0, doc="part of a step that odometry may err by")
    memory: float = param(0.25, low=0.0, high=1.0, doc="share of each percept in a filter's weight")
    gate: float = param(
        16.0, low=1.0, doc="squared Mahalanobis distance of percepts that a filter takes in"
    )
    worst_fit: float = param(
        10.0, low=0.0, doc="log-likelihood below average that counts, however bad a percept fits"
    )
    handicap: float = param(3.0, low=0.0, doc="new filters start with this much less weight")
    preference: float = param(0.8, low=0.0, doc="by which the other kind of filter has to lead")
    loyalty: float = param(0.3, low=0.0, doc="by which another rolling filter has to lead")
    min_speed: float = param(0.1, unit="m/s", low=0.0, doc="slower balls count as resting")
    foot_front: float = param(0.1, unit="m", low=0.0, doc="from below the ankle to the toes")
    foot_back: float = param(0.05, unit="m", low=0.0, doc="from below the ankle to the heel")
    foot_side: float = param(0.045, unit="m", low=0.0, doc="half of a foot's width")
    touch_distance: float = param(1.0, unit="m", low=0.0, doc="balls farther away touch no foot")
    bounce: float = param(0.2, low=0.0, high=1.0, doc="speed kept when the ball hits a foot")
    contact_noise: float = param(0.01, unit="m", low=0.0, doc="that a contact adds to the position")
    contact_speed_noise: float = param(0.3, unit="m/s", low=0.0, doc="and to the velocity")
    hidden_distance: float = param(0.22, unit="m", low=0.0, doc="nearer balls hide below the body")
    margin_px: float = param(20.0, unit="px", low=0.0, doc="at the image's edge balls are missed")
    share_time: float = param(0.7, unit="s", low=0.01, doc="over which the seen share is averaged")
    lost_share: float = param(0.1, low=0.0, high=1.0, doc="seen less often, the ball is not there")
    forget_after: float = param(20.0, unit="s", low=0.0, doc="a ball not seen for longer is lost")


@inputs
@frozen
class BallPushers:
    """What moves the ball, or the robot against it."""

    odometry: Odometry
    body: BodyModel
    torso: TorsoState
    friction: BallFriction
    field: FieldDimensions


class BallTracker(Module[BallTrackerParameters]):
    """Twelve Kalman filters, half for a rolling and half for a resting ball; the best one counts.

    After B-Human 2019, 5.2.1. Percepts are taken as if they were of this very moment.
    """

    def __init__(self, parameters: BallTrackerParameters) -> None:
        super().__init__(parameters)
        self.hypotheses = BallHypotheses(parameters.filters)
        self.noise = picked(BallNoise, self.parameters)
        self.feet = OwnFeet()
        self.way = OdometryIncrement()
        self.last_seen_at = BallModel().last_seen_at
        self.last_seen_in_robot: Vector2[Robot] = Vector2()
        self.seen_fraction = 0.0

    def parameters_changed(self) -> None:
        self.noise = picked(BallNoise, self.parameters)
        if len(self.hypotheses.resting.means) != self.parameters.filters:
            self.hypotheses = BallHypotheses(self.parameters.filters)

    def update(
        self, frame: FrameInfo, percept: FilteredBallPercept, view: BallView, pushed: BallPushers
    ) -> BallModel:
        step, balls = self.way.step(pushed.odometry), self.hypotheses
        self.last_seen_in_robot = step.inverse() @ self.last_seen_in_robot
        if balls.known:
            deceleration = pushed.friction.deceleration
            balls.predict(step.array, frame.dt, deceleration=deceleration, noise=self.noise)
        if balls.known and self._position().norm < self.parameters.touch_distance:
            feet = self.feet.moved(pushed.body, pushed.torso, step=step, dt=frame.dt)
            if len(feet):
                balls.touch(self._shape(feet, pushed.field.ball.radius))
        else:
            self.feet.forget()
        self._judge(frame, percept, view, pushed.field.ball.radius)
        if percept.seen:
            balls.correct(percept.position_in_robot.array, percept.covariance, self.noise)
            self.last_seen_at = frame.time
            self.last_seen_in_robot = percept.position_in_robot
        self._draw()
        return self._model()

    def _draw(self) -> None:
        """All hypotheses: rolling ones with where they are in a second, resting ones as dots."""
        canvas = self.debug.field("hypotheses", "robot")
        if canvas is None or not self.hypotheses.known:
            return
        for x, y, vx, vy in self.hypotheses.rolling.means.tolist():
            canvas.arrow((x, y), (x + vx, y + vy), color="orange")
        for x, y in self.hypotheses.resting.means.tolist():
            canvas.dot((x, y), color="brown")

    def _judge(
        self, frame: FrameInfo, percept: FilteredBallPercept, view: BallView, radius: float
    ) -> None:
        """Whether the ball is seen where it should be; forget it if it obviously is not there."""
        p = self.parameters
        if percept.seen or self._should_be_seen(view, radius):
            share = 1.0 - math.exp(-frame.dt / p.share_time)
            self.seen_fraction += share * (float(percept.seen) - self.seen_fraction)
        unseen_for = frame.time - self.last_seen_at
        is_gone = self.seen_fraction < p.lost_share and unseen_for > p.share_time
        if unseen_for > p.forget_after or is_gone:
            self.hypotheses.forget()

    def _should_be_seen(self, view: BallView, radius: float) -> bool:
        if not self.hypotheses.known:
            return False
        p, ball = self.parameters, self._position()
        if ball.norm < p.hidden_distance or any(
            hides(obstacle.center_in_robot, obstacle.radius, ball)
            for obstacle in view.obstacles.obstacles
        ):
            return False
        return is_in_view(ball, view.matrix, view.camera, height=radius, margin_px=p.margin_px)

    def _position(self) -> Vector2[Robot]:
        return Vector2.from_array(self.hypotheses.best()[0][:2])

    def _model(self) -> BallModel:
        if not self.hypotheses.known:
            return BallModel(
                last_seen_at=self.last_seen_at, last_seen_in_robot=self.last_seen_in_robot
            )
        state, covariance = self.hypotheses.best()
        x, y, vx, vy = state.tolist()
        is_rolling = math.hypot(vx, vy) >= self.parameters.min_speed
        return BallModel(
            position_in_robot=Vector2(x, y),
            velocity_in_robot=Vector2(vx, vy) if is_rolling else Vector2(),
            covariance=readonly(covariance),
            last_seen_at=self.last_seen_at,
            last_seen_in_robot=self.last_seen_in_robot,
            seen_fraction=self.seen_fraction,
            known=True,
        )

    def _shape(self, rows: Mat, ball_radius: float) -> Feet:
        p = self.parameters
        return Feet(
            rows=rows,
            box=np.array((-p.foot_back, p.foot_front, -p.foot_side, p.foot_side)),
            ball_radius=ball_radius,
            bounce=p.bounce,
            position_noise=p.contact_noise,
            velocity_noise=p.contact_speed_noise,
        )
