"""What most detectors take: an image with the camera that took it, as one bundle of inputs."""

from dataclasses import dataclass

from kickabout.framework import inputs
from kickabout.perception.eye import Eye, eye_of
from kickabout.representations import (
    CameraImage,
    CameraInfo,
    CameraMatrix,
    ImageCoordinateSystem,
)


@inputs
@dataclass(frozen=True, slots=True, kw_only=True)
class Sight:
    """The camera while it took the image."""

    image: CameraImage
    info: CameraInfo
    matrix: CameraMatrix
    system: ImageCoordinateSystem

    @property
    def eye(self) -> Eye:
        return eye_of(self.matrix, self.info, self.system)
