"""Balance in key-frame motions: from center of mass and gyroscope to hip and ankle corrections.

PID control as in B-Human's get-up engine of 2019: the error is the distance of the projected
center of mass from its goal between the soles. The derivative comes from the gyroscope, which
is faster and less noisy than differences of the center of mass.
"""

from dataclasses import dataclass, field

import numpy as np

from kickabout.geometry import Vec, zeros
from kickabout.motion.keyframes.keyframe_motion import Balance
from kickabout.robots.nao.joints import JOINT_COUNT, Joint

HIP_PITCHES = [Joint.LEFT_HIP_PITCH, Joint.RIGHT_HIP_PITCH]
ANKLE_PITCHES = [Joint.LEFT_ANKLE_PITCH, Joint.RIGHT_ANKLE_PITCH]
ANKLE_ROLLS = [Joint.LEFT_ANKLE_ROLL, Joint.RIGHT_ANKLE_ROLL]
GYRO_WEIGHT = 0.5  # weight of the newest value in the low-pass filter


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class BodyReading:
    """State of the body in one frame, as used by key-frame motions."""

    angles: Vec = zeros(JOINT_COUNT)  # rad, measured
    pitch: float = 0.0  # rad, forward is positive, −π … π
    roll: float = 0.0  # rad, right side down is positive, −π/2 … π/2
    gyro: tuple[float, float] = (0.0, 0.0)  # rad/s, about x and y
    center_of_mass_over_soles: tuple[float, float] = (0.0, 0.0)  # m, from the middle of both soles
    damage: float = 0.0  # number from the damage configuration


@dataclass(slots=True, kw_only=True)
class BalanceController:
    """PID controller with its integral and the filtered gyroscope."""

    integral: tuple[float, float] = (0.0, 0.0)  # m·s
    gyro: tuple[float, float] = (0.0, 0.0)  # rad/s
    integral_limit: float = field(default=0.02)  # m·s

    def reset(self) -> None:
        self.integral = (0.0, 0.0)
        self.gyro = (0.0, 0.0)

    def corrections(self, body: BodyReading, balance: Balance | None, dt: float) -> Vec:
        """Return the corrections to add to the joint angles."""
        weight = GYRO_WEIGHT
        roll_speed, pitch_speed = (
            (1.0 - weight) * old + weight * new
            for old, new in zip(self.gyro, body.gyro, strict=True)
        )
        self.gyro = (roll_speed, pitch_speed)
        added = np.zeros(JOINT_COUNT)
        if balance is None:
            self.integral = (0.0, 0.0)
            return added
        x, y = (
            actual - goal
            for actual, goal in zip(body.center_of_mass_over_soles, balance.goal, strict=True)
        )
        limit = self.integral_limit
        self.integral = (
            min(limit, max(-limit, self.integral[0] + x * dt)),
            min(limit, max(-limit, self.integral[1] + y * dt)),
        )
        pitch, roll = (x, self.integral[0], pitch_speed), (-y, -self.integral[1], roll_speed)
        added[HIP_PITCHES] = _limited(balance.hip_pitch, pitch, balance.limit)
        added[ANKLE_PITCHES] = _limited(balance.ankle_pitch, pitch, balance.limit)
        added[ANKLE_ROLLS] = _limited(balance.roll, roll, balance.limit)
        return added


def _limited(
    gains: tuple[float, float, float], errors: tuple[float, float, float], limit: float
) -> float:
    correction = sum(gain * error for gain, error in zip(gains, errors, strict=True))
    return min(limit, max(-limit, correction))
