"""HULKs' ball filter: from percepts, odometry and friction to where the ball is and rolls."""

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
    drift: float = param(0.01, unit="m/√s", low=0.0, doc="unsteadiness of the ball's place")
    acceleration: float = param(0.15, unit="m/s/√s", low=0.0, doc="change of the ball's speed")
    first_speed: float = param(0.5, unit="m/s", low=0.0, doc="of a ball seen for the first time")
    push: float = param(1.0, unit="m/s", low=0.0, doc="speed that a misfit may mean")
    misfit: float = param(7.0, low=0.0, doc="squared Mahalanobis distance of a pushed ball")
    gate: float = param(0.25, unit="m", low=0.0, doc="percepts farther away are of another ball")
    gate_growth: float = param(0.15, low=0.0, doc="what that gains per m of distance")
    odometry_share: float = param(0.1, low=0.0, doc="part of a step that odometry may err by")
    percept_factor: float = param(1.5, low=0.1, doc="on the percepts' covariance")
    min_deviation: float = param(0.01, unit="m", low=0.001, doc="of any percept")
    gain: float = param(0.2, low=0.0, high=1.0, doc="that each percept adds to the validity")
    loss: float = param(0.03, low=0.0, high=1.0, doc="that each missing percept takes")
    least: float = param(0.05, low=0.0, high=1.0, doc="validity of a hypothesis that is kept")
    believed: float = param(0.5, low=0.0, high=1.0, doc="validity with which a ball is known")
    doubted: float = param(0.15, low=0.0, high=1.0, doc="validity with which a known one is not")
    same: float = param(0.15, unit="m", low=0.0, doc="hypotheses this near are one")
    most: int = param(6, low=1, doc="hypotheses")
    forget_after: float = param(12.0, unit="s", low=0.0, doc="unseen for longer, a ball is lost")
    hidden_distance: float = param(0.22, unit="m", low=0.0, doc="nearer balls hide below the body")
    margin_px: float = param(20.0, unit="px", low=0.0, doc="at the image's edge balls are missed")
    min_speed: float = param(0.12, unit="m/s", low=0.0, doc="slower balls count as resting")


class HulksBallTracker(Module[HulksBallTrackerParameters]):
    """A few Kalman filters with friction; the one with the highest validity is the ball.

    After HULKs 2021, 5.3, which tells the friction and the destination but no equations.
    """

    def __init__(self, parameters: HulksBallTrackerParameters) -> None:
        super().__init__(parameters)
        self.filters = BallFilters()
        self.way = OdometryIncrement()
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
        balls, step = self.filters, self.way.step(odometry)
        self.last_seen_in_robot = step.inverse() @ self.last_seen_in_robot
        deceleration = friction.deceleration
        balls.predict(step.array, frame.dt, deceleration=deceleration, rules=self.rules)
        seen = percept.seen is Seen.YES
        if seen:
            place = percept.position_in_robot
            balls.correct(place.array, self._spread(percept.covariance), frame.time, self.rules)
        self._miss(frame.time, view, field.ball.radius)
        balls.forget(frame.time, self.parameters.forget_after, self.rules)
        return self._model(frame.time, percept if seen else None)

    def _spread(self, covariance: Cov2) -> Cov2:
        p = self.parameters
        spread: Cov2 = p.percept_factor * covariance + p.min_deviation**2 * np.eye(2)
        return spread

    def _miss(self, now: float, view: BallView, radius: float) -> None:
        """Hypotheses in view without a percept lose validity, unless somebody hides them."""
        p = self.parameters
        for i, (x, y, _, _) in enumerate(self.filters.means.tolist()):
            place: Vector2[Robot] = Vector2(x, y)
            if self.filters.seen_at[i] == now or place.norm < p.hidden_distance:
                continue
            if any(hides(o.center_in_robot, o.radius, place) for o in view.obstacles.obstacles):
                continue
            margin = p.margin_px
            if is_in_view(place, view.matrix, view.camera, height=radius, margin_px=margin):
                self.filters.miss(i, self.rules)

    def _model(self, now: float, percept: BallPercept | None) -> BallModel:
        p, balls = self.parameters, self.filters
        validity = balls.validities[balls.chosen] if len(balls) else 0.0
        self.known = validity >= (p.doubted if self.known else p.believed)
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
