"""Faults of robots, declared in a scene."""

import enum
import functools
import math
from dataclasses import dataclass

import numpy as np

from kickabout.framework import ConfigurationError
from kickabout.geometry import Mat, Vec, readonly
from kickabout.geometry.arrays import shared_zeros
from kickabout.robots.kind import RobotKind


class FaultKind(enum.Enum):
    """Kinds of faults; the comments name the settings they use."""

    STUCK_JOINT = "stuck_joint"  # joint: does not move
    DEAD_MOTOR = "dead_motor"  # joint: moves freely, without torque
    WEAK_MOTORS = "weak_motors"  # value: factor of the stiffness of all joints
    JOINT_OFFSET = "joint_offset"  # joint, value (rad): error of measured and commanded angles
    DEAD_CAMERA = "dead_camera"  # camera: no more images
    CAMERA_MOUNTING = "camera_mounting"  # camera, values (rad): roll, pitch, yaw
    GYRO_OFFSET = "gyro_offset"  # values (rad/s): added to all readings
    FROZEN_IMU = "frozen_imu"  # repeats the same values
    FSR_GAIN = "fsr_gain"  # values: a factor for each sensor, foot by foot
    LOST_BODY = "lost_body"  # the body does not answer; its joints go limp
    DEAD_MICROPHONE = "dead_microphone"  # value: number of the microphone, from 0
    DROPOUTS = "dropouts"  # value: fraction of sensor frames that repeat the previous one


OF_JOINTS = (FaultKind.STUCK_JOINT, FaultKind.DEAD_MOTOR, FaultKind.JOINT_OFFSET)


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """One fault of one robot, for a period or permanently."""

    kind: FaultKind
    robot: str  # "home 2"
    start: float = 0.0  # s
    end: float = math.inf  # s
    joint: str = ""
    camera: str = ""
    value: float = 0.0
    values: tuple[float, ...] = ()

    def __post_init__(self) -> None:
        lengths = {
            FaultKind.CAMERA_MOUNTING: 3,
            FaultKind.GYRO_OFFSET: 3,
        }
        wanted = lengths.get(self.kind)
        if wanted is not None and len(self.values) != wanted:
            number = len(self.values)
            raise ConfigurationError(
                f"{number} values of fault {self.kind.value}, which takes {wanted} values"
            )

    def check(self, kind: RobotKind) -> None:
        """Raise an error if the robot does not have what is faulty."""
        if self.kind in OF_JOINTS:
            kind.joint(self.joint)
        if self.kind in (FaultKind.DEAD_CAMERA, FaultKind.CAMERA_MOUNTING):
            kind.camera(self.camera)
        sensors, microphones = 4 * kind.sensors.foot_count, len(kind.microphones.positions)
        if self.kind is FaultKind.FSR_GAIN and len(self.values) != sensors:
            raise ConfigurationError(
                f"{len(self.values)} values of fault {self.kind.value}, but {kind.name} has "
                f"{sensors} force sensors"
            )
        if self.kind is FaultKind.DEAD_MICROPHONE and not 0 <= self.value < microphones:
            raise ConfigurationError(
                f"microphone {self.value:g} is faulty, but {kind.name} has {microphones} "
                "microphones, counted from 0"
            )

    def active(self, time: float) -> bool:
        return self.start <= time < self.end


class Faults:
    """All faults of one robot by kind; true if there are any."""

    def __init__(self, faults: tuple[Fault, ...] = ()) -> None:
        self._by_kind: dict[FaultKind, list[Fault]] = {}
        for fault in faults:
            self._by_kind.setdefault(fault.kind, []).append(fault)

    def __bool__(self) -> bool:
        return bool(self._by_kind)

    def of(self, kind: FaultKind, time: float) -> list[Fault]:
        """Return the faults of a kind that are active now."""
        if not self._by_kind:  # most robots have none, and this is called often
            return []
        return [fault for fault in self._by_kind.get(kind, ()) if fault.active(time)]

    def any(self, kind: FaultKind, time: float) -> bool:
        return bool(self.of(kind, time))

    def joint_offsets(self, kind: RobotKind, time: float) -> Vec:
        """Return the errors of measured angles, rad."""
        if not self._by_kind:
            return shared_zeros(len(kind.joints))
        offsets = np.zeros(len(kind.joints))
        for fault in self.of(FaultKind.JOINT_OFFSET, time):
            offsets[kind.joint(fault.joint)] += fault.value
        return readonly(offsets)

    def foot_gains(self, kind: RobotKind, time: float) -> Mat:
        """Return the factors of measured foot forces: foot × sensor."""
        gains = _even_gains(kind.sensors.foot_count)
        for fault in self.of(FaultKind.FSR_GAIN, time):
            gains = readonly(gains * np.reshape(fault.values, gains.shape))
        return gains

    def camera_mounting(self, camera: str, time: float) -> Vec:
        """Return the errors of a camera's mounting: roll, pitch, yaw in rad."""
        error = np.zeros(3)
        for fault in self.of(FaultKind.CAMERA_MOUNTING, time):
            if fault.camera == camera:
                error += fault.values
        return error

    def camera_is_dead(self, camera: str, time: float) -> bool:
        return any(fault.camera == camera for fault in self.of(FaultKind.DEAD_CAMERA, time))

    def dead_microphones(self, time: float) -> set[int]:
        return {int(fault.value) for fault in self.of(FaultKind.DEAD_MICROPHONE, time)}


@functools.cache
def _even_gains(feet: int) -> Mat:
    return readonly(np.ones((feet, 4)))
