"""From an image to regions."""

from tests.simulation.oracles.toys.regions import ToyRegions

from kickabout.framework import Module, NoParameters
from kickabout.representations import CameraImage


class ToyScanner(Module[NoParameters]):
    """Counts the rows of the image."""

    def update(self, image: CameraImage) -> ToyRegions:
        return ToyRegions(count=image.height)
