"""HULKs' ball tracker: from percepts, odometry and friction to the ball's motion."""

import math
from dataclasses import dataclass

import numpy as np

from kickabout.framework import FrameInfo, Module, param
from kickabout.framework.parameter import picked
from kickabout.geometry import Cov2, Robot, Vector2, readonly
from kickabout.modeling.ball.ball_view import BallView, hides
from kickabout.modeling.ball.hulks_ball_hypotheses import BallFilterRules, BallFilters
from kickabout.modeling.camera_view import is_in_view
from kickabout.modeling.odometry_increment import OdometryIncrement
from kickabout.representations import (
    BallFriction,
    BallModel,
    BallPercept,
    FieldDimensions,
    Odometry,
    Seen,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class HulksBallTrackerParameters:
    drift: float = param(0.01, unit="m/√s", low=0.0, doc="position noise of the ball")
    acceleration: float = param(0.15, unit="m/s/√s", low=0.0, doc="velocity noise of the ball")
    first_speed: float = param(
        0.5, unit="m/s", low=0.0, doc="standard deviation of the velocity in a new hypothesis"
    )
    push: float = param(
        1.0, unit="m/s", low=0.0, doc="deviation added to the velocity when a percept does not fit"
    )
    misfit: float = param(
        7.0, low=0.0, doc="squared Mahalanobis distance above which the ball was pushed"
    )
    gate: float = param(
        0.25, unit="m", low=0.0, doc="maximum distance of a percept from its hypothesis"
    )
    gate_growth: float = param(0.15, low=0.0, doc="growth of the gate per meter of distance")
    odometry_error: float = param(0.1, low=0.0, doc="error of odometry as a fraction of the step")
    percept_factor: float = param(1.5, low=0.1, doc="factor on the percepts' covariance")
    min_deviation: float = param(
        0.01, unit="m", low=0.001, doc="minimum standard deviation of a percept"
    )
    gain: float = param(
        0.2,
        low=0.0,
        high=1.0,
        doc="fraction of the way to 1 by which a percept raises the validity",
    )
    loss: float = param(
        0.03, low=0.0, high=1.0, doc="fraction of the validity that a missing percept takes"
    )
    min_validity: float = param(0.05, low=0.0, high=1.0, doc="minimum validity of a hypothesis")
    known_above: float = param(0.5, low=0.0, high=1.0, doc="validity from which a ball is known")
    lost_below: float = param(
        0.15, low=0.0, high=1.0, doc="validity below which a known ball is lost"
    )
    merge_distance: float = param(
        0.15, unit="m", low=0.0, doc="distance below which two hypotheses are one"
    )
    max_hypotheses: int = param(6, low=1, doc="maximum number of hypotheses")
    forget_after: float = param(
        12.0, unit="s", low=0.0, doc="time without percepts after which a hypothesis is dropped"
    )
    hidden_distance: float = param(
        0.22, unit="m", low=0.0, doc="distance below which the body hides the ball"
    )
    margin_px: float = param(
        20.0, unit="px", low=0.0, doc="margin at the image's edges in which the ball may be missed"
    )
    min_speed: float = param(
        0.12, unit="m/s", low=0.0, doc="speed below which a ball counts as resting"
    )


class HulksBallTracker(Module[HulksBallTrackerParameters]):
    """A few Kalman filters with friction; the one with the highest validity is the ball.

    After HULKs 2021, 5.3, which describes friction and destination but gives no equations.
    """

    def __init__(self, parameters: HulksBallTrackerParameters) -> None:
        super().__init__(parameters)
        self.filters = BallFilters()
        self.increment = OdometryIncrement()
        self.known = False
        self.last_seen_at = BallModel().last_seen_at
        self.last_seen_in_robot: Vector2[Robot] = Vector2()
        self.parameters_changed()

    def parameters_changed(self) -> None:
        self.rules = picked(BallFilterRules, self.parameters)

    def update(
        self,
        frame: FrameInfo,
        percept: BallPercept,
        view: BallView,
        odometry: Odometry,
        friction: BallFriction,
        field: FieldDimensions,
    ) -> BallModel:
        balls, step = self.filters, self.increment.step(odometry)
        self.last_seen_in_robot = step.inverse() @ self.last_seen_in_robot
        deceleration = friction.deceleration
        balls.predict(step.array, frame.dt, deceleration=deceleration, rules=self.rules)
        seen = percept.seen is Seen.YES
        if seen:
            position = percept.position_in_robot
            balls.correct(position.array, self._spread(percept.covariance), frame.time, self.rules)
        self._miss(frame.time, view, field.ball.radius)
        balls.forget(frame.time, self.parameters.forget_after, self.rules)
        return self._model(frame.time, percept if seen else None)

    def _spread(self, covariance: Cov2) -> Cov2:
        p = self.parameters
        spread: Cov2 = p.percept_factor * covariance + p.min_deviation**2 * np.eye(2)
        return spread

    def _miss(self, now: float, view: BallView, radius: float) -> None:
        """Lower the validity of hypotheses in view without a percept, unless a robot hides them."""
        p = self.parameters
        for i, (x, y, _, _) in enumerate(self.filters.means.tolist()):
            position: Vector2[Robot] = Vector2(x, y)
            if self.filters.seen_at[i] == now or position.norm < p.hidden_distance:
                continue
            if any(hides(o.center_in_robot, o.radius, position) for o in view.obstacles.obstacles):
                continue
            margin = p.margin_px
            if is_in_view(position, view.matrix, view.camera, height=radius, margin_px=margin):
                self.filters.miss(i, self.rules)

    def _model(self, now: float, percept: BallPercept | None) -> BallModel:
        p, balls = self.parameters, self.filters
        validity = balls.validities[balls.chosen] if len(balls) else 0.0
        self.known = validity >= (p.lost_below if self.known else p.known_above)
        if not self.known:
            return BallModel(
                last_seen_at=self.last_seen_at, last_seen_in_robot=self.last_seen_in_robot
            )
        state, covariance = balls.state()
        if percept is not None and balls.seen_at[balls.chosen] == now:
            self.last_seen_at, self.last_seen_in_robot = now, percept.position_in_robot
        x, y, vx, vy = state.tolist()
        rolls = math.hypot(vx, vy) >= p.min_speed
        return BallModel(
            position_in_robot=Vector2(x, y),
            velocity_in_robot=Vector2(vx, vy) if rolls else Vector2(),
            covariance=readonly(covariance[:2, :2]),
            last_seen_at=self.last_seen_at,
            last_seen_in_robot=self.last_seen_in_robot,
            seen_fraction=validity,
            known=True,
        )
