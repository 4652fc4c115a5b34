"""What most detectors take: an image with the camera that took it, as one bundle of inputs."""

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
    """The camera while it took the image."""

    image: CameraImage
    info: CameraInfo
    matrix: CameraMatrix
    system: ImageCoordinateSystem

    @property
    def projection(self) -> CameraProjection:
        return projection_of(self.matrix, self.info, self.system)
