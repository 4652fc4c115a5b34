"""Inputs of detectors that need no image: the blobs, with the pose and optics of the camera."""

from kickabout.framework import frozen, inputs
from kickabout.perception.camera.camera_projection import CameraProjection, projection_of
from kickabout.representations import (
    BlobsPercept,
    CameraInfo,
    CameraMatrix,
    ImageCoordinateSystem,
)


@inputs
@frozen
class BlobInputs:
    """All blobs of an image and the camera at the time of its exposure."""

    percept: BlobsPercept
    info: CameraInfo
    matrix: CameraMatrix
    system: ImageCoordinateSystem

    @property
    def projection(self) -> CameraProjection:
        return projection_of(self.matrix, self.info, self.system)
