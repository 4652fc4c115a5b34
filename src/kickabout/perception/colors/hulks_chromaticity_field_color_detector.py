"""Field color by chromaticity: from an image to limits of green, red and blue."""

from dataclasses import dataclass

from kickabout.framework import Module, param
from kickabout.perception.camera.camera_inputs import CameraInputs
from kickabout.perception.colors.hulks_field_color import Shares, measured_field
from kickabout.perception.colors.hulks_ground_samples import ground_samples
from kickabout.representations import BodyContour, FieldColors


@dataclass(frozen=True, slots=True, kw_only=True)
class HulksChromaticityFieldColorDetectorParameters:
    min_green: float = param(0.395, low=0.0, high=1.0, doc="share of green in field")
    max_red: float = param(0.34, low=0.0, high=1.0, doc="share of red in field")
    max_blue: float = param(0.34, low=0.0, high=1.0, doc="share of blue in field")
    step: int = param(16, unit="px", low=2, high=128, doc="between pixels that are sampled")
    min_samples: int = param(10, low=1, doc="of field, for its brightness to be known")
    deviations: float = param(3.0, low=0.0, doc="of chroma that still count as this carpet")


class HulksChromaticityFieldColorDetector(Module[HulksChromaticityFieldColorDetectorParameters]):
    """Fixed limits; what else is told about the carpet is measured for modules that want it.

    After HULKs 2021, 4.6.1.
    """

    def update(self, sight: CameraInputs, contour: BodyContour) -> FieldColors:
        if sight.image.height < 8:
            return FieldColors()
        p = self.parameters
        shares = Shares(p.min_green, p.max_red, p.max_blue, 0.0, 0.0, 0.0)
        samples = ground_samples(sight, contour, p.step)
        count, (y, deviation, blue, red, spread) = measured_field(samples, shares)
        if count < p.min_samples:
            return FieldColors()
        return FieldColors(
            valid=True,
            y=float(y),
            y_deviation=float(deviation),
            blue=float(blue),
            red=float(red),
            tolerance=p.deviations * float(spread),
            y_high=float(y + 4.0 * deviation),
            min_green=p.min_green,
            max_red=p.max_red,
            max_blue=p.max_blue,
        )
