"""Gyroscope check: from its readings to its offset, and whether the board still works."""

from dataclasses import dataclass

import numpy as np

from kickabout.filters import RingBuffer
from kickabout.framework import FrameInfo, Module, param
from kickabout.geometry import Vec, Vec3, readonly
from kickabout.representations import GyroOffsetState, SensorFrame


@dataclass(frozen=True, slots=True, kw_only=True)
class GyroOffsetEstimatorParameters:
    period: int = param(80, unit="frames", low=2, doc="over which the readings are averaged")
    check_every: int = param(20, unit="frames", low=1, doc="how often that is done")
    share: float = param(
        0.3, low=0.01, high=1.0, doc="of a new average in the offset; standing robots creep a bit"
    )
    still_below: float = param(
        0.012, unit="rad/s", low=0.0, doc="mean change per frame of a robot at rest; noise is 0.007"
    )
    even_below: float = param(
        0.004, unit="rad/s", low=0.0, doc="a resting robot's mean differs less between two halves"
    )
    plausible_below: float = param(
        0.3, unit="rad/s", low=0.0, doc="faster than this it is no offset but a slow turn"
    )
    faulty_above: float = param(
        0.03, unit="rad/s", low=0.0, doc="a larger offset needs a restart of the robot"
    )
    frozen_after: float = param(
        0.1, unit="s", low=0.0, doc="readings are noisy, so the same for longer means no reading"
    )


class GyroOffsetEstimator(Module[GyroOffsetEstimatorParameters]):
    """Averages a robot at rest, and wonders about readings that never change.

    After B-Human 2019, section 7.8. If only the inertial values stand still, the board is dead; if
    joints and feet do so too, the body is disconnected.
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
            self._watch(frame.time, sensors)
        patience = self.parameters.frozen_after
        frozen = frame.time - self.inertial_changed_at > patience
        all_frozen = frozen and frame.time - self.others_changed_at > patience
        if frozen or not sensors.connected:
            self._forget_readings()
        else:
            self._average(frame.time, sensors.gyro)
        return self._judged(
            board_dead=sensors.connected and frozen and not all_frozen,
            board_disconnected=not sensors.connected or all_frozen,
        )

    def _judged(self, *, board_dead: bool, board_disconnected: bool) -> GyroOffsetState:
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

    def _watch(self, time: float, sensors: SensorFrame) -> None:
        inertial = sensors.gyro.tobytes() + sensors.accelerometer.tobytes()
        if inertial != self.inertial:
            self.inertial, self.inertial_changed_at = inertial, time
        others = sensors.joint_angles.tobytes() + sensors.foot_forces.tobytes()
        if others != self.others:
            self.others, self.others_changed_at = others, time

    def _forget_readings(self) -> None:
        self.readings.clear()
        self.count = 0

    def _average(self, time: float, gyro: Vec) -> None:
        self.readings.append(gyro, time)
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
            share = parameters.share if self.known else 1.0
            self.offset, self.known = readonly(self.offset + share * (mean - self.offset)), True
            self.largest = float(np.abs(self.offset).max())
