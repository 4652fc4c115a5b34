"""Camera calibration: from a robot's stored corrections to the representation."""

from dataclasses import dataclass

from kickabout.framework import Module, param
from kickabout.representations import CameraCalibration
from kickabout.representations.camera import Turn
from kickabout.robots.nao.cameras import LOWER, UPPER


@dataclass(frozen=True, slots=True, kw_only=True)
class CameraCalibrationLoaderParameters:
    body_roll: float = param(0.0, unit="rad", doc="roll correction of the torso")
    body_pitch: float = param(0.0, unit="rad", doc="pitch correction of the torso")
    upper: Turn = param(
        (0.0, 0.0, 0.0), unit="rad", doc="roll, pitch, yaw correction of the upper camera"
    )
    lower: Turn = param(
        (0.0, 0.0, 0.0), unit="rad", doc="roll, pitch, yaw correction of the lower camera"
    )


class CameraCalibrationLoader(Module[CameraCalibrationLoaderParameters]):
    """Publishes its parameters, which `kickabout calibrate camera` writes into a robot's layer."""

    robot_kinds = ("nao",)

    def update(self) -> CameraCalibration:
        p = self.parameters
        return CameraCalibration(
            body_roll=p.body_roll,
            body_pitch=p.body_pitch,
            cameras={UPPER: p.upper, LOWER: p.lower},
        )
