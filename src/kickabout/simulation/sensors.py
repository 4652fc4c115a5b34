"""A robot's senses but eyes and ears: from the true state to what its sensors say."""

import math
from dataclasses import dataclass

import numpy as np

from kickabout.framework.module import seeded_generator
from kickabout.geometry import Vec, Vec3, readonly
from kickabout.representations import JointRequest, SensorFrame
from kickabout.robots.nao.joints import JOINT_COUNT, Joint
from kickabout.simulation.faults import FaultKind, Faults
from kickabout.simulation.snapshot import Snapshot

ROOM_TEMPERATURE = 25.0  # °C
SONAR_FRAMES = 8  # a pulse each 96 ms; the value stays until the next echo
SONAR_RANGE = 2.55  # m
SONAR_ANGLE = math.radians(30.0)  # half of the cone
SONAR_DIRECTIONS = (math.radians(22.5), -math.radians(22.5))  # left and right


@dataclass(frozen=True, slots=True, kw_only=True)
class SensorSettings:
    """How good the sensors are; standard deviations of a NAO v6 in good order."""

    joint_resolution: float = 0.0015  # rad, 12 bits of a turn
    joint_noise: float = 0.0005  # rad
    gyro_noise: float = 0.006  # rad/s
    gyro_bias: float = 0.005  # rad/s, drawn once per robot
    accelerometer_noise: float = 0.12  # m/s²
    accelerometer_bias: float = 0.05  # m/s², drawn once per robot
    foot_force_noise: float = 0.15  # N
    foot_force_gain: float = 0.08  # relative, drawn once per sensor
    board_angle_noise: float = 0.004  # rad
    current_per_torque: float = 0.75  # A/(N·m)
    heating: float = 0.02  # °C/s per (N·m)²
    cooling: float = 0.004  # 1/s towards room temperature
    battery_minutes: float = 60.0  # from full to empty


class SensorModel:
    """Measures one robot with noise, bias and faults; draws only from its own generator."""

    def __init__(
        self, robot: int, *, name: str, settings: SensorSettings, faults: Faults, seed: int
    ) -> None:
        self.robot = robot
        self.settings = settings
        self.faults = faults
        self.random = seeded_generator(seed, name, "sensors")
        self.gyro_bias = settings.gyro_bias * self.random.standard_normal(3)
        self.accelerometer_bias = settings.accelerometer_bias * self.random.standard_normal(3)
        gains = 1.0 + settings.foot_force_gain * self.random.standard_normal((2, 4))
        self.foot_gains = np.maximum(gains, 0.1)
        self.temperatures = np.full(JOINT_COUNT, ROOM_TEMPERATURE)
        self.last_time = 0.0
        self.last = SensorFrame()
        self._stiffness = np.zeros(JOINT_COUNT)
        self._stuck: dict[int, float] = {}

    def measure(self, snapshot: Snapshot) -> SensorFrame:
        """What the body reports for this frame."""
        now = snapshot.time
        noise = self.random.standard_normal(JOINT_COUNT + 3 + 3 + 8 + 2)
        self._warm(snapshot)
        lost = self.faults.any(FaultKind.LOST_BODY, now)
        dropped = any(
            self.random.random() < fault.value for fault in self.faults.of(FaultKind.DROPOUTS, now)
        )
        if lost:
            self.last = SensorFrame(connected=False, joint_angles=self.last.joint_angles)
        elif not dropped or not self.last.connected:
            self.last = self._fresh(snapshot, noise)
        return self.last

    def command(self, request: JointRequest, now: float) -> tuple[Vec, Vec]:
        """Angles and stiffness that reach the servos: faults change what a robot wishes."""
        angles = request.angles - self.faults.joint_offsets(now)
        stiffness = np.array(request.stiffness)
        if self.faults.any(FaultKind.LOST_BODY, now):
            stiffness = np.zeros(JOINT_COUNT)
        stuck = [Joint[f.joint.upper()] for f in self.faults.of(FaultKind.STUCK_JOINT, now)]
        for joint in stuck:
            angles[joint] = self._stuck.setdefault(joint, float(self.last.joint_angles[joint]))
            stiffness[joint] = 1.0
        self._stuck = {joint: self._stuck[joint] for joint in stuck}
        self._stiffness = stiffness
        return angles, stiffness

    def _fresh(self, snapshot: Snapshot, noise: Vec) -> SensorFrame:
        settings, robot, now = self.settings, self.robot, snapshot.time
        gyro, accelerometer = self._inertial(snapshot, noise[JOINT_COUNT : JOINT_COUNT + 6])
        forces = self._foot_forces(snapshot, noise[JOINT_COUNT + 6 : JOINT_COUNT + 14])
        angles = snapshot.joint_angles[robot] + settings.joint_noise * noise[:JOINT_COUNT]
        angles = np.round(angles / settings.joint_resolution) * settings.joint_resolution
        torques = np.abs(snapshot.joint_torques[robot])
        bumpers = snapshot.bumpers[robot]
        board = _roll_pitch(snapshot.torso_quaternions[robot])
        return SensorFrame(
            connected=True,
            joint_angles=readonly(angles + self.faults.joint_offsets(now)),
            joint_currents=readonly(settings.current_per_torque * torques),
            joint_temperatures=readonly(np.round(self.temperatures)),
            joint_stiffness=readonly(self._stiffness),
            gyro=readonly(gyro),
            accelerometer=readonly(accelerometer),
            board_angles=readonly(board + settings.board_angle_noise * noise[-2:]),
            foot_forces=readonly(forces),
            foot_bumpers=(bool(bumpers[0]), bool(bumpers[1]), bool(bumpers[2]), bool(bumpers[3])),
            sonar=self._echo(snapshot),
            battery_charge=max(0.0, 1.0 - now / (60.0 * settings.battery_minutes)),
            battery_current=-0.5 - float(torques.sum()) * 0.1,
        )

    def _echo(self, snapshot: Snapshot) -> tuple[float, float]:
        if snapshot.frame % SONAR_FRAMES == 0 or not self.last.connected:
            return _sonar(snapshot, self.robot)
        return self.last.sonar

    def _inertial(self, snapshot: Snapshot, noise: Vec) -> tuple[Vec3, Vec3]:
        settings, now = self.settings, snapshot.time
        if self.faults.any(FaultKind.FROZEN_IMU, now) and self.last.connected:
            return self.last.gyro, self.last.accelerometer
        gyro = snapshot.gyros[self.robot] + self.gyro_bias + settings.gyro_noise * noise[:3]
        for fault in self.faults.of(FaultKind.GYRO_OFFSET, now):
            gyro = gyro + fault.values
        true = snapshot.accelerometers[self.robot]
        shake = settings.accelerometer_noise * noise[3:]
        return gyro, true + self.accelerometer_bias + shake

    def _foot_forces(self, snapshot: Snapshot, noise: Vec) -> Vec:
        forces = snapshot.foot_forces[self.robot] * self.foot_gains
        for fault in self.faults.of(FaultKind.FSR_GAIN, snapshot.time):
            forces = forces * np.reshape(fault.values, (2, 4))
        noisy: Vec = forces + self.settings.foot_force_noise * noise.reshape(2, 4)
        return np.maximum(0.0, noisy)

    def _warm(self, snapshot: Snapshot) -> None:
        dt, self.last_time = snapshot.time - self.last_time, snapshot.time
        heat = self.settings.heating * snapshot.joint_torques[self.robot] ** 2
        cooling = self.settings.cooling * (self.temperatures - ROOM_TEMPERATURE)
        self.temperatures += dt * (heat - cooling)


def _roll_pitch(quaternion: Vec) -> Vec:
    w, x, y, z = quaternion.tolist()
    roll = math.atan2(2.0 * (w * x + y * z), 1.0 - 2.0 * (x * x + y * y))
    pitch = math.asin(max(-1.0, min(1.0, 2.0 * (w * y - z * x))))
    return np.array((roll, pitch))


def _sonar(snapshot: Snapshot, robot: int) -> tuple[float, float]:
    """Distance to the nearest robot in each cone; 5 where nothing answers."""
    offsets = snapshot.torso_positions[:, :2] - snapshot.torso_positions[robot, :2]
    near = np.flatnonzero((offsets**2).sum(axis=1) < SONAR_RANGE**2)
    if len(near) < 2:
        return 5.0, 5.0
    w, x, y, z = snapshot.torso_quaternions[robot].tolist()
    heading = math.atan2(2.0 * (w * z + x * y), 1.0 - 2.0 * (y * y + z * z))
    distances = (
        np.hypot(offsets[:, 0], offsets[:, 1]) - 0.2
    )  # m, half of a robot and of the own chest
    bearings = np.arctan2(offsets[:, 1], offsets[:, 0]) - heading
    answers = []
    for direction in SONAR_DIRECTIONS:
        turned = np.abs(np.angle(np.exp(1j * (bearings - direction))))
        hit = (turned < SONAR_ANGLE) & (distances < SONAR_RANGE)
        hit[robot] = False
        answers.append(max(0.2, float(distances[hit].min())) if hit.any() else 5.0)
    return answers[0], answers[1]
