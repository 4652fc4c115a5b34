"""Calibration of the carpet's friction: from percepts of rolling balls to their deceleration."""

from dataclasses import dataclass

import numpy as np

from kickabout.framework import FrameInfo, Module, param
from kickabout.geometry import Field, Vector2
from kickabout.modeling.ball.friction_fit import FrictionFit, agreed_friction, fitted_friction
from kickabout.representations import (
    BallFriction,
    BallPercept,
    FieldDimensions,
    Odometry,
    Seen,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class BallFrictionEstimatorParameters:
    active: bool = param(
        False, doc="estimate the friction; if false, use the value of the field file, as in games"
    )
    timeout: float = param(
        0.4, unit="s", low=0.0, doc="time without percepts after which a roll is over"
    )
    min_distance: float = param(
        0.03,
        unit="m",
        low=0.0,
        doc="minimum distance within the stop time of a ball that still rolls",
    )
    stop_time: float = param(
        0.5, unit="s", low=0.1, doc="time without motion after which the ball has stopped"
    )
    min_percepts: int = param(15, low=5, doc="minimum number of percepts of a roll")
    min_speed: float = param(
        0.4, unit="m/s", low=0.0, doc="minimum speed at the beginning of a roll"
    )
    max_residual: float = param(0.08, unit="m", low=0.0, doc="maximum residual of the fit")
    min_friction: float = param(0.05, unit="m/s²", low=0.0, doc="minimum plausible deceleration")
    max_friction: float = param(2.0, unit="m/s²", low=0.0, doc="maximum plausible deceleration")
    needed_rolls: int = param(3, low=1, doc="number of rolls before the estimate is used")


class BallFrictionEstimator(Module[BallFrictionEstimatorParameters]):
    """Fits each roll of a ball in view of a standing robot and publishes the median friction.

    A person rolls the balls; a roll is over when the ball stops or leaves the view. After B-Human
    2019, 5.2.2.
    """

    def __init__(self, parameters: BallFrictionEstimatorParameters) -> None:
        super().__init__(parameters)
        self.positions: list[tuple[float, float]] = []
        self.times: list[float] = []
        self.learned: list[float] = []

    def update(
        self, frame: FrameInfo, percept: BallPercept, odometry: Odometry, field: FieldDimensions
    ) -> BallFriction:
        p = self.parameters
        if p.active:
            self._observe(frame, percept, odometry)
        if len(self.learned) < p.needed_rolls:
            return BallFriction(deceleration=field.ball.deceleration)
        return BallFriction(deceleration=agreed_friction(self.learned), learned=True)

    def _observe(self, frame: FrameInfo, percept: BallPercept, odometry: Odometry) -> None:
        if percept.seen is Seen.YES:
            position: Vector2[Field] = Vector2(
                *(odometry.robot_to_start @ percept.position_in_robot)
            )
            self.positions.append((position.x, position.y))
            self.times.append(frame.time)
        if not self.times:
            return
        if frame.time - self.times[-1] > self.parameters.timeout:
            self._learn(until=frame.time)
        elif self._has_stopped():
            self._learn(until=self.times[-1] - self.parameters.stop_time)

    def _has_stopped(self) -> bool:
        """Return whether the ball rests in the last percepts, also if it never moved."""
        p = self.parameters
        recent = [i for i, time in enumerate(self.times) if time >= self.times[-1] - p.stop_time]
        if len(recent) < 6 or self.times[-1] - self.times[recent[0]] < 0.8 * p.stop_time:
            return False
        half = len(recent) // 2
        positions = np.array(self.positions)[recent]
        motion = positions[half:].mean(axis=0) - positions[:half].mean(axis=0)
        return bool(np.hypot(*motion) < p.min_distance)

    def _learn(self, until: float) -> None:
        p, times = self.parameters, np.array(self.times)
        rolled = times <= until
        fit = fitted_friction(np.array(self.positions)[rolled], times[rolled])
        if fit is not None and self._is_good(fit):
            self.learned.append(fit.deceleration)
            self.debug.note(f"{fit.deceleration:.3f} m/s² from {fit.percepts} percepts")
        self.positions, self.times = [], []
        self.debug.plot("rolls", float(len(self.learned)))
        if len(self.learned) > 4 * p.needed_rolls:
            self.learned = self.learned[-4 * p.needed_rolls :]

    def _is_good(self, fit: FrictionFit) -> bool:
        p = self.parameters
        return (
            fit.percepts >= p.min_percepts
            and fit.first_speed >= p.min_speed
            and fit.residual <= p.max_residual
            and p.min_friction <= fit.deceleration <= p.max_friction
        )
