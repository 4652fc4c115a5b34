"""Complementary filter: from turn rates and measured gravity to a quaternion."""

import math

import numpy as np

from kickabout.framework.compilation import kernel
from kickabout.geometry import Vec3, Vec4

GRAVITY = 9.81  # m/s²


@kernel
def quaternion_product(left: Vec4, right: Vec4) -> Vec4:
    """Return the product of two quaternions (w, x, y, z)."""
    w, x, y, z = left
    a, b, c, d = right
    return np.array(
        (
            w * a - x * b - y * c - z * d,
            w * b + x * a + y * d - z * c,
            w * c - x * d + y * a + z * b,
            w * d + x * c - y * b + z * a,
        )
    )


@kernel
def quaternion_turned(orientation: Vec4, gyro: Vec3, dt: float) -> Vec4:
    """Return the orientation after a turn about body axes; exact for constant rates."""
    rate = math.sqrt(gyro[0] ** 2 + gyro[1] ** 2 + gyro[2] ** 2)
    half = 0.5 * rate * dt
    scale = math.sin(half) / rate if rate > 1e-12 else 0.5 * dt
    step = np.array((math.cos(half), scale * gyro[0], scale * gyro[1], scale * gyro[2]))
    return quaternion_product(orientation, step)


@kernel
def quaternion_rotated(orientation: Vec4, vector: Vec3) -> Vec3:
    """Rotate a vector from the body to the world frame."""
    pure = np.array((0.0, vector[0], vector[1], vector[2]))
    w, x, y, z = orientation
    back = np.array((w, -x, -y, -z))
    return quaternion_product(quaternion_product(orientation, pure), back)[1:]


@kernel
def gravity_correction(up: Vec3) -> Vec4:
    """Return the shortest turn about level axes that makes a unit vector point straight up."""
    correction = np.zeros(4)
    if up[2] <= -0.999999:  # upside down: any level axis is correct
        correction[1] = 1.0
        return correction
    w = math.sqrt(0.5 * (1.0 + up[2]))
    correction[0] = w
    correction[1] = 0.5 * up[1] / w
    correction[2] = -0.5 * up[0] / w
    return correction


@kernel
def gravity_weight(acceleration: Vec3, full_below: float, none_above: float) -> float:
    """Return a weight of 1 for a reading as long as gravity, less if it is longer or shorter."""
    length = math.sqrt(acceleration[0] ** 2 + acceleration[1] ** 2 + acceleration[2] ** 2)
    error = abs(length - GRAVITY) / GRAVITY
    if error <= full_below:
        return 1.0
    return max(0.0, (none_above - error) / (none_above - full_below))


@kernel
def corrected_by_gravity(orientation: Vec4, measured: Vec3, gain: float) -> tuple[Vec4, Vec3]:
    """Correct the orientation by a fraction (`gain`) of the error of gravity; keep the heading.

    `measured` is the measured gravity in the world frame; it is returned in the corrected one.
    """
    length = math.sqrt(measured[0] ** 2 + measured[1] ** 2 + measured[2] ** 2)
    if length < 1e-6 or gain <= 0.0:
        return orientation, measured
    part = gain * gravity_correction(measured / length)
    part[0] += 1.0 - gain  # linear interpolation with the identity; normalized below
    part /= math.sqrt((part * part).sum())
    return quaternion_product(part, orientation), quaternion_rotated(part, measured)
