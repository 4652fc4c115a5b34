"""HULKs' ball hypotheses: from percepts to filters with friction that are believed or dropped."""

import math
from dataclasses import dataclass

import numpy as np

from kickabout.geometry import Cov2, FloatArray, Mat, Vec, Vec2, Vec3
from kickabout.modeling.obstacles.moving_points import correct_place, move_on


@dataclass(frozen=True, slots=True, kw_only=True)
class BallFilterRules:
    """How balls move and which hypotheses live on."""

    drift: float  # m/√s
    acceleration: float  # m/s/√s
    first_speed: float  # m/s, standard deviation in a new filter
    push: float  # m/s, more deviation of the speed when a percept does not fit
    misfit: float  # squared Mahalanobis distance from which on the ball was pushed
    gate: float  # m, percepts farther away are of another ball
    gate_growth: float  # and per m of distance
    odometry_share: float  # of a step that it may err by
    gain: float  # share of the way to 1 that each percept brings the validity
    loss: float  # share of the validity that a missing percept takes
    least: float  # validity below which a hypothesis is dropped
    same: float  # m, two hypotheses this near are one
    most: int  # hypotheses


class BallFilters:
    """A Kalman filter with constant deceleration for each ball that there may be."""

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
        walked = (rules.odometry_share * math.hypot(step[0], step[1])) ** 2
        place_noise, speed_noise = walked + rules.drift**2 * dt, rules.acceleration**2 * dt
        move_on(self.means, self.covariances, step, dt, deceleration, place_noise, speed_noise)

    def correct(self, place: Vec2, covariance: Cov2, now: float, rules: BallFilterRules) -> None:
        """To the nearest hypothesis in reach, or to a new one."""
        reach = rules.gate + rules.gate_growth * float(np.hypot(*place))
        distances = np.hypot(*(self.means[:, :2] - place).T)
        index = int(np.argmin(distances)) if len(self) else -1
        if index < 0 or distances[index] > reach:
            self._found(place, covariance, now, rules)
            return
        if self._misfit(index, place, covariance) > rules.misfit:
            for k in (2, 3):
                self.covariances[index, k, k] += rules.push**2
        correct_place(self.means[index], self.covariances[index], place, covariance, math.inf)
        self.validities[index] += rules.gain * (1.0 - self.validities[index])
        self.seen_at[index] = now

    def miss(self, index: int, rules: BallFilterRules) -> None:
        """It should have been seen and was not."""
        self.validities[index] *= 1.0 - rules.loss

    def forget(self, now: float, patience: float, rules: BallFilterRules) -> None:
        """Drop what nobody believes or sees, and doubles; choose the best of the rest."""
        order = sorted(range(len(self)), key=lambda i: -self.validities[i])
        kept: list[int] = []
        for i in order[: rules.most]:
            believed = self.validities[i] >= rules.least and now - self.seen_at[i] <= patience
            places = self.means[kept, :2] - self.means[i, :2]
            if believed and not (np.hypot(*places.T) < rules.same).any():
                kept.append(i)
        self.means, self.covariances = self.means[kept], self.covariances[kept]
        self.validities = [self.validities[i] for i in kept]
        self.seen_at = [self.seen_at[i] for i in kept]
        self.chosen = 0 if kept else -1

    def state(self) -> tuple[Vec, Mat]:
        """Mean and covariance of the chosen one."""
        return self.means[self.chosen].copy(), self.covariances[self.chosen].copy()

    def _misfit(self, index: int, place: Vec2, covariance: Cov2) -> float:
        spread = self.covariances[index, :2, :2] + covariance
        off = place - self.means[index, :2]
        return float(off @ np.linalg.solve(spread, off))

    def _found(self, place: Vec2, covariance: Cov2, now: float, rules: BallFilterRules) -> None:
        spread = np.diag((0.0, 0.0, rules.first_speed**2, rules.first_speed**2))
        spread[:2, :2] = covariance
        self.means = np.vstack((self.means, np.array((*place, 0.0, 0.0))))
        self.covariances = np.concatenate((self.covariances, spread[None]))
        self.validities.append(rules.gain)
        self.seen_at.append(now)
