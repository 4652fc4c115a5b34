"""Sensor data and commands of a robot's body in one frame of its control loop."""

import math
from collections.abc import Mapping
from dataclasses import field

import numpy as np
import numpy.typing as npt

from kickabout.framework import representation
from kickabout.framework.compilation import kernel
from kickabout.geometry import Vec, Vec3, zeros
from kickabout.geometry.arrays import shared_zeros
from kickabout.representations.defaults import zeros_per

SILENCE: npt.NDArray[np.float32] = np.zeros((0, 0), np.float32)


@representation
class SensorFrame:
    """All sensors but cameras and microphones, as delivered, before any calibration."""

    connected: bool = False  # if false, the body does not answer and all other fields are stale
    joint_angles: Vec = zeros_per("joints")  # rad
    joint_currents: Vec = zeros_per("joints")  # A
    joint_temperatures: Vec = zeros_per("joints")  # °C
    joint_stiffness: Vec = zeros_per("joints")  # 0 limp … 1
    gyro: Vec3 = zeros(3)  # rad/s, in the torso's frame
    accelerometer: Vec3 = zeros(3)  # m/s², in the torso's frame; +g upwards at rest
    board_angles: Vec = zeros(2)  # rad, roll and pitch estimated by the inertial board
    foot_forces: npt.NDArray[np.float64] = zeros_per(
        "feet", 4
    )  # N; foot × front left, front right, rear left, rear right
    # By name, in the order of the kind's sensors.
    buttons: Mapping[str, bool] = field(default_factory=dict)  # pressed; also switches and touch
    distances: Mapping[str, float] = field(default_factory=dict)  # m; 5 without an echo
    battery_charge: float = 1.0  # 0 … 1
    battery_current: float = 0.0  # A, negative while discharging


Rgb = tuple[float, float, float]  # each 0 … 1


@representation
class LedRequest:
    """Requested colors and brightness of groups of lights by name; other groups are dark.

    A group has one value for each of its lights, or a single one for all.
    """

    colors: Mapping[str, tuple[Rgb, ...]] = field(default_factory=dict)  # of colored lights
    brightness: Mapping[str, tuple[float, ...]] = field(default_factory=dict)  # of others, 0 … 1


@representation
class SpeechRequest:
    """A sentence to speak."""

    text: str = ""
    number: int = 0  # counts sentences; the text is spoken once when it increases


@representation
class JointRequest:
    """Requested joint angles and stiffness; without any values all joints are limp."""

    angles: Vec = zeros_per("joints")  # rad
    stiffness: Vec = zeros_per("joints")  # 0 limp … 1

    @classmethod
    def limp(cls, angles: Vec) -> "JointRequest":
        """Return a request that lets all joints hang; the angles are only for the record."""
        return cls(angles=angles, stiffness=shared_zeros(angles.size))

    @property
    def is_empty(self) -> bool:
        return not (self.angles.size or self.stiffness.size)

    def check(self) -> None:
        finite, within = usable(self.angles, self.stiffness)
        if not finite:
            raise ValueError("joint request contains a value that is not finite")
        if not within:
            raise ValueError("joint request contains a stiffness outside 0 … 1")


@kernel
def usable(angles: Vec, stiffness: Vec) -> tuple[bool, bool]:
    """Return whether all values are finite, and whether all stiffnesses are in 0 … 1."""
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
