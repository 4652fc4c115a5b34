"""Heading hold: from planned and measured turns to a correction that keeps the robot on course.

Feet slip a little when they push off, mostly to the same side, so a fast walk straight ahead
becomes a curve. The gyroscope shows it, and the next steps turn back.
"""

from collections import deque

from kickabout.framework.compilation import kernel
from kickabout.geometry import Mat3, Vec3
from kickabout.motion.walk.step_limits import clipped


class HeadingHold:
    """Accumulated difference of planned and measured turns; a plan takes effect frames later."""

    def __init__(self, delay_frames: int = 4) -> None:
        self.missed = 0.0  # rad
        self._plans: deque[float] = deque([0.0] * delay_frames, maxlen=delay_frames)

    def reset(self) -> None:
        self.missed = 0.0
        self._plans.extend([0.0] * len(self._plans))

    def update(self, planned: float, measured: float, *, max_missed: float, keep: float) -> float:
        """Add the turns of one frame; return the turn still missing, with old errors fading."""
        due = self._plans[0]
        self._plans.append(planned)
        self.missed = clipped(keep * self.missed + due - measured, -max_missed, max_missed)
        return self.missed


@kernel
def turn_rate(torso_to_level: Mat3, gyro: Vec3) -> float:
    """Return the turn rate about the vertical in rad/s."""
    rate: float = (
        torso_to_level[2, 0] * gyro[0]
        + torso_to_level[2, 1] * gyro[1]
        + torso_to_level[2, 2] * gyro[2]
    )
    return rate
