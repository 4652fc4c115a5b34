"""All sensors but cameras and microphones: from the true state to the sensor frame."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from kickabout.framework.module import seeded_generator
from kickabout.geometry import Vec
from kickabout.geometry.arrays import shared_zeros
from kickabout.geometry.pose3 import sealed
from kickabout.representations import SensorFrame
from kickabout.robots.kind import RobotKind
from kickabout.robots.sensor_kinds import DistanceSensor, SensorErrors, SensorKind, Sonar
from kickabout.simulation.match.faults import FaultKind, Faults
from kickabout.simulation.physics import sensor_kernels as kernels
from kickabout.simulation.physics.snapshot import Snapshot

ROOM_TEMPERATURE = 25.0  # °C


class SensorModel:
    """The sensors of one robot with noise, bias and faults, from a random generator of its own."""

    def __init__(
        self,
        robot: int,
        *,
        kind: RobotKind,
        name: str,
        settings: SensorErrors,
        faults: Faults,
        seed: int,
    ) -> None:
        self.robot = robot
        self.kind = kind
        self.settings = settings
        self.faults = faults
        self.random = seeded_generator(seed, name, "sensors")
        self.gyro_bias = settings.gyro_bias * self.random.standard_normal(3)
        self.accelerometer_bias = settings.accelerometer_bias * self.random.standard_normal(3)
        feet = kind.sensors.foot_count
        gains = 1.0 + settings.foot_force_gain * self.random.standard_normal((feet, 4))
        self.foot_gains = np.maximum(gains, 0.1)
        self._switches = tuple(switch.button for switch in kind.sensors.switches)
        self.pressed: Sequence[str] = ()  # buttons that people press
        self._released = dict.fromkeys(kind.sensors.buttons, False)
        self.temperatures = np.full(len(kind.joints), ROOM_TEMPERATURE)
        self.last_time = 0.0
        self.layout = kernels.Layout(len(kind.joints), feet)
        self._rays = {sensor.name: number for number, sensor in enumerate(kind.sensors.infrared)}
        self._absent = _absent(kind.sensors, self.layout)
        self._limp = shared_zeros(len(kind.joints))
        self.last = kind.defaults(SensorFrame)
        self._biases = np.concatenate((self.gyro_bias, self.accelerometer_bias))
        self._heat_parameters = np.array((settings.heating, settings.cooling, ROOM_TEMPERATURE))
        self._joint_parameters = np.array(
            (settings.joint_noise, settings.joint_resolution, settings.current_per_torque)
        )
        self._body_parameters = np.array(
            (
                settings.gyro_noise,
                settings.accelerometer_noise,
                settings.foot_force_noise,
                settings.board_angle_noise,
            )
        )

    def measure(self, snapshot: Snapshot, stiffness: Vec | None = None) -> SensorFrame:
        """Return what the body reports for this frame, with the stiffness of the last command."""
        now = snapshot.time
        noise = self.random.standard_normal(self.layout.noise)
        self._warm(snapshot)
        lost = self.faults.any(FaultKind.LOST_BODY, now)
        dropped = any(
            self.random.random() < fault.value for fault in self.faults.of(FaultKind.DROPOUTS, now)
        )
        if lost:
            self.last = replace(
                self.kind.defaults(SensorFrame), joint_angles=self.last.joint_angles
            )
        elif not dropped or not self.last.connected:
            self.last = self._fresh(snapshot, self._limp if stiffness is None else stiffness, noise)
        return self.last

    def _fresh(self, snapshot: Snapshot, stiffness: Vec, noise: Vec) -> SensorFrame:
        sensed = self.kind.sensors
        torques = np.abs(snapshot.torques_of(self.robot))
        row = self._measured(snapshot, noise, torques)
        used = snapshot.time / (60.0 * self.settings.battery_minutes)
        return SensorFrame(
            connected=True,
            joint_angles=row[self.layout.angles],
            joint_currents=row[self.layout.currents],
            joint_temperatures=row[self.layout.temperatures],
            joint_stiffness=stiffness,
            gyro=row[self.layout.gyro],
            accelerometer=row[self.layout.accelerometer],
            board_angles=row[self.layout.board],
            foot_forces=row[self.layout.forces].reshape(-1, 4),
            buttons=self._pressed(snapshot),
            distances=self._distances(snapshot),
            battery_charge=max(0.0, 1.0 - used) if sensed.battery else 1.0,
            battery_current=-0.5 - float(torques.sum()) * 0.1 if sensed.battery else 0.0,
        )

    def _measured(self, snapshot: Snapshot, noise: Vec, torques: Vec) -> Vec:
        robot, now = self.robot, snapshot.time
        row = np.empty(self.layout.measured)
        kernels.measure_joints(
            snapshot.angles_of(robot),
            torques,
            self.temperatures,
            self.faults.joint_offsets(self.kind, now),
            noise,
            self._joint_parameters,
            row,
        )
        kernels.measure_body(
            snapshot.gyros[robot],
            snapshot.accelerometers[robot],
            snapshot.foot_forces[robot, : len(self.foot_gains)],
            _roll_pitch(snapshot.torso_quaternions[robot]),
            self._biases,
            self.foot_gains,
            self.faults.foot_gains(self.kind, now),
            noise,
            self._body_parameters,
            row,
        )
        self._disturb_inertial(row, now)
        for values in self._absent:
            row[values] = 0.0
        return sealed(row)

    def _disturb_inertial(self, row: Vec, now: float) -> None:
        if self.faults.any(FaultKind.FROZEN_IMU, now) and self.last.connected:
            row[self.layout.gyro] = self.last.gyro
            row[self.layout.accelerometer] = self.last.accelerometer
            return
        for fault in self.faults.of(FaultKind.GYRO_OFFSET, now):
            row[self.layout.gyro] += fault.values

    def _pressed(self, snapshot: Snapshot) -> dict[str, bool]:
        """Return the buttons: switches that touch something, and those that people press."""
        switches = snapshot.switches[self.robot]
        if not (self.pressed or switches.any()):
            return self._released
        touching = dict(zip(self._switches, switches.tolist(), strict=False))
        return self._released | touching | dict.fromkeys(self.pressed, True)

    def _distances(self, snapshot: Snapshot) -> Mapping[str, float]:
        frame = round(snapshot.time / self.kind.frame_time)
        sensors = self.kind.sensors.distances
        if self.last.connected:
            sensors = tuple(sensor for sensor in sensors if frame % sensor.period == 0)
        if not sensors:
            return self.last.distances
        found = {sensor.name: self._distance(snapshot, sensor) for sensor in sensors}
        return {**self.last.distances, **found}

    def _distance(self, snapshot: Snapshot, sensor: DistanceSensor) -> float:
        if isinstance(sensor, Sonar):
            return _sonar(snapshot, self.robot, sensor)
        ray = float(snapshot.ranges[self.robot, self._rays[sensor.name]])
        noisy = ray * (1.0 + sensor.noise * self.random.standard_normal())
        return min(max(noisy, sensor.range[0]), sensor.range[1])

    def _warm(self, snapshot: Snapshot) -> None:
        dt, self.last_time = snapshot.time - self.last_time, snapshot.time
        torques = snapshot.torques_of(self.robot)
        kernels.warm(self.temperatures, torques, dt, self._heat_parameters)


def _roll_pitch(quaternion: Vec) -> Vec:
    w, x, y, z = quaternion.tolist()
    roll = math.atan2(2.0 * (w * x + y * z), 1.0 - 2.0 * (x * x + y * y))
    pitch = math.asin(max(-1.0, min(1.0, 2.0 * (w * y - z * x))))
    return np.array((roll, pitch))


def _absent(sensed: SensorKind, layout: kernels.Layout) -> list[slice]:
    """Return the values that this robot does not measure."""
    given = (
        (sensed.gyroscope, layout.gyro),
        (sensed.accelerometer, layout.accelerometer),
        (sensed.board_angles, layout.board),
    )
    return [values for exists, values in given if not exists]


def _sonar(snapshot: Snapshot, robot: int, sensor: Sonar) -> float:
    """Return the distance to the nearest robot in the cone."""
    nearest, farthest = sensor.range
    offsets = snapshot.torso_positions[:, :2] - snapshot.torso_positions[robot, :2]
    near = np.flatnonzero((offsets**2).sum(axis=1) < farthest**2)
    if len(near) < 2:
        return sensor.no_echo
    w, x, y, z = snapshot.torso_quaternions[robot].tolist()
    heading = math.atan2(2.0 * (w * z + x * y), 1.0 - 2.0 * (y * y + z * z))
    distances = np.hypot(offsets[:, 0], offsets[:, 1]) - snapshot.kinds[robot].shape.depth
    bearings = np.arctan2(offsets[:, 1], offsets[:, 0]) - heading
    difference = np.abs(np.angle(np.exp(1j * (bearings - sensor.bearing))))
    hit = (difference < sensor.half_angle) & (distances < farthest)
    hit[robot] = False
    return max(nearest, float(distances[hit].min())) if hit.any() else sensor.no_echo
