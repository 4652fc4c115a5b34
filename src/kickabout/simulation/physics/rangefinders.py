"""Infrared distance sensors: rays from moving links to whatever they hit first."""

from collections.abc import Sequence

import mujoco
import numpy as np

from kickabout.geometry import FloatArray
from kickabout.robots.in_model import RobotInModel
from kickabout.robots.sensor_kinds import Infrared


class Rangefinders:
    """The infrared sensors of all robots; a ray passes through the link that carries the sensor."""

    def __init__(self, model: mujoco.MjModel, robots: Sequence[RobotInModel]) -> None:
        self._model = model
        self._geom = np.zeros(1, np.int32)
        sensors = [robot.kind.sensors.infrared for robot in robots]
        most = max((len(found) for found in sensors), default=0)
        self._rays = [
            (row, column, int(robot.links[robot.kind.row(sensor.link)]), sensor)
            for row, (robot, found) in enumerate(zip(robots, sensors, strict=True))
            for column, sensor in enumerate(found)
        ]
        self._distances: FloatArray = np.full((len(robots), most), np.inf)

    def read(self, data: mujoco.MjData, frames: Sequence[int | None]) -> FloatArray:
        """Return robot × sensor, in m, infinite without a hit.

        `frames` are the numbers of the frames that begin now, by robot. Between the frames in which
        a sensor measures, its last value is kept.
        """
        for row, column, body, sensor in self._rays:
            frame = frames[row]
            if frame is not None and frame % sensor.period == 0:
                self._distances[row, column] = self._measured(data, body, sensor)
        return self._distances.copy() if self._rays else self._distances

    def _measured(self, data: mujoco.MjData, body: int, sensor: Infrared) -> float:
        rotation = data.xmat[body].reshape(3, 3)
        start = data.xpos[body] + rotation @ np.array(sensor.position)
        direction = rotation @ np.array(sensor.direction)
        direction /= np.linalg.norm(direction)
        distance = mujoco.mj_ray(self._model, data, start, direction, None, 1, body, self._geom)
        return float(distance) if distance >= 0.0 else np.inf
