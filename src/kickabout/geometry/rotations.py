"""Rotations in space: matrices, quaternions, rotation vectors and roll, pitch, yaw.

Matrices turn child coordinates into parent coordinates. Quaternions are (w, x, y, z). Roll,
pitch and yaw turn about the fixed axes x, y, z in this order: R = Rz(yaw) Ry(pitch) Rx(roll).
"""

import math

import numpy as np

from kickabout.framework.compilation import kernel
from kickabout.geometry.arrays import FloatArray, Mat, Mat3, Vec3, Vec4


@kernel
def rotation_x(angle: float) -> Mat3:
    c, s = math.cos(angle), math.sin(angle)
    return np.array(((1.0, 0.0, 0.0), (0.0, c, -s), (0.0, s, c)))


@kernel
def rotation_y(angle: float) -> Mat3:
    c, s = math.cos(angle), math.sin(angle)
    return np.array(((c, 0.0, s), (0.0, 1.0, 0.0), (-s, 0.0, c)))


@kernel
def rotation_z(angle: float) -> Mat3:
    c, s = math.cos(angle), math.sin(angle)
    return np.array(((c, -s, 0.0), (s, c, 0.0), (0.0, 0.0, 1.0)))


@kernel
def product(left: Mat3, right: Mat3) -> Mat3:
    """Return left @ right for 3×3 matrices, several times faster than BLAS."""
    result = np.empty((3, 3))
    for i in range(3):
        for j in range(3):
            result[i, j] = (
                left[i, 0] * right[0, j] + left[i, 1] * right[1, j] + left[i, 2] * right[2, j]
            )
    return result


@kernel
def rotated(rotation: Mat3, vector: Vec3) -> Vec3:
    """Return rotation @ vector."""
    result = np.empty(3)
    for i in range(3):
        result[i] = (
            rotation[i, 0] * vector[0] + rotation[i, 1] * vector[1] + rotation[i, 2] * vector[2]
        )
    return result


@kernel
def rotated_back(rotation: Mat3, vector: Vec3) -> Vec3:
    """Return rotation.T @ vector."""
    result = np.empty(3)
    for i in range(3):
        result[i] = (
            rotation[0, i] * vector[0] + rotation[1, i] * vector[1] + rotation[2, i] * vector[2]
        )
    return result


@kernel
def transposed(matrix: Mat3) -> Mat3:
    result = np.empty((3, 3))
    for i in range(3):
        for j in range(3):
            result[i, j] = matrix[j, i]
    return result


@kernel
def chained(
    left_rotation: Mat3, left_translation: Vec3, right_rotation: Mat3, right_translation: Vec3
) -> tuple[Mat3, Vec3]:
    """Return rotation and translation of left ∘ right."""
    translation = rotated(left_rotation, right_translation)
    for i in range(3):
        translation[i] += left_translation[i]
    return product(left_rotation, right_rotation), translation


@kernel
def chained_with_all(
    left_rotation: Mat3, left_translation: Vec3, rotations: FloatArray, translations: Mat
) -> tuple[FloatArray, Mat]:
    """Return rotations and translations of left ∘ each of several transforms."""
    turned, moved = np.empty(rotations.shape), np.empty(translations.shape)
    for i in range(rotations.shape[0]):
        turned[i], moved[i] = chained(
            left_rotation, left_translation, rotations[i], translations[i]
        )
    return turned, moved


@kernel
def inverted(rotation: Mat3, translation: Vec3) -> tuple[Mat3, Vec3]:
    """Return rotation and translation of the inverse transform."""
    back = rotated_back(rotation, translation)
    for i in range(3):
        back[i] = -back[i]
    return transposed(rotation), back


@kernel
def matrix_from_quaternion(quaternion: Vec4) -> Mat3:
    """Return the rotation of a quaternion of any length but zero."""
    w, x, y, z = quaternion[0], quaternion[1], quaternion[2], quaternion[3]
    scale = 2.0 / (w * w + x * x + y * y + z * z)
    result = np.empty((3, 3))
    result[0, 0] = 1.0 - scale * (y * y + z * z)
    result[0, 1] = scale * (x * y - w * z)
    result[0, 2] = scale * (x * z + w * y)
    result[1, 0] = scale * (x * y + w * z)
    result[1, 1] = 1.0 - scale * (x * x + z * z)
    result[1, 2] = scale * (y * z - w * x)
    result[2, 0] = scale * (x * z - w * y)
    result[2, 1] = scale * (y * z + w * x)
    result[2, 2] = 1.0 - scale * (x * x + y * y)
    return result


@kernel
def matrices_from_quaternions(quaternions: Mat) -> FloatArray:
    """Return the rotations of quaternions, one per row."""
    result = np.empty((quaternions.shape[0], 3, 3))
    for i in range(quaternions.shape[0]):
        result[i] = matrix_from_quaternion(quaternions[i])
    return result


@kernel
def quaternion_from_matrix(rotation: Mat3) -> Vec4:
    """Return the unit quaternion with w ≥ 0; exact, as it divides by the largest component."""
    m = rotation
    squares = np.empty(4)
    squares[0] = 1.0 + m[0, 0] + m[1, 1] + m[2, 2]
    squares[1] = 1.0 + m[0, 0] - m[1, 1] - m[2, 2]
    squares[2] = 1.0 - m[0, 0] + m[1, 1] - m[2, 2]
    squares[3] = 1.0 - m[0, 0] - m[1, 1] + m[2, 2]
    largest = np.argmax(squares)
    q = np.empty(4)
    if largest == 0:
        q[0], q[1] = squares[0], m[2, 1] - m[1, 2]
        q[2], q[3] = m[0, 2] - m[2, 0], m[1, 0] - m[0, 1]
    elif largest == 1:
        q[0], q[1] = m[2, 1] - m[1, 2], squares[1]
        q[2], q[3] = m[0, 1] + m[1, 0], m[0, 2] + m[2, 0]
    elif largest == 2:
        q[0], q[1] = m[0, 2] - m[2, 0], m[0, 1] + m[1, 0]
        q[2], q[3] = squares[2], m[1, 2] + m[2, 1]
    else:
        q[0], q[1] = m[1, 0] - m[0, 1], m[0, 2] + m[2, 0]
        q[2], q[3] = m[1, 2] + m[2, 1], squares[3]
    norm = math.sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3])
    if q[0] < 0.0:
        norm = -norm
    return q / norm


@kernel
def rotation_from_vector(rotation_vector: Vec3) -> Mat3:
    """Return the rotation about the vector's direction by its length (Rodrigues)."""
    x, y, z = rotation_vector[0], rotation_vector[1], rotation_vector[2]
    squared = x * x + y * y + z * z
    angle = math.sqrt(squared)
    if angle < 1e-4:  # below this the series is more exact than the quotients
        a = 1.0 - squared / 6.0
        b = 0.5 - squared / 24.0
    else:
        a = math.sin(angle) / angle
        half = math.sin(0.5 * angle)
        b = 2.0 * half * half / squared
    result = np.empty((3, 3))
    result[0, 0] = 1.0 - b * (y * y + z * z)
    result[0, 1] = b * x * y - a * z
    result[0, 2] = b * x * z + a * y
    result[1, 0] = b * x * y + a * z
    result[1, 1] = 1.0 - b * (x * x + z * z)
    result[1, 2] = b * y * z - a * x
    result[2, 0] = b * x * z - a * y
    result[2, 1] = b * y * z + a * x
    result[2, 2] = 1.0 - b * (x * x + y * y)
    return result


@kernel
def vector_from_rotation(rotation: Mat3) -> Vec3:
    """Return the shortest rotation vector (the logarithm), of length at most pi."""
    q = quaternion_from_matrix(rotation)
    sine = math.sqrt(q[1] * q[1] + q[2] * q[2] + q[3] * q[3])
    scale = 2.0 if sine < 1e-10 else 2.0 * math.atan2(sine, q[0]) / sine
    return scale * q[1:]


@kernel
def rotation_from_roll_pitch_yaw(roll: float, pitch: float, yaw: float) -> Mat3:
    return product(rotation_z(yaw), product(rotation_y(pitch), rotation_x(roll)))


@kernel
def roll_pitch_yaw_from_rotation(rotation: Mat3) -> tuple[float, float, float]:
    """Return roll, pitch in [-pi/2, pi/2] and yaw; straight up or down, yaw is 0."""
    pitch = math.atan2(-rotation[2, 0], math.hypot(rotation[0, 0], rotation[1, 0]))
    if abs(rotation[2, 0]) > 1.0 - 1e-12:
        return math.atan2(-rotation[1, 2], rotation[1, 1]), pitch, 0.0
    roll = math.atan2(rotation[2, 1], rotation[2, 2])
    yaw = math.atan2(rotation[1, 0], rotation[0, 0])
    return roll, pitch, yaw


@kernel
def orthonormalized(rotation: Mat3) -> Mat3:
    """Return a rotation near a matrix that drifted by rounding (Gram–Schmidt by rows)."""
    result = np.empty((3, 3))
    norm = math.sqrt(rotation[0, 0] ** 2 + rotation[0, 1] ** 2 + rotation[0, 2] ** 2)
    result[0] = rotation[0] / norm
    dot = (
        rotation[1, 0] * result[0, 0]
        + rotation[1, 1] * result[0, 1]
        + rotation[1, 2] * result[0, 2]
    )
    second = rotation[1] - dot * result[0]
    result[1] = second / math.sqrt(second[0] ** 2 + second[1] ** 2 + second[2] ** 2)
    result[2, 0] = result[0, 1] * result[1, 2] - result[0, 2] * result[1, 1]
    result[2, 1] = result[0, 2] * result[1, 0] - result[0, 0] * result[1, 2]
    result[2, 2] = result[0, 0] * result[1, 1] - result[0, 1] * result[1, 0]
    return result


@kernel
def tilt_from_up(up: Vec3) -> Mat3:
    """Return the smallest rotation that turns a direction, of any length, upright.

    Its rotation vector has no component along z. Upside down, it is a half turn about x.
    """
    norm = math.sqrt(up[0] * up[0] + up[1] * up[1] + up[2] * up[2])
    sine = math.hypot(up[0], up[1])
    if norm == 0.0 or (sine == 0.0 and up[2] > 0.0):
        return np.eye(3)
    turn = np.zeros(3)
    if sine == 0.0:
        turn[0] = math.pi
    else:
        angle = math.atan2(sine, up[2])
        turn[0] = angle * up[1] / sine
        turn[1] = -angle * up[0] / sine
    return rotation_from_vector(turn)


@kernel
def tilt_from_rotation(rotation: Mat3) -> Mat3:
    """Return the part of a rotation that is not about the vertical axis of the parent."""
    return tilt_from_up(rotation[2].copy())
