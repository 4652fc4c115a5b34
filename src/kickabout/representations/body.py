"""What a body tells and what it can be told, in one frame of its control loop."""

import math
from dataclasses import field

import numpy as np
import numpy.typing as npt

from kickabout.framework import representation
from kickabout.geometry import Vec, Vec3, kernel, zeros

SILENCE: npt.NDArray[np.float32] = np.zeros((4, 0), np.float32)
JOINTS = 25  # default size of joint vectors; their order is in robots/<robot>/joints.py


@representation
class SensorFrame:
    """All sensors but cameras and microphones, as delivered, before any calibration."""

    connected: bool = False  # false while the body does not answer; everything else is then stale
    joint_angles: Vec = zeros(JOINTS)  # rad
    joint_currents: Vec = zeros(JOINTS)  # A
    joint_temperatures: Vec = zeros(JOINTS)  # °C
    joint_stiffness: Vec = zeros(JOINTS)  # 0 limp … 1
    gyro: Vec3 = zeros(3)  # rad/s, in the torso
    accelerometer: Vec3 = zeros(3)  # m/s², in the torso; at rest it shows +g upwards
    board_angles: Vec = zeros(2)  # rad, roll and pitch as the inertial board estimates them
    foot_forces: npt.NDArray[np.float64] = zeros(
        2, 4
    )  # N; left, right × front left, front right, rear left, rear right
    foot_bumpers: tuple[bool, bool, bool, bool] = (
        False,
    ) * 4  # left foot left, right; right foot left, right
    chest_button: bool = False
    head_buttons: tuple[bool, bool, bool] = (False,) * 3  # front, middle, rear
    sonar: tuple[float, float] = (5.0, 5.0)  # m, left and right; 5 where nothing answers
    battery_charge: float = 1.0  # 0 … 1
    battery_current: float = 0.0  # A, negative while it empties


Rgb = tuple[float, float, float]  # each 0 … 1


@representation
class LedRequest:
    """Colors and brightness of the body's lights."""

    left_eye: Rgb = (0.0, 0.0, 0.0)
    right_eye: Rgb = (0.0, 0.0, 0.0)
    left_eye_ring: tuple[Rgb, ...] = ()  # eight lights of their own; none: all as left_eye
    right_eye_ring: tuple[Rgb, ...] = ()
    chest: Rgb = (0.0, 0.0, 0.0)
    left_foot: Rgb = (0.0, 0.0, 0.0)
    right_foot: Rgb = (0.0, 0.0, 0.0)
    left_ear: tuple[float, ...] = (0.0,) * 10  # by angle from 0°, as on the right
    right_ear: tuple[float, ...] = (0.0,) * 10
    head: tuple[float, ...] = (0.0,) * 12  # in the order of LoLA's skull


@representation
class SpeechRequest:
    """A sentence to say aloud."""

    text: str = ""
    number: int = 0  # counts sentences; said once when it rises


@representation
class JointRequest:
    """Where the joints should go and how hard they should try."""

    angles: Vec = zeros(JOINTS)  # rad
    stiffness: Vec = zeros(JOINTS)  # 0 limp … 1

    def check(self) -> None:
        finite, within = usable(self.angles, self.stiffness)
        if not finite:
            raise ValueError("joint request with a value that is not finite")
        if not within:
            raise ValueError("stiffness outside 0 … 1")


@kernel
def usable(angles: Vec, stiffness: Vec) -> tuple[bool, bool]:
    """Whether all values are finite, and whether all stiffnesses are in their range."""
    finite, within = True, True
    for joint in range(angles.size):
        finite = finite and math.isfinite(angles[joint])
    for joint in range(stiffness.size):
        finite = finite and math.isfinite(stiffness[joint])
        within = within and 0.0 <= stiffness[joint] <= 1.0
    return finite, within


@representation
class AudioFrame:
    """A block of sound from the microphones."""

    rate: float = 48000.0  # samples per second
    samples: npt.NDArray[np.float32] = field(
        default_factory=lambda: SILENCE
    )  # channel × sample, −1 … 1
    start_at: float = 0.0  # s, time of the first sample
