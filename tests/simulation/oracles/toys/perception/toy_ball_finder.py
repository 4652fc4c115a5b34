"""From an image to the ball."""

from kickabout.framework import Module, NoParameters
from kickabout.representations import BallPercept, CameraImage, CameraInfo


class ToyBallFinder(Module[NoParameters]):
    """Finds no ball."""

    def update(self, image: CameraImage, camera: CameraInfo) -> BallPercept:
        return BallPercept()
