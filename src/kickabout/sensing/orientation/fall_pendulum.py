"""Falling as an inverted pendulum: from the center of mass to its predicted position."""

import math
from dataclasses import dataclass

import numpy as np

from kickabout.filters import sigma_weights
from kickabout.filters.sigma_points import correction_by_points, gaussian_of_points, sigma_points
from kickabout.framework import frozen
from kickabout.framework.compilation import kernel
from kickabout.geometry import Cov4, Points2, Vec
from kickabout.sensing.orientation.stance import Stance

GRAVITY = 9.80665  # m/s²
SPREAD, WEIGHTS = sigma_weights(4)
NOT_CIRCULAR_4 = np.zeros(4, np.bool_)
NOT_CIRCULAR_2 = np.zeros(2, np.bool_)
Point = tuple[float, float]  # m


@dataclass(frozen=True, slots=True, kw_only=True)
class PendulumNoise:
    """Standard deviations."""

    acceleration: float  # m/s², deviation of walking from a pendulum
    position: float  # m, of the measured center of mass
    speed: float  # m/s, right after a start


@frozen
class FallOutlook:
    """Predicted center of mass on the ground plane, in a level frame with the torso's heading."""

    outside: float  # m, beyond the edge of the support polygon; negative inside
    direction: tuple[float, float]  # out of the nearest edge, unit length
    velocity: tuple[float, float]  # m/s, predicted

    @property
    def cosine(self) -> float:
        """Cosine of the angle between velocity and direction; 1: straight out, −1: straight in."""
        speed = math.hypot(*self.velocity)
        if speed == 0.0:
            return 0.0
        along = self.velocity[0] * self.direction[0] + self.velocity[1] * self.direction[1]
        return along / speed


class FallPendulum:
    """Unscented Kalman filter of the center of mass and its velocity over the lower foot.

    Inside the support polygon, the feet can push against any motion, so only inertia is assumed;
    outside of it, the body tips over the nearest edge as an inverted pendulum.
    """

    def __init__(self) -> None:
        self.mean: Vec = np.zeros(4)  # x, y, vx, vy relative to the supporting sole
        self.covariance: Cov4 = np.eye(4)
        self.running = False
        self.left_supports = True

    def stop(self) -> None:
        """Reset the filter, for instance without ground contact."""
        self.running = False

    def update(
        self, stance: Stance, *, yaw_rate: float, dt: float, horizon: float, noise: PendulumNoise
    ) -> FallOutlook:
        """Add one frame and predict by the horizon (s)."""
        if not self.running:
            self.mean = np.array((stance.position[0], stance.position[1], 0.0, 0.0))
            deviations = (noise.position, noise.position, noise.speed, noise.speed)
            self.covariance = np.diag(np.array(deviations) ** 2)
        elif stance.left_supports != self.left_supports:
            sign = -1.0 if stance.left_supports else 1.0
            self.mean[0] += sign * stance.right_to_left[0]
            self.mean[1] += sign * stance.right_to_left[1]
        known = self.running
        self.running, self.left_supports = True, stance.left_supports
        outside, x, y, vx, vy = outlook_after(
            self.mean,
            self.covariance,
            stance.position,
            stance.polygon,
            (GRAVITY / stance.height, yaw_rate, dt, horizon),
            (noise.acceleration, noise.position),
            known,
        )
        return FallOutlook(outside=outside, direction=(x, y), velocity=(vx, vy))


@kernel
def is_inside(x: float, y: float, polygon: Points2) -> bool:
    """Return whether a point is in a polygon, by counting intersections; any result on an edge."""
    inside = False
    for i in range(polygon.shape[0]):
        ax, ay, bx, by = polygon[i - 1, 0], polygon[i - 1, 1], polygon[i, 0], polygon[i, 1]
        if (ay > y) != (by > y) and x < ax + (y - ay) / (by - ay) * (bx - ax):
            inside = not inside
    return inside


@kernel
def nearest_edge(x: float, y: float, polygon: Points2) -> tuple[float, float]:
    """Return the nearest point of a polygon's outline, also for points inside."""
    best_x, best_y = polygon[0, 0], polygon[0, 1]
    best_distance = math.inf
    for i in range(polygon.shape[0]):
        ax, ay = polygon[i - 1, 0], polygon[i - 1, 1]
        dx, dy = polygon[i, 0] - ax, polygon[i, 1] - ay
        squared_length = dx * dx + dy * dy
        ratio = 0.0
        if squared_length > 0.0:
            ratio = min(max(((x - ax) * dx + (y - ay) * dy) / squared_length, 0.0), 1.0)
        edge_x, edge_y = ax + ratio * dx, ay + ratio * dy
        distance = math.hypot(edge_x - x, edge_y - y)
        if distance < best_distance:
            best_x, best_y, best_distance = edge_x, edge_y, distance
    return best_x, best_y


@kernel
def pendulum_step(state: Vec, polygon: Points2, stiffness: float, dt: float) -> None:
    """Advance x, y, vx, vy in place by a short time."""
    if not is_inside(state[0], state[1], polygon):
        edge_x, edge_y = nearest_edge(state[0], state[1], polygon)
        state[2] += stiffness * (state[0] - edge_x) * dt
        state[3] += stiffness * (state[1] - edge_y) * dt
    state[0] += state[2] * dt
    state[1] += state[3] * dt


@kernel
def outlook_after(
    mean: Vec,
    covariance: Cov4,
    position: Point,
    polygon: Points2,
    motion: tuple[float, float, float, float],
    deviations: tuple[float, float],
    known: bool,
) -> tuple[float, float, float, float, float]:
    """Filter one frame in place, unless this is the first one, and predict.

    `motion`: stiffness of the pendulum, yaw rate, time step, horizon. `deviations`: of the
    acceleration and of the measured position.
    """
    stiffness, yaw_rate, dt, horizon = motion
    if known:
        new_mean, new_covariance = filtered(
            mean, covariance, position, polygon, stiffness, yaw_rate, dt, deviations
        )
        mean[:] = new_mean
        covariance[:] = new_covariance
    return predicted_outlook(mean, polygon, stiffness, horizon)


@kernel
def filtered(
    mean: Vec,
    covariance: Cov4,
    position: Point,
    polygon: Points2,
    stiffness: float,
    yaw_rate: float,
    dt: float,
    deviations: tuple[float, float],
) -> tuple[Vec, Cov4]:
    """Return the state after one step of the unscented filter; the frame turns with the torso."""
    acceleration_noise, position_noise = deviations
    points = sigma_points(mean, covariance, SPREAD)
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
    predicted, spread_out = gaussian_of_points(points, WEIGHTS, NOT_CIRCULAR_4, noise)
    points = sigma_points(predicted, spread_out, SPREAD)
    step, corrected, _, _ = correction_by_points(
        points - predicted,
        points[:, :2].copy(),
        np.array(position),
        WEIGHTS,
        NOT_CIRCULAR_2,
        np.eye(2) * position_noise**2,
    )
    return predicted + step, corrected


@kernel
def predicted_outlook(
    mean: Vec, polygon: Points2, stiffness: float, horizon: float
) -> tuple[float, float, float, float, float]:
    """Return the predicted distance outside, its direction, and the velocity."""
    state = mean.copy()
    steps = max(1, round(horizon / 0.01))
    for _ in range(steps):
        pendulum_step(state, polygon, stiffness, horizon / steps)
    outside, x, y = outside_of(state[:2], polygon)
    return outside, x, y, state[2], state[3]


@kernel
def outside_of(point: Point | Vec, polygon: Points2) -> tuple[float, float, float]:
    """Return the distance beyond the polygon's edge, negative inside, and the direction out."""
    edge_x, edge_y = nearest_edge(point[0], point[1], polygon)
    x, y = point[0] - edge_x, point[1] - edge_y
    distance = math.hypot(x, y)
    if distance == 0.0:
        return 0.0, 1.0, 0.0
    if is_inside(point[0], point[1], polygon):
        return -distance, -x / distance, -y / distance
    return distance, x / distance, y / distance
