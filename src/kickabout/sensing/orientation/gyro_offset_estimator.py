"""Gyroscope check: from its readings to its offset and the state of the inertial board."""

from dataclasses import dataclass

import numpy as np

from kickabout.filters import RingBuffer
from kickabout.framework import FrameInfo, Module, param
from kickabout.geometry import Vec, Vec3, readonly
from kickabout.representations import GyroOffsetState, SensorFrame


@dataclass(frozen=True, slots=True, kw_only=True)
class GyroOffsetEstimatorParameters:
    period: int = param(
        80, unit="frames", low=2, doc="number of frames over which readings are averaged"
    )
    check_every: int = param(20, unit="frames", low=1, doc="number of frames between two averages")
    weight: float = param(
        0.3, low=0.01, high=1.0, doc="weight of a new average, since standing robots creep a bit"
    )
    still_below: float = param(
        0.012,
        unit="rad/s",
        low=0.0,
        doc="maximum mean change per frame of a robot at rest; noise is 0.007",
    )
    even_below: float = param(
        0.004,
        unit="rad/s",
        low=0.0,
        doc="maximum difference of the means of two halves for a robot at rest",
    )
    plausible_below: float = param(
        0.3, unit="rad/s", low=0.0, doc="maximum offset; a larger mean is a slow turn"
    )
    faulty_above: float = param(
        0.03, unit="rad/s", low=0.0, doc="offset above which the robot has to be restarted"
    )
    frozen_after: float = param(
        0.1,
        unit="s",
        low=0.0,
        doc="time of constant readings that means a dead sensor, since readings are noisy",
    )


class GyroOffsetEstimator(Module[GyroOffsetEstimatorParameters]):
    """Averages the readings of a robot at rest, and detects readings that never change.

    After B-Human 2019, section 7.8. If only the inertial values are constant, the board is dead; if
    joints and feet are constant too, the body is disconnected.
    """

    def __init__(self, parameters: GyroOffsetEstimatorParameters) -> None:
        super().__init__(parameters)
        self.offset: Vec3 = readonly(np.zeros(3))
        self.known = False
        self.largest = 0.0  # rad/s, of the offset
        self.state = GyroOffsetState()
        self.inertial = b""
        self.others = b""
        self.inertial_changed_at = 0.0
        self.others_changed_at = 0.0
        self.parameters_changed()

    def parameters_changed(self) -> None:
        self.readings = RingBuffer(self.parameters.period, 3)
        self.count = 0

    def update(self, frame: FrameInfo, sensors: SensorFrame) -> GyroOffsetState:
        if sensors.connected:
            self._detect_changes(frame.time, sensors)
        limit = self.parameters.frozen_after
        frozen = frame.time - self.inertial_changed_at > limit
        all_frozen = frozen and frame.time - self.others_changed_at > limit
        if frozen or not sensors.connected:
            self._forget_readings()
        else:
            self._average(sensors.gyro)
        return self._new_state(
            board_dead=sensors.connected and frozen and not all_frozen,
            board_disconnected=not sensors.connected or all_frozen,
        )

    def _new_state(self, *, board_dead: bool, board_disconnected: bool) -> GyroOffsetState:
        faulty, last = self.largest > self.parameters.faulty_above, self.state
        if (
            last.offset is not self.offset
            or last.known != self.known
            or last.faulty != faulty
            or last.board_dead != board_dead
            or last.board_disconnected != board_disconnected
        ):
            self.state = GyroOffsetState(
                offset=self.offset,
                known=self.known,
                faulty=faulty,
                board_dead=board_dead,
                board_disconnected=board_disconnected,
            )
        return self.state

    def _detect_changes(self, time: float, sensors: SensorFrame) -> None:
        inertial = sensors.gyro.tobytes() + sensors.accelerometer.tobytes()
        if inertial != self.inertial:
            self.inertial, self.inertial_changed_at = inertial, time
        others = sensors.joint_angles.tobytes() + sensors.foot_forces.tobytes()
        if others != self.others:
            self.others, self.others_changed_at = others, time

    def _forget_readings(self) -> None:
        self.readings.clear()
        self.count = 0

    def _average(self, gyro: Vec) -> None:
        self.readings.append(gyro)
        self.count += 1
        if not self.readings.is_full or self.count < self.parameters.check_every:
            return
        self.count = 0
        rows, parameters = self.readings.rows, self.parameters
        changes = np.abs(np.diff(rows, axis=0)).mean(axis=0)
        half = len(rows) // 2
        drift = np.abs(rows[:half].mean(axis=0) - rows[half:].mean(axis=0))
        mean = rows.mean(axis=0)
        still = changes.max() < parameters.still_below and drift.max() < parameters.even_below
        if still and np.abs(mean).max() < parameters.plausible_below:
            if not self.known and np.abs(mean).max() > parameters.faulty_above:
                self.debug.note("the gyroscope has a large offset: restart the robot")
            weight = parameters.weight if self.known else 1.0
            self.offset, self.known = readonly(self.offset + weight * (mean - self.offset)), True
            self.largest = float(np.abs(self.offset).max())
