"""HULKs' ball hypotheses: from percepts to Kalman filters with friction and their validity."""

import math
from dataclasses import dataclass

import numpy as np

from kickabout.geometry import Cov2, FloatArray, Mat, Vec, Vec2, Vec3
from kickabout.modeling.obstacles.moving_points import correct_position, predict_points


@dataclass(frozen=True, slots=True, kw_only=True)
class BallFilterRules:
    """Noise of balls and percepts, and when a hypothesis is kept."""

    drift: float  # m/√s, position noise
    acceleration: float  # m/s/√s, velocity noise
    first_speed: float  # m/s, standard deviation in a new filter
    push: float  # m/s, deviation added to the velocity when a percept does not fit
    misfit: float  # squared Mahalanobis distance above which the ball was pushed
    gate: float  # m, maximum distance of a percept from its hypothesis
    gate_growth: float  # growth of the gate per m of distance
    odometry_error: float  # fraction of a step
    gain: float  # fraction of the way to 1 by which a percept raises the validity
    loss: float  # fraction of the validity that a missing percept takes
    min_validity: float
    merge_distance: float  # m, distance below which two hypotheses are one
    max_hypotheses: int


class BallFilters:
    """A Kalman filter with constant deceleration for each possible ball."""

    def __init__(self) -> None:
        self.means: Mat = np.zeros((0, 4))  # x, y, vx, vy in the robot's frame
        self.covariances: FloatArray = np.zeros((0, 4, 4))
        self.validities: list[float] = []
        self.seen_at: list[float] = []  # s
        self.chosen = -1

    def __len__(self) -> int:
        return len(self.validities)

    def predict(
        self, step: Vec3, dt: float, *, deceleration: float, rules: BallFilterRules
    ) -> None:
        if not len(self):
            return
        walked = (rules.odometry_error * math.hypot(step[0], step[1])) ** 2
        position_noise, speed_noise = walked + rules.drift**2 * dt, rules.acceleration**2 * dt
        predict_points(
            self.means, self.covariances, step, dt, deceleration, position_noise, speed_noise
        )

    def correct(self, position: Vec2, covariance: Cov2, now: float, rules: BallFilterRules) -> None:
        """Correct the nearest hypothesis within the gate, or add a new one."""
        reach = rules.gate + rules.gate_growth * float(np.hypot(*position))
        distances = np.hypot(*(self.means[:, :2] - position).T)
        index = int(np.argmin(distances)) if len(self) else -1
        if index < 0 or distances[index] > reach:
            self._add(position, covariance, now, rules)
            return
        if self._misfit(index, position, covariance) > rules.misfit:
            for k in (2, 3):
                self.covariances[index, k, k] += rules.push**2
        correct_position(self.means[index], self.covariances[index], position, covariance, math.inf)
        self.validities[index] += rules.gain * (1.0 - self.validities[index])
        self.seen_at[index] = now

    def miss(self, index: int, rules: BallFilterRules) -> None:
        """Lower the validity of a hypothesis that should have been seen but was not."""
        self.validities[index] *= 1.0 - rules.loss

    def forget(self, now: float, timeout: float, rules: BallFilterRules) -> None:
        """Drop invalid, old and duplicate hypotheses; choose the best of the rest."""
        order = sorted(range(len(self)), key=lambda i: -self.validities[i])
        kept: list[int] = []
        for i in order[: rules.max_hypotheses]:
            is_valid = self.validities[i] >= rules.min_validity and now - self.seen_at[i] <= timeout
            offsets = self.means[kept, :2] - self.means[i, :2]
            if is_valid and not (np.hypot(*offsets.T) < rules.merge_distance).any():
                kept.append(i)
        self.means, self.covariances = self.means[kept], self.covariances[kept]
        self.validities = [self.validities[i] for i in kept]
        self.seen_at = [self.seen_at[i] for i in kept]
        self.chosen = 0 if kept else -1

    def state(self) -> tuple[Vec, Mat]:
        """Return mean and covariance of the chosen hypothesis."""
        return self.means[self.chosen].copy(), self.covariances[self.chosen].copy()

    def _misfit(self, index: int, position: Vec2, covariance: Cov2) -> float:
        spread = self.covariances[index, :2, :2] + covariance
        off = position - self.means[index, :2]
        return float(off @ np.linalg.solve(spread, off))

    def _add(self, position: Vec2, covariance: Cov2, now: float, rules: BallFilterRules) -> None:
        spread = np.diag((0.0, 0.0, rules.first_speed**2, rules.first_speed**2))
        spread[:2, :2] = covariance
        self.means = np.vstack((self.means, np.array((*position, 0.0, 0.0))))
        self.covariances = np.concatenate((self.covariances, spread[None]))
        self.validities.append(rules.gain)
        self.seen_at.append(now)
