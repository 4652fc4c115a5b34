"""Falling as an inverted pendulum: from the center of mass to where it will be over the feet."""

import math
from dataclasses import dataclass

import numpy as np

from kickabout.filters import sigma_weights
from kickabout.filters.sigma_points import correction_by_points, gaussian_of_points, sigma_points
from kickabout.geometry import (
    Cov4,
    Points2,
    Vec,
    closest_point_on_polygon,
    is_in_polygon,
)
from kickabout.geometry.kernels import kernel
from kickabout.sensing.stance import Stance

GRAVITY = 9.80665  # m/s²
WEIGHTS = sigma_weights(4)
NOT_CIRCULAR_4 = np.zeros(4, np.bool_)
NOT_CIRCULAR_2 = np.zeros(2, np.bool_)


@dataclass(frozen=True, slots=True, kw_only=True)
class PendulumNoise:
    """Standard deviations."""

    acceleration: float  # m/s², by which walking differs from a pendulum
    position: float  # m, of the measured center of mass
    speed: float  # m/s, right after a start


@dataclass(frozen=True, slots=True, kw_only=True)
class FallOutlook:
    """Where the center of mass will be, from above, in a level frame with the torso's heading."""

    outside: float  # m, beyond the edge of the support polygon; negative inside
    direction: tuple[float, float]  # of the nearest way out, unit length
    velocity: tuple[float, float]  # m/s, when it is there

    @property
    def cosine(self) -> float:
        """Between velocity and fall direction; 1 means straight out, −1 straight back."""
        speed = math.hypot(*self.velocity)
        if speed == 0.0:
            return 0.0
        along = self.velocity[0] * self.direction[0] + self.velocity[1] * self.direction[1]
        return along / speed


class FallPendulum:
    """Unscented Kalman filter of place and speed of the center of mass over the lower foot.

    Inside the support polygon, the feet can push against any motion, so nothing is assumed but
    inertia; outside of it, the body turns over the nearest edge as an inverted pendulum.
    """

    def __init__(self) -> None:
        self.mean: Vec = np.zeros(4)  # x, y, vx, vy relative to the supporting sole
        self.covariance: Cov4 = np.eye(4)
        self.running = False
        self.left_supports = True

    def stop(self) -> None:
        """Forget everything, for instance while nothing stands on the ground."""
        self.running = False

    def update(
        self, stance: Stance, *, yaw_rate: float, dt: float, horizon: float, noise: PendulumNoise
    ) -> FallOutlook:
        """Take in one frame and look ahead by the horizon (s)."""
        if not self.running:
            self.mean = np.array((stance.place[0], stance.place[1], 0.0, 0.0))
            deviations = (noise.position, noise.position, noise.speed, noise.speed)
            self.covariance = np.diag(np.array(deviations) ** 2)
            self.running = True
        else:
            if stance.left_supports != self.left_supports:
                sign = -1.0 if stance.left_supports else 1.0
                self.mean[:2] += sign * stance.right_to_left
            self._filter(stance, yaw_rate, dt, noise)
        self.left_supports = stance.left_supports
        outside, x, y, vx, vy = looked_ahead(
            self.mean, stance.polygon, GRAVITY / stance.height, horizon
        )
        return FallOutlook(outside=outside, direction=(x, y), velocity=(vx, vy))

    def _filter(self, stance: Stance, yaw_rate: float, dt: float, noise: PendulumNoise) -> None:
        self.mean, self.covariance = filtered(
            self.mean,
            self.covariance,
            stance.place,
            stance.polygon,
            GRAVITY / stance.height,
            yaw_rate,
            dt,
            noise.acceleration,
            noise.position,
            WEIGHTS.spread,
            WEIGHTS.mean,
        )


@kernel
def pendulum_step(state: Vec, polygon: Points2, stiffness: float, dt: float) -> None:
    """Advance x, y, vx, vy in place by a short time."""
    place = state[:2].copy()
    push_x = 0.0
    push_y = 0.0
    if not is_in_polygon(place, polygon):
        edge = closest_point_on_polygon(place, polygon)
        push_x = stiffness * (place[0] - edge[0])
        push_y = stiffness * (place[1] - edge[1])
    state[2] += push_x * dt
    state[3] += push_y * dt
    state[0] += state[2] * dt
    state[1] += state[3] * dt


@kernel
def filtered(
    mean: Vec,
    covariance: Cov4,
    place: Vec,
    polygon: Points2,
    stiffness: float,
    yaw_rate: float,
    dt: float,
    acceleration_noise: float,
    position_noise: float,
    spread: float,
    weights: Vec,
) -> tuple[Vec, Cov4]:
    """One step of the unscented filter; the frame turns with the torso."""
    points = sigma_points(mean, covariance, spread)
    c, s = math.cos(yaw_rate * dt), math.sin(yaw_rate * dt)
    for i in range(points.shape[0]):
        pendulum_step(points[i], polygon, stiffness, dt)
        x, y, vx, vy = points[i, 0], points[i, 1], points[i, 2], points[i, 3]
        points[i, 0], points[i, 1] = c * x + s * y, c * y - s * x
        points[i, 2], points[i, 3] = c * vx + s * vy, c * vy - s * vx
    noise = np.zeros((4, 4))
    for i in range(2):
        noise[i, i] = 0.25 * (acceleration_noise * dt * dt) ** 2
        noise[2 + i, 2 + i] = (acceleration_noise * dt) ** 2
    predicted, spread_out = gaussian_of_points(points, weights, weights, NOT_CIRCULAR_4, noise)
    points = sigma_points(predicted, spread_out, spread)
    step, corrected, _, _ = correction_by_points(
        points - predicted,
        points[:, :2].copy(),
        place,
        weights,
        weights,
        NOT_CIRCULAR_2,
        np.eye(2) * position_noise**2,
    )
    return predicted + step, corrected


@kernel
def looked_ahead(
    mean: Vec, polygon: Points2, stiffness: float, horizon: float
) -> tuple[float, float, float, float, float]:
    """How far out the pendulum will be, in which direction, and its velocity then."""
    state = mean.copy()
    steps = max(1, round(horizon / 0.01))
    for _ in range(steps):
        pendulum_step(state, polygon, stiffness, horizon / steps)
    outside, x, y = way_out(state[:2], polygon)
    return outside, x, y, state[2], state[3]


@kernel
def way_out(point: Vec, polygon: Points2) -> tuple[float, float, float]:
    """Distance beyond the polygon's edge, negative inside, and the direction out of it."""
    edge = closest_point_on_polygon(point, polygon)
    x, y = point[0] - edge[0], point[1] - edge[1]
    distance = math.hypot(x, y)
    if distance == 0.0:
        return 0.0, 1.0, 0.0
    if is_in_polygon(point, polygon):
        return -distance, -x / distance, -y / distance
    return distance, x / distance, y / distance
