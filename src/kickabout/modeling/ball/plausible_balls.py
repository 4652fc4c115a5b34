"""Plausible balls: from a series of percepts to whether the newest one is supported."""

import math
from collections import deque
from dataclasses import dataclass

import numpy as np

from kickabout.framework.compilation import kernel
from kickabout.geometry import Mat, Points2, Vec, Vec3

# Columns of the memory: x, y (m, robot frame), time (s), 1 for a sure percept (else 0), camera.
X, Y, TIME, SURE, CAMERA = 0, 1, 2, 3, 4


@dataclass(frozen=True, slots=True, kw_only=True)
class Plausibility:
    """Requirements for a series of percepts."""

    radius: float  # m, maximum distance between percepts of one ball
    radius_growth: float  # growth of the radius per m of distance
    needed: int  # minimum number of percepts, including the new one
    needed_fraction: float  # minimum fraction of the images since the first of them
    line_needed: int  # number of percepts of a rolling ball
    line_residual: float  # m, root of the mean squared distance from a uniform motion
    min_speed: float  # m/s
    max_speed: float  # m/s


@kernel
def moved_back(rows: Mat, x: float, y: float, theta: float) -> Mat:
    """Return points in robot coordinates after the robot made a step."""
    c, s = math.cos(theta), math.sin(theta)
    moved = rows.copy()
    for i in range(rows.shape[0]):
        dx, dy = rows[i, 0] - x, rows[i, 1] - y
        moved[i, 0] = c * dx + s * dy
        moved[i, 1] = c * dy - s * dx
    return moved


@kernel
def uniform_motion(points: Points2, times: Vec) -> tuple[float, float, float]:
    """Return the velocity of the uniform motion that fits best, and the mean squared residual."""
    n = points.shape[0]
    mt, mx, my = times.mean(), points[:, 0].mean(), points[:, 1].mean()
    stt = stx = sty = 0.0
    for i in range(n):
        dt = times[i] - mt
        stt += dt * dt
        stx += dt * (points[i, 0] - mx)
        sty += dt * (points[i, 1] - my)
    if stt <= 0.0:
        return 0.0, 0.0, math.inf
    vx, vy = stx / stt, sty / stt
    squares = 0.0
    for i in range(n):
        dt = times[i] - mt
        squares += (points[i, 0] - mx - vx * dt) ** 2 + (points[i, 1] - my - vy * dt) ** 2
    return vx, vy, squares / n


class PerceptMemory:
    """Recent percepts in current robot coordinates, and the times of recent images."""

    def __init__(self) -> None:
        self.rows: Mat = np.zeros((0, 5))
        self._images: deque[tuple[float, int]] = deque()

    def image(self, now: float, *, camera: int, step: Vec3, window: float) -> None:
        """Add an image that a camera took `step` (x, y, theta) after the previous image."""
        since = now - window
        while self._images and self._images[0][0] < since:
            self._images.popleft()
        self._images.append((now, camera))
        if len(self.rows):
            x, y, theta = step.tolist()
            self.rows = moved_back(self.rows[self.rows[:, TIME] >= since], x, y, theta)

    def add(self, x: float, y: float, *, sure: bool) -> None:
        """Add a percept of the newest image."""
        now, camera = self._images[-1]
        self.rows = np.vstack((self.rows, (x, y, now, float(sure), float(camera))))

    def is_repeated(self, rules: Plausibility) -> bool:
        """Return whether enough sure percepts lie around the newest one.

        They also have to be frequent in the camera of the newest one, since false percepts
        are intermittent.
        """
        newest = self.rows[-1]
        reach = rules.radius + rules.radius_growth * math.hypot(newest[X], newest[Y])
        apart = np.hypot(self.rows[:, X] - newest[X], self.rows[:, Y] - newest[Y])
        near = (apart <= reach) & (self.rows[:, SURE] > 0.0)
        if np.count_nonzero(near) < rules.needed:
            return False
        times = self.rows[near & (self.rows[:, CAMERA] == newest[CAMERA]), TIME]
        if times.size == 0:
            return False
        camera, first = int(newest[CAMERA]), float(times.min())
        images = sum(time >= first and other == camera for time, other in self._images)
        return bool(times.size >= rules.needed_fraction * images)

    def is_rolling(self, rules: Plausibility) -> bool:
        """Return whether the last percepts, sure or not, fit a rolling ball."""
        if len(self.rows) < rules.line_needed:
            return False
        series = self.rows[-rules.line_needed :]
        vx, vy, squares = uniform_motion(series[:, :2].copy(), series[:, TIME].copy())
        speed = math.hypot(vx, vy)
        is_line = squares <= rules.line_residual * rules.line_residual
        return is_line and rules.min_speed <= speed <= rules.max_speed
