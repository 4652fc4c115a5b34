"""Balance of the walk: from the rotation of the torso to small changes of leg angles."""

import enum
from dataclasses import dataclass

from kickabout.geometry import Vec
from kickabout.motion.walk.step_limits import clipped
from kickabout.robots.nao.joints import Joint

LEFT_PITCHES = (int(Joint.LEFT_HIP_PITCH), int(Joint.LEFT_KNEE_PITCH), int(Joint.LEFT_ANKLE_PITCH))
RIGHT_PITCHES = (
    int(Joint.RIGHT_HIP_PITCH),
    int(Joint.RIGHT_KNEE_PITCH),
    int(Joint.RIGHT_ANKLE_PITCH),
)


class Situation(enum.Enum):
    """Situations that need more balancing than the ankle gives (B-Human 2021)."""

    USUAL = "usual"
    KICK = "kick"  # during or after an in-walk kick
    FAR_FORWARD = "far forward"  # the step adjustment moved the swing foot far forward
    BACKWARD = "backward"  # the robot tips backward and will swing forward again


USUAL = Situation.USUAL
MAX_CORRECTION = 0.15  # rad, of ankles


@dataclass(frozen=True, slots=True, kw_only=True)
class BalanceParameters:
    """Gains from angular speed to joint angles, in rad per rad/s."""

    gyro_smoothing: float = 0.6  # weight of the old value in the filtered angular speed
    gyro_forward: float = 0.05  # ankle pitch, while the torso tips forward
    gyro_backward: float = 0.05  # the same backward, where feet are shorter, so it may be larger
    gyro_hip: float = 0.0  # hip pitch of the support leg
    gyro_situational: float = 0.02  # hips and knee in special situations
    gyro_roll: float = 0.05  # ankle rolls, while standing


class GyroBalance:
    """Gyroscope feedback to the ankle pitch of the support leg, and to ankle rolls in a stand."""

    def __init__(self) -> None:
        self.pitch_speed = 0.0  # rad/s, filtered
        self.roll_speed = 0.0

    def measure(self, roll_speed: float, pitch_speed: float, parameters: BalanceParameters) -> None:
        keep = parameters.gyro_smoothing
        self.pitch_speed = keep * self.pitch_speed + (1.0 - keep) * pitch_speed
        self.roll_speed = keep * self.roll_speed + (1.0 - keep) * roll_speed

    def ankle_pitch(self, parameters: BalanceParameters) -> float:
        """Return the correction of the ankle pitch of the support leg."""
        forward = self.pitch_speed > 0.0
        gain = parameters.gyro_forward if forward else parameters.gyro_backward
        return clipped(gain * self.pitch_speed, -MAX_CORRECTION, MAX_CORRECTION)

    def step(
        self,
        angles: Vec,
        parameters: BalanceParameters,
        *,
        left_supports: bool,
        situation: Situation,
    ) -> None:
        """Balance on one leg; the pendulum takes care of rolling."""
        hip, knee, ankle = LEFT_PITCHES if left_supports else RIGHT_PITCHES
        angles[ankle] += self.ankle_pitch(parameters)
        angles[hip] += parameters.gyro_hip * self.pitch_speed
        if situation is USUAL:
            return
        extra = parameters.gyro_situational
        if situation is Situation.KICK:
            angles[Joint.LEFT_HIP_PITCH] += extra * self.pitch_speed
            angles[Joint.RIGHT_HIP_PITCH] += extra * self.pitch_speed
        elif situation is Situation.FAR_FORWARD:
            angles[hip] += extra * min(0.0, self.pitch_speed)
        elif situation is Situation.BACKWARD:
            angles[hip] += extra * max(0.0, self.pitch_speed)
            angles[knee] += extra * max(0.0, self.pitch_speed)

    def stand(self, angles: Vec, parameters: BalanceParameters) -> None:
        """Balance on both legs."""
        pitch = self.ankle_pitch(parameters)
        roll = clipped(parameters.gyro_roll * self.roll_speed, -MAX_CORRECTION, MAX_CORRECTION)
        angles[Joint.LEFT_ANKLE_PITCH] += pitch
        angles[Joint.RIGHT_ANKLE_PITCH] += pitch
        angles[Joint.LEFT_ANKLE_ROLL] += roll
        angles[Joint.RIGHT_ANKLE_ROLL] += roll


class SoleCompensation:
    """Correction that keeps both soles parallel while pitch joints lag under load.

    Otherwise the toe (or the heel, when tipped backward) of the swing foot touches the ground too
    early. From three quarters of the step on the correction fades, so the foot lands level.
    """

    FADE_FROM = 0.75  # of the step
    FOLLOW = 0.3  # weight of a new error per frame

    def __init__(self) -> None:
        self.pitch = 0.0  # rad, added to the swing sole

    def update(self, *, sole_error: float, torso_pitch: float, phase: float, gain: float) -> float:
        """Return the pitch to add to the swing sole.

        `sole_error`: measured minus planned pitch of the support sole relative to the torso.
        """
        error = sole_error if sole_error < 0.0 else max(0.0, -torso_pitch)
        self.pitch += self.FOLLOW * (gain * error - self.pitch)
        fade = clipped((1.0 - phase) / (1.0 - self.FADE_FROM), 0.0, 1.0)
        return self.pitch * fade
