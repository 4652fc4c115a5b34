"""Directions of blobs: from blobs and the camera's pose to angles relative to the robot's axes."""

from dataclasses import dataclass

from kickabout.framework import Module, param
from kickabout.perception.camera.blob_inputs import BlobInputs
from kickabout.perception.landmarks.blob_directions import angular_ranges
from kickabout.representations import BlobRanges


@dataclass(frozen=True, slots=True, kw_only=True)
class BlobRangeCalculatorParameters:
    tolerance: float = param(
        0.012,
        unit="rad",
        low=0.0,
        doc="maximum angle between points of a blob that show the same upright side",
    )


class BlobRangeCalculator(Module[BlobRangeCalculatorParameters]):
    """Compensates for the rotation of the head, so that upright things are upright again.

    After GermanTeam 2001, section 4.6.1.
    """

    def update(self, blobs: BlobInputs) -> BlobRanges:
        found = blobs.percept
        if not blobs.matrix.valid:
            return BlobRanges()
        angles, cut = angular_ranges(
            found.points, found.width, found.height, blobs.projection, self.parameters.tolerance
        )
        angles.setflags(write=False)
        cut.setflags(write=False)
        return BlobRanges(valid=True, angles=angles, cut=cut)
