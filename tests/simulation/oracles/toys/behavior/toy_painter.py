"""From an image to lights, far away from the camera's thread."""

from kickabout.framework import Module, NoParameters
from kickabout.representations import CameraImage, LedRequest


class ToyPainter(Module[NoParameters]):
    """Has no color to show."""

    def update(self, image: CameraImage) -> LedRequest:
        return LedRequest()
