"""Hypotheses of the ball: from accepted percepts to the best rolling or resting hypothesis."""

import math
from dataclasses import dataclass

import numpy as np

from kickabout.framework.compilation import kernel
from kickabout.geometry import Cov2, FloatArray, Mat, Vec, Vec2, Vec3
from kickabout.modeling.ball.ball_contact import touch_feet
from kickabout.modeling.obstacles.moving_points import correct_position, predict_points

UNUSED = -1e9  # weight of a filter that has not been started


@dataclass(frozen=True, slots=True, kw_only=True)
class BallNoise:
    """Noise of balls and percepts, and the rules of choosing a filter."""

    resting_drift: float  # m/√s, position noise
    rolling_drift: float  # m/√s, position noise
    acceleration: float  # m/s/√s, velocity noise of a rolling ball
    first_speed: float  # m/s, standard deviation in a new filter
    percept_factor: float  # on the percepts' covariances
    min_deviation: float  # m, of a percept
    odometry_error: float  # fraction of a step
    fit_weight: float  # weight of the newest percept in a filter's mean log-likelihood
    gate: float  # squared Mahalanobis distance above which a filter ignores a percept
    max_misfit: float  # maximum log-likelihood below average that a percept counts with
    start_penalty: float  # log-likelihood below average with which a new filter starts
    kind_hysteresis: float  # minimum lead of the other kind of filter to be chosen
    hysteresis: float  # minimum lead of another rolling filter to be chosen


@dataclass(frozen=True, slots=True, kw_only=True)
class Feet:
    """Rows x, y, heading, vx, vy of the robot's feet, and their shape."""

    rows: Mat
    box: Vec  # m: back, front, right, left of the point below the ankle
    ball_radius: float  # m
    bounce: float
    position_noise: float  # m, that a contact adds
    velocity_noise: float  # m/s


class FilterBank:
    """Means and covariances of several Kalman filters of one kind."""

    def __init__(self, count: int, size: int) -> None:
        self.means: Mat = np.zeros((count, size))
        self.covariances: FloatArray = np.tile(np.eye(size), (count, 1, 1))


class BallHypotheses:
    """Filters for a rolling and as many for a resting ball, all with the same percepts.

    Each percept restarts the worst filter of each kind, so a ball that was moved by hand is found
    again within a few images. Weights are running means of log-likelihoods, which favor a good
    fit and small variances.
    """

    def __init__(self, count: int) -> None:
        self.rolling = FilterBank(count, 4)
        self.resting = FilterBank(count, 2)
        self.forget()

    def forget(self) -> None:
        self.chosen = 0  # of the rolling filters
        self.rolling_weights: Vec = np.full(len(self.rolling.means), UNUSED)
        self.resting_weights: Vec = np.full(len(self.resting.means), UNUSED)
        self.is_rolling = False
        self.known = False

    def predict(self, step: Vec3, dt: float, *, deceleration: float, noise: BallNoise) -> None:
        """Predict by dt, in which the robot made a step (x, y, theta)."""
        walked = (noise.odometry_error * math.hypot(step[0], step[1])) ** 2
        for bank, drift in (
            (self.rolling, noise.rolling_drift),
            (self.resting, noise.resting_drift),
        ):
            predict_points(
                bank.means,
                bank.covariances,
                step,
                dt,
                deceleration,
                walked + drift * drift * dt,
                noise.acceleration**2 * dt,
            )

    def touch(self, feet: Feet) -> int:
        """Keep all hypotheses out of the feet and return the number of contacts."""
        return sum(
            touch_feet(
                bank.means,
                bank.covariances,
                feet.rows,
                feet.box,
                feet.ball_radius,
                feet.bounce,
                feet.position_noise**2,
                feet.velocity_noise**2,
            )
            for bank in (self.rolling, self.resting)
        )

    def correct(self, position: Vec2, covariance: Cov2, noise: BallNoise) -> None:
        """Correct all filters by a percept, choose the best one and restart the worst ones."""
        spread = noise.percept_factor * covariance
        spread[0, 0] += noise.min_deviation**2
        spread[1, 1] += noise.min_deviation**2
        average = _average_fit(spread)
        constants = np.array(
            (
                noise.fit_weight,
                noise.gate,
                average - noise.max_misfit,
                average - noise.start_penalty,
                noise.first_speed**2,
            )
        )
        rolling, resting = self.rolling, self.resting
        lead = corrected_bank(
            rolling.means, rolling.covariances, self.rolling_weights, position, spread, constants
        ) - corrected_bank(
            resting.means, resting.covariances, self.resting_weights, position, spread, constants
        )
        if abs(lead) > noise.kind_hysteresis:
            self.is_rolling = lead > 0.0
        # An outlier lowers the best filter's weight more than that of new ones without a speed,
        # so the choice has a hysteresis.
        chosen = int(self.rolling_weights.argmax())
        behind = self.rolling_weights[chosen] - self.rolling_weights[self.chosen]
        if behind > noise.hysteresis:
            self.chosen = chosen
        self.known = True

    def best(self) -> tuple[Vec, Mat]:
        """Return the state (x, y, vx, vy) of the best hypothesis and its position's covariance."""
        if self.is_rolling:
            index = self.chosen
            return self.rolling.means[index].copy(), self.rolling.covariances[index, :2, :2].copy()
        index = int(self.resting_weights.argmax())
        state = np.zeros(4)
        state[:2] = self.resting.means[index]
        return state, self.resting.covariances[index].copy()


def _average_fit(spread: Cov2) -> float:
    """Return the log-likelihood of an average percept for a filter as uncertain as the percept."""
    determinant = float(spread[0, 0] * spread[1, 1] - spread[0, 1] * spread[1, 0])
    return -math.log(2.0 * math.pi) - math.log(2.0) - 0.5 * math.log(determinant) - 1.0


@kernel
def corrected_bank(
    means: Mat, covariances: FloatArray, weights: Vec, position: Vec2, spread: Cov2, constants: Vec
) -> float:
    """Correct and weigh all filters of a kind, restart the worst; return the best one's weight.

    `constants` are the percept's weight in the mean, the gate, the minimum log-likelihood, and
    weight and variance of the speed of a new filter.
    """
    worst, best = 0, UNUSED
    for i in range(means.shape[0]):
        fit = correct_position(means[i], covariances[i], position, spread, constants[1])
        if weights[i] > UNUSED:
            weights[i] += constants[0] * (max(fit, constants[2]) - weights[i])
        best = max(best, weights[i])
        if weights[i] < weights[worst]:
            worst = i
    means[worst] = 0.0
    covariances[worst] = 0.0
    for i in range(2):
        means[worst, i] = position[i]
        for j in range(2):
            covariances[worst, i, j] = spread[i, j]
    for i in range(2, means.shape[1]):
        covariances[worst, i, i] = constants[4]
    weights[worst] = constants[3]
    return best
