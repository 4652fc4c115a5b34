"""Tracking: the smoothed position of the ball or a robot, which a camera follows."""

import math

import numpy as np

from kickabout.film.plan import BALL
from kickabout.film.scene_source import FilmMoment, SceneSource
from kickabout.geometry import Vec

TIME_CONSTANT = 0.7  # s
CUT_AFTER = 2.0  # s between two pictures, as in strips: the camera jumps


class Tracking:
    """Follows the ball or a robot, with the delay of a cameraman."""

    def __init__(
        self, source: SceneSource, target: str, *, time_constant: float = TIME_CONSTANT
    ) -> None:
        self.index = None if target == BALL else source.robots.index(target)
        self.time_constant = time_constant
        self._position: Vec | None = None
        self._heading: Vec | None = None
        self._time = 0.0

    def advance(self, shown: FilmMoment) -> tuple[float, float]:
        """Return the position on the ground after the time since the previous picture."""
        now = self._target(shown)
        elapsed = shown.time - self._time
        if self._position is None or not 0.0 <= elapsed < CUT_AFTER:
            self._position, self._heading = now[:2], now[2:]
        else:
            weight = 1.0 - math.exp(-elapsed / self.time_constant)
            self._position = self._position + weight * (now[:2] - self._position)
            assert self._heading is not None
            self._heading = self._heading + weight * (now[2:] - self._heading)
        self._time = shown.time
        x, y = self._position.tolist()
        return x, y

    @property
    def heading(self) -> float:
        """The smoothed heading of the robot, in rad."""
        return 0.0 if self._heading is None else math.atan2(self._heading[1], self._heading[0])

    def _target(self, shown: FilmMoment) -> Vec:
        """Return position and direction of what is followed; where it is not known, as before."""
        if self.index is None:
            ball = shown.moment.ball[:2]
            if not np.isfinite(ball).all():
                ball = np.zeros(2) if self._position is None else self._position
            return np.array((*ball, 1.0, 0.0))
        x, y, _, w, qx, qy, qz = shown.moment.torsos[self.index].tolist()
        heading = math.atan2(2.0 * (w * qz + qx * qy), 1.0 - 2.0 * (qy * qy + qz * qz))
        return np.array((x, y, math.cos(heading), math.sin(heading)))
