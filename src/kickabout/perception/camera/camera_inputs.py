"""Inputs of most detectors: an image with the pose and optics of its camera, as one bundle."""

from kickabout.framework import frozen, inputs
from kickabout.perception.camera.camera_projection import CameraProjection, projection_of
from kickabout.representations import (
    CameraImage,
    CameraInfo,
    CameraMatrix,
    ImageCoordinateSystem,
)


@inputs
@frozen
class CameraInputs:
    """An image and the camera at the time of its exposure."""

    image: CameraImage
    info: CameraInfo
    matrix: CameraMatrix
    system: ImageCoordinateSystem

    @property
    def projection(self) -> CameraProjection:
        return projection_of(self.matrix, self.info, self.system)
