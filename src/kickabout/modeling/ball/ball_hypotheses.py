"""Where the ball may be: from believed percepts to the best of rolling and resting hypotheses."""

import math
from dataclasses import dataclass

import numpy as np

from kickabout.geometry import Cov2, FloatArray, Mat, Vec, Vec2, Vec3, kernel
from kickabout.modeling.ball.ball_contact import touch_feet
from kickabout.modeling.obstacles.moving_points import correct_place, move_on

UNUSED = -1e9  # weight of a filter that has not been started


@dataclass(frozen=True, slots=True, kw_only=True)
class BallNoise:
    """How balls move, and how far percepts can be trusted."""

    resting_drift: float  # m/√s, of a ball that lies
    rolling_drift: float  # m/√s
    acceleration: float  # m/s/√s, of a rolling ball
    first_speed: float  # m/s, standard deviation in a new filter
    percept_factor: float  # on the covariances that percepts claim
    min_deviation: float  # m, of a percept
    odometry_share: float  # of a step that it may err by
    memory: float  # share that each percept has in a filter's weight
    gate: float  # squared Mahalanobis distance of percepts that a filter takes in
    worst_fit: float  # below an average one; less counts as this
    handicap: float  # by which new filters start below an average one
    preference: float  # by which the other kind has to be better to be chosen
    loyalty: float  # by which another rolling filter has to be better to be chosen


@dataclass(frozen=True, slots=True, kw_only=True)
class Feet:
    """Rows x, y, heading, vx, vy of the own feet, and their shape."""

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
    """As many filters for a rolling as for a resting ball, all with the same percepts.

    The worst filter of each kind starts anew at each percept, so a ball that was moved by hand
    is found again within a few images. Weights are running means of log-likelihoods, which
    favor a good fit and small variances.
    """

    def __init__(self, count: int) -> None:
        self.rolling = FilterBank(count, 4)
        self.resting = FilterBank(count, 2)
        self.forget()

    def forget(self) -> None:
        self.favorite = 0  # of the rolling filters
        self.rolling_weights: Vec = np.full(len(self.rolling.means), UNUSED)
        self.resting_weights: Vec = np.full(len(self.resting.means), UNUSED)
        self.is_rolling = False
        self.known = False

    def predict(self, step: Vec3, dt: float, *, deceleration: float, noise: BallNoise) -> None:
        """Let dt pass while the robot makes a step (x, y, theta)."""
        walked = (noise.odometry_share * math.hypot(step[0], step[1])) ** 2
        for bank, drift in (
            (self.rolling, noise.rolling_drift),
            (self.resting, noise.resting_drift),
        ):
            move_on(
                bank.means,
                bank.covariances,
                step,
                dt,
                deceleration,
                walked + drift * drift * dt,
                noise.acceleration**2 * dt,
            )

    def touch(self, feet: Feet) -> int:
        """Keep all hypotheses out of the feet; how many of them were touched."""
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
        """Take in a percept, choose the best hypothesis, and start the worst ones anew."""
        spread = noise.percept_factor * covariance
        spread[0, 0] += noise.min_deviation**2
        spread[1, 1] += noise.min_deviation**2
        average = _average_fit(spread)
        figures = np.array(
            (
                noise.memory,
                noise.gate,
                average - noise.worst_fit,
                average - noise.handicap,
                noise.first_speed**2,
            )
        )
        rolling, resting = self.rolling, self.resting
        lead = take_percept(
            rolling.means, rolling.covariances, self.rolling_weights, position, spread, figures
        ) - take_percept(
            resting.means, resting.covariances, self.resting_weights, position, spread, figures
        )
        if abs(lead) > noise.preference:
            self.is_rolling = lead > 0.0
        # An outlier costs the best filter more than young ones that know no speed yet.
        favorite = int(self.rolling_weights.argmax())
        behind = self.rolling_weights[favorite] - self.rolling_weights[self.favorite]
        if behind > noise.loyalty:
            self.favorite = favorite
        self.known = True

    def best(self) -> tuple[Vec, Mat]:
        """State (x, y, vx, vy) of the best hypothesis and covariance of its position."""
        if self.is_rolling:
            index = self.favorite
            return self.rolling.means[index].copy(), self.rolling.covariances[index, :2, :2].copy()
        index = int(self.resting_weights.argmax())
        state = np.zeros(4)
        state[:2] = self.resting.means[index]
        return state, self.resting.covariances[index].copy()


def _average_fit(spread: Cov2) -> float:
    """Log-likelihood of an average percept for a filter as uncertain as the percept."""
    determinant = float(spread[0, 0] * spread[1, 1] - spread[0, 1] * spread[1, 0])
    return -math.log(2.0 * math.pi) - math.log(2.0) - 0.5 * math.log(determinant) - 1.0


@kernel
def take_percept(
    means: Mat, covariances: FloatArray, weights: Vec, place: Vec2, spread: Cov2, figures: Vec
) -> float:
    """Correct all filters of a kind, weigh them and start the worst anew; the best one's weight.

    `figures` are the percept's share in the weights, the gate, the worst fit, and weight and
    variance of the speed of new filters.
    """
    worst, best = 0, UNUSED
    for i in range(means.shape[0]):
        fit = correct_place(means[i], covariances[i], place, spread, figures[1])
        if weights[i] > UNUSED:
            weights[i] += figures[0] * (max(fit, figures[2]) - weights[i])
        best = max(best, weights[i])
        if weights[i] < weights[worst]:
            worst = i
    means[worst] = 0.0
    covariances[worst] = 0.0
    for i in range(2):
        means[worst, i] = place[i]
        for j in range(2):
            covariances[worst, i, j] = spread[i, j]
    for i in range(2, means.shape[1]):
        covariances[worst, i, i] = figures[4]
    weights[worst] = figures[3]
    return best
