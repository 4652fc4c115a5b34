"""Learning how the carpet slows the ball: from percepts of rolling balls to friction."""

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
    active: bool = param(False, doc="learn; in games the field's figure is used instead")
    patience: float = param(0.4, unit="s", low=0.0, doc="unseen for longer, a roll is over")
    stillness: float = param(0.03, unit="m", low=0.0, doc="less way than this means it stopped")
    still_for: float = param(0.5, unit="s", low=0.1, doc="for this long")
    min_percepts: int = param(15, low=5, doc="shorter rolls say nothing")
    min_speed: float = param(0.4, unit="m/s", low=0.0, doc="slower rolls say nothing")
    max_residual: float = param(0.08, unit="m", low=0.0, doc="worse fits say nothing")
    min_friction: float = param(0.05, unit="m/s²", low=0.0, doc="lower results are mistakes")
    max_friction: float = param(2.0, unit="m/s²", low=0.0, doc="higher results are mistakes")
    needed_rolls: int = param(3, low=1, doc="rolls before the result is used")


class BallFrictionEstimator(Module[BallFrictionEstimatorParameters]):
    """A calibration: the robot stands, somebody rolls balls through its view, the median counts.

    After B-Human 2019, 5.2.2. Each roll is fitted when the ball stops or leaves the view.
    """

    def __init__(self, parameters: BallFrictionEstimatorParameters) -> None:
        super().__init__(parameters)
        self.places: list[tuple[float, float]] = []
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
            place: Vector2[Field] = Vector2(*(odometry.robot_to_start @ percept.position_in_robot))
            self.places.append((place.x, place.y))
            self.times.append(frame.time)
        if not self.times:
            return
        if frame.time - self.times[-1] > self.parameters.patience:
            self._learn(until=frame.time)
        elif self._has_stopped():
            self._learn(until=self.times[-1] - self.parameters.still_for)

    def _has_stopped(self) -> bool:
        """Whether the last percepts show no way any more; standing balls are dropped, too."""
        p = self.parameters
        recent = [i for i, time in enumerate(self.times) if time >= self.times[-1] - p.still_for]
        if len(recent) < 6 or self.times[-1] - self.times[recent[0]] < 0.8 * p.still_for:
            return False
        half = len(recent) // 2
        places = np.array(self.places)[recent]
        way = places[half:].mean(axis=0) - places[:half].mean(axis=0)
        return bool(np.hypot(*way) < p.stillness)

    def _learn(self, until: float) -> None:
        p, times = self.parameters, np.array(self.times)
        rolled = times <= until
        fit = fitted_friction(np.array(self.places)[rolled], times[rolled])
        if fit is not None and self._is_good(fit):
            self.learned.append(fit.deceleration)
            self.debug.note(f"{fit.deceleration:.3f} m/s² from {fit.percepts} percepts")
        self.places, self.times = [], []
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
