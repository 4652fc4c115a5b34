"""Which ball percepts to believe: from single percepts to those that others support."""

import math
from collections import deque
from dataclasses import dataclass

import numpy as np

from kickabout.geometry import Mat, Points2, Vec, Vec3, kernel

# Columns of the memory: x, y (m, robot frame), time (s), 1 if the percept was a sure one, camera.
X, Y, TIME, SURE, CAMERA = 0, 1, 2, 3, 4


@dataclass(frozen=True, slots=True, kw_only=True)
class Plausibility:
    """What a series of percepts has to be like."""

    radius: float  # m, percepts this near may be of the same ball
    radius_growth: float  # and this much more for each m of distance
    needed: int  # percepts, the new one included
    needed_share: float  # of the images since the first of them
    line_needed: int  # percepts of a ball that rolls
    line_residual: float  # m, root of the mean squared distance from an even roll
    min_speed: float  # m/s
    max_speed: float  # m/s


@kernel
def moved_back(rows: Mat, x: float, y: float, theta: float) -> Mat:
    """Points in the robot's frame after the robot made this step."""
    c, s = math.cos(theta), math.sin(theta)
    moved = rows.copy()
    for i in range(rows.shape[0]):
        dx, dy = rows[i, 0] - x, rows[i, 1] - y
        moved[i, 0] = c * dx + s * dy
        moved[i, 1] = c * dy - s * dx
    return moved


@kernel
def even_roll(points: Points2, times: Vec) -> tuple[float, float, float]:
    """Velocity of the best even motion through points, and the mean squared distance from it."""
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
    """The percepts and images of the last moments, moved along with the robot."""

    def __init__(self) -> None:
        self.rows: Mat = np.zeros((0, 5))
        self._images: deque[tuple[float, int]] = deque()

    def image(self, now: float, *, camera: int, step: Vec3, window: float) -> None:
        """A camera took an image, `step` (x, y, theta) after the one before."""
        since = now - window
        while self._images and self._images[0][0] < since:
            self._images.popleft()
        self._images.append((now, camera))
        if len(self.rows):
            x, y, theta = step.tolist()
            self.rows = moved_back(self.rows[self.rows[:, TIME] >= since], x, y, theta)

    def add(self, x: float, y: float, *, sure: bool) -> None:
        """A percept of the newest image."""
        now, camera = self._images[-1]
        self.rows = np.vstack((self.rows, (x, y, now, float(sure), float(camera))))

    def is_repeated(self, rules: Plausibility) -> bool:
        """Whether enough sure percepts lie around the newest one.

        They also have to be frequent in the newest one's camera, since mistakes come and go.
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
        images = sum(time >= first and by == camera for time, by in self._images)
        return bool(times.size >= rules.needed_share * images)

    def is_rolling(self, rules: Plausibility) -> bool:
        """Whether the last percepts, sure or not, lie where a rolling ball would be."""
        if len(self.rows) < rules.line_needed:
            return False
        series = self.rows[-rules.line_needed :]
        vx, vy, squares = even_roll(series[:, :2].copy(), series[:, TIME].copy())
        speed = math.hypot(vx, vy)
        is_line = squares <= rules.line_residual * rules.line_residual
        return is_line and rules.min_speed <= speed <= rules.max_speed
