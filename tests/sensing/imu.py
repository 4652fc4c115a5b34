"""An inertial unit with noise whose readings an orientation estimator gets."""

from typing import Protocol

import numpy as np

from kickabout.framework import FrameInfo
from kickabout.geometry import rotation_from_roll_pitch_yaw
from kickabout.representations import GyroOffsetState, InertialState, SensorFrame
from kickabout.sensing.orientation.torso_orientation import GRAVITY

DT = 0.012  # s
NO_OFFSET = GyroOffsetState()


class Estimator(Protocol):
    """A module that estimates the orientation of the torso."""

    def update(
        self, frame: FrameInfo, sensors: SensorFrame, offset: GyroOffsetState
    ) -> InertialState: ...


class Imu:
    """Feeds the readings of a torso to an estimator."""

    def __init__(self, estimator: Estimator) -> None:
        self.estimator = estimator
        self.random = np.random.default_rng(7)
        self.cycle = 0

    def update(
        self,
        *,
        roll: float = 0.0,
        pitch: float = 0.0,
        gyro: tuple[float, float, float] = (0.0, 0.0, 0.0),
        offset: GyroOffsetState = NO_OFFSET,
    ) -> InertialState:
        up = rotation_from_roll_pitch_yaw(roll, pitch, 0.0)[2]
        sensors = SensorFrame(
            connected=True,
            gyro=np.array(gyro) + 0.006 * self.random.standard_normal(3),
            accelerometer=GRAVITY * up + 0.12 * self.random.standard_normal(3),
        )
        return self.read(sensors, offset)

    def read(self, sensors: SensorFrame, offset: GyroOffsetState = NO_OFFSET) -> InertialState:
        frame = FrameInfo(time=self.cycle * DT, dt=DT if self.cycle else 0.0, cycle=self.cycle)
        self.cycle += 1
        return self.estimator.update(frame, sensors, offset)
