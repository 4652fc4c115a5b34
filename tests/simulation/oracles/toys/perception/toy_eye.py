"""From joints to where the camera is."""

from kickabout.framework import Module, NoParameters
from kickabout.representations import CameraInfo, CameraMatrix


class ToyEye(Module[NoParameters]):
    """Has no idea."""

    def update(self, camera: CameraInfo) -> CameraMatrix:
        return CameraMatrix()
