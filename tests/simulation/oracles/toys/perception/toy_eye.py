"""From joints to the pose of the camera."""

from kickabout.framework import Module, NoParameters
from kickabout.representations import CameraInfo, CameraMatrix


class ToyEye(Module[NoParameters]):
    """Publishes an unknown pose."""

    def update(self, camera: CameraInfo) -> CameraMatrix:
        return CameraMatrix()
