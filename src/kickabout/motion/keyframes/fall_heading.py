"""Heading over a fall: from the gyroscope's turns about all axes to the heading after the get-up.

While a robot lies, rolls over and gets up, its heading is not the sum of its turns about the
vertical. So the whole orientation is integrated from the last moment on its feet to the next one.
"""

import math

from kickabout.geometry import Mat3, Vec3
from kickabout.geometry.rotations import rotation_from_vector


class FallHeading:
    """Orientation of the torso while the robot is not on its feet; call `update` once per frame."""

    def __init__(self) -> None:
        self._torso_to_start: Mat3 | None = None  # None on its feet
        self._gyro: Vec3 | None = None

    def update(self, *, on_feet: bool, gyro: Vec3, torso_to_level: Mat3, dt: float) -> float | None:
        """Return the turn since before the fall in rad when the robot is up again, else None."""
        if on_feet:
            orientation, self._torso_to_start = self._torso_to_start, None
            self._gyro = gyro
            if orientation is None:
                return None
            return math.atan2(float(orientation[1, 0]), float(orientation[0, 0]))
        if self._torso_to_start is None:
            self._torso_to_start = torso_to_level
        before = gyro if self._gyro is None else self._gyro
        turned = rotation_from_vector((before + gyro) * (0.5 * dt))
        self._torso_to_start = self._torso_to_start @ turned
        self._gyro = gyro
        return None
