"""Sensor simulation: from the true state and noise to one row of measured values."""

import numpy as np

from kickabout.framework.compilation import kernel
from kickabout.geometry import Mat, Vec, Vec2, Vec3


class Layout:
    """Indices into the rows of measured values and of noise of a robot."""

    def __init__(self, joints: int, feet: int) -> None:
        forces = 4 * feet
        self.angles = slice(0, joints)
        self.currents = slice(joints, 2 * joints)
        self.temperatures = slice(2 * joints, 3 * joints)
        self.gyro = slice(3 * joints, 3 * joints + 3)
        self.accelerometer = slice(self.gyro.stop, self.gyro.stop + 3)
        self.forces = slice(self.accelerometer.stop, self.accelerometer.stop + forces)
        self.board = slice(self.forces.stop, self.forces.stop + 2)
        self.measured = self.board.stop
        self.noise = joints + 6 + forces + 2


@kernel
def warm(temperatures: Vec, torques: Vec, dt: float, parameters: Vec3) -> None:
    """Update motor temperatures; `parameters`: heating, cooling, temperature of the room."""
    heating, cooling, room = parameters[0], parameters[1], parameters[2]
    for i in range(temperatures.size):
        heat = heating * (torques[i] * torques[i])
        temperatures[i] += dt * (heat - cooling * (temperatures[i] - room))


@kernel
def measure_joints(
    angles: Vec,
    torques: Vec,
    temperatures: Vec,
    offsets: Vec,
    noise: Vec,
    parameters: Vec3,
    row: Vec,
) -> None:
    """Fill in angles, currents and temperatures.

    `parameters`: noise, resolution, current per torque.
    """
    deviation, resolution, current_per_torque = parameters[0], parameters[1], parameters[2]
    for i in range(angles.size):
        angle = angles[i] + deviation * noise[i]
        if resolution > 0.0:
            angle = np.rint(angle / resolution) * resolution
        row[i] = angle + offsets[i]
        row[angles.size + i] = current_per_torque * torques[i]
        row[2 * angles.size + i] = np.rint(temperatures[i])


@kernel
def measure_body(
    gyro: Vec3,
    accelerometer: Vec3,
    forces: Mat,
    board: Vec2,
    biases: Vec,
    gains: Mat,
    gain_faults: Mat,
    noise: Vec,
    parameters: Vec,
    row: Vec,
) -> None:
    """Fill in gyro, accelerometer, foot forces, and the angles that the board computes.

    `parameters`: noise of gyro, accelerometer, foot forces and board angles. `noise` has one value
    for each joint, then one for each value of this function.
    """
    count = 4 * gains.shape[0]
    joints = noise.size - 8 - count
    start = 3 * joints
    for i in range(3):
        row[start + i] = gyro[i] + biases[i] + parameters[0] * noise[joints + i]
        error = parameters[1] * noise[joints + 3 + i]
        row[start + 3 + i] = accelerometer[i] + biases[3 + i] + error
    start += 6
    for i in range(count):
        foot, sensor = i // 4, i % 4
        force = forces[foot, sensor] * gains[foot, sensor] * gain_faults[foot, sensor]
        row[start + i] = max(0.0, force + parameters[2] * noise[joints + 6 + i])
    start += count
    for i in range(2):
        row[start + i] = board[i] + parameters[3] * noise[joints + 6 + count + i]
