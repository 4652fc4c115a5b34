"""Ball tracker: from accepted percepts, odometry and the robot's feet to the ball's motion."""

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
    filters: int = param(
        6, low=1, doc="number of hypotheses of a rolling ball, and also of a resting one"
    )
    resting_drift: float = param(0.01, unit="m/√s", low=0.0, doc="position noise of a resting ball")
    rolling_drift: float = param(
        0.005, unit="m/√s", low=0.0, doc="position noise of a rolling ball"
    )
    acceleration: float = param(
        0.05, unit="m/s/√s", low=0.0, doc="velocity noise of a rolling ball"
    )
    first_speed: float = param(
        1.5, unit="m/s", low=0.0, doc="standard deviation of the velocity in a new filter"
    )
    percept_factor: float = param(1.0, low=0.1, doc="factor on the percepts' covariance")
    min_deviation: float = param(
        0.008, unit="m", low=0.001, doc="minimum standard deviation of a percept"
    )
    odometry_error: float = param(0.1, low=0.0, doc="error of odometry as a fraction of the step")
    fit_weight: float = param(
        0.25,
        low=0.0,
        high=1.0,
        doc="weight of the newest percept in a filter's mean log-likelihood",
    )
    gate: float = param(
        16.0, low=1.0, doc="squared Mahalanobis distance above which a filter ignores a percept"
    )
    max_misfit: float = param(
        10.0, low=0.0, doc="maximum log-likelihood below average that a percept counts with"
    )
    start_penalty: float = param(
        3.0, low=0.0, doc="log-likelihood below average with which a new filter starts"
    )
    kind_hysteresis: float = param(
        0.8, low=0.0, doc="minimum lead of the other kind of filter to be chosen"
    )
    hysteresis: float = param(
        0.3, low=0.0, doc="minimum lead of another rolling filter to be chosen"
    )
    min_speed: float = param(
        0.1, unit="m/s", low=0.0, doc="speed below which a ball counts as resting"
    )
    foot_front: float = param(
        0.1, unit="m", low=0.0, doc="distance from below the ankle to the toes"
    )
    foot_back: float = param(
        0.05, unit="m", low=0.0, doc="distance from below the ankle to the heel"
    )
    foot_side: float = param(0.045, unit="m", low=0.0, doc="half of a foot's width")
    touch_distance: float = param(
        1.0, unit="m", low=0.0, doc="distance above which the ball cannot touch a foot"
    )
    bounce: float = param(
        0.2, low=0.0, high=1.0, doc="fraction of the speed that the ball keeps when it hits a foot"
    )
    contact_noise: float = param(0.01, unit="m", low=0.0, doc="position noise that a contact adds")
    contact_speed_noise: float = param(
        0.3, unit="m/s", low=0.0, doc="velocity noise that a contact adds"
    )
    hidden_distance: float = param(
        0.22, unit="m", low=0.0, doc="distance below which the body hides the ball"
    )
    margin_px: float = param(
        20.0, unit="px", low=0.0, doc="margin at the image's edges in which the ball may be missed"
    )
    averaging_time: float = param(
        0.7,
        unit="s",
        low=0.01,
        doc="time constant of the averaged fraction of images with the ball",
    )
    lost_fraction: float = param(
        0.1,
        low=0.0,
        high=1.0,
        doc="fraction of images with the ball below which the ball is dropped",
    )
    forget_after: float = param(
        20.0, unit="s", low=0.0, doc="time without percepts after which the ball is dropped"
    )


@inputs
@frozen
class BallPushers:
    """Inputs about what moves the ball, also relative to the robot."""

    odometry: Odometry
    body: BodyModel
    torso: TorsoState
    friction: BallFriction
    field: FieldDimensions


class BallTracker(Module[BallTrackerParameters]):
    """Twelve Kalman filters, half for a rolling and half for a resting ball; the best one is used.

    Percepts are used without compensating their delay. After B-Human 2019, 5.2.1.
    """

    def __init__(self, parameters: BallTrackerParameters) -> None:
        super().__init__(parameters)
        self.hypotheses = BallHypotheses(parameters.filters)
        self.noise = picked(BallNoise, self.parameters)
        self.feet = OwnFeet()
        self.increment = OdometryIncrement()
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
        step, balls = self.increment.step(pushed.odometry), self.hypotheses
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
        self._drop_lost(frame, percept, view, pushed.field.ball.radius)
        if percept.seen:
            balls.correct(percept.position_in_robot.array, percept.covariance, self.noise)
            self.last_seen_at = frame.time
            self.last_seen_in_robot = percept.position_in_robot
        self._draw()
        return self._model()

    def _draw(self) -> None:
        """Draw rolling hypotheses as arrows of one second, resting ones as dots."""
        canvas = self.debug.field("hypotheses", "robot")
        if canvas is None or not self.hypotheses.known:
            return
        for x, y, vx, vy in self.hypotheses.rolling.means.tolist():
            canvas.arrow((x, y), (x + vx, y + vy), color="orange")
        for x, y in self.hypotheses.resting.means.tolist():
            canvas.dot((x, y), color="brown")

    def _drop_lost(
        self, frame: FrameInfo, percept: FilteredBallPercept, view: BallView, radius: float
    ) -> None:
        """Drop the hypotheses if the ball is not seen where it should be."""
        p = self.parameters
        if percept.seen or self._should_be_seen(view, radius):
            weight = 1.0 - math.exp(-frame.dt / p.averaging_time)
            self.seen_fraction += weight * (float(percept.seen) - self.seen_fraction)
        unseen_for = frame.time - self.last_seen_at
        is_gone = self.seen_fraction < p.lost_fraction and unseen_for > p.averaging_time
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
