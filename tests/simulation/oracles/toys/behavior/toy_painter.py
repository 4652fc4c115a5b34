"""From an image to lights, in another thread than the camera's."""

from kickabout.framework import Module, NoParameters
from kickabout.representations import CameraImage, LedRequest


class ToyPainter(Module[NoParameters]):
    """Publishes no color."""

    def update(self, image: CameraImage) -> LedRequest:
        return LedRequest()
