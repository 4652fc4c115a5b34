"""Sensor simulation: from the true state and noise to one row of measured values."""

import numpy as np

from kickabout.framework.compilation import kernel
from kickabout.geometry import Mat, Vec, Vec2, Vec3
from kickabout.robots.nao.joints import JOINT_COUNT

# Indices into a row of measured values.
ANGLES = slice(0, JOINT_COUNT)
CURRENTS = slice(ANGLES.stop, ANGLES.stop + JOINT_COUNT)
TEMPERATURES = slice(CURRENTS.stop, CURRENTS.stop + JOINT_COUNT)
GYRO = slice(TEMPERATURES.stop, TEMPERATURES.stop + 3)
ACCELEROMETER = slice(GYRO.stop, GYRO.stop + 3)
FORCES = slice(ACCELEROMETER.stop, ACCELEROMETER.stop + 8)
BOARD = slice(FORCES.stop, FORCES.stop + 2)
MEASURED = BOARD.stop

# Indices into a row of noise.
INERTIAL_NOISE = JOINT_COUNT
FORCE_NOISE = INERTIAL_NOISE + 6
BOARD_NOISE = FORCE_NOISE + 8
NOISE = BOARD_NOISE + 2


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
    for i in range(JOINT_COUNT):
        angle = angles[i] + deviation * noise[i]
        row[i] = np.rint(angle / resolution) * resolution + offsets[i]
        row[JOINT_COUNT + i] = current_per_torque * torques[i]
        row[2 * JOINT_COUNT + i] = np.rint(temperatures[i])


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

    `parameters`: noise of gyro, accelerometer, foot forces and board angles.
    """
    start = 3 * JOINT_COUNT
    for i in range(3):
        row[start + i] = gyro[i] + biases[i] + parameters[0] * noise[INERTIAL_NOISE + i]
        error = parameters[1] * noise[INERTIAL_NOISE + 3 + i]
        row[start + 3 + i] = accelerometer[i] + biases[3 + i] + error
    start += 6
    for i in range(8):
        foot, sensor = i // 4, i % 4
        force = forces[foot, sensor] * gains[foot, sensor] * gain_faults[foot, sensor]
        row[start + i] = max(0.0, force + parameters[2] * noise[FORCE_NOISE + i])
    start += 8
    for i in range(2):
        row[start + i] = board[i] + parameters[3] * noise[BOARD_NOISE + i]
