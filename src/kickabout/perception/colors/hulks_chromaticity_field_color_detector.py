"""HULKs' field color by chromaticity: from an image to limits of green, red and blue."""

from dataclasses import dataclass

from kickabout.framework import Module, param
from kickabout.perception.camera.camera_inputs import CameraInputs
from kickabout.perception.colors.hulks_field_color import ChromaticityLimits, measured_field
from kickabout.perception.colors.hulks_ground_samples import ground_samples
from kickabout.representations import BodyContour, FieldColors


@dataclass(frozen=True, slots=True, kw_only=True)
class HulksChromaticityFieldColorDetectorParameters:
    min_green: float = param(0.395, low=0.0, high=1.0, doc="minimum fraction of green in field")
    max_red: float = param(0.34, low=0.0, high=1.0, doc="maximum fraction of red in field")
    max_blue: float = param(0.34, low=0.0, high=1.0, doc="maximum fraction of blue in field")
    step: int = param(16, unit="px", low=2, high=128, doc="distance between sampled pixels")
    min_samples: int = param(10, low=1, doc="minimum number of field samples")
    deviations: float = param(3.0, low=0.0, doc="tolerance of the carpet's chroma, in deviations")


class HulksChromaticityFieldColorDetector(Module[HulksChromaticityFieldColorDetectorParameters]):
    """Publishes fixed limits, and the measured color of the carpet for other modules.

    After HULKs 2021, 4.6.1.
    """

    def update(self, camera: CameraInputs, contour: BodyContour) -> FieldColors:
        if camera.image.height < 8:
            return FieldColors()
        p = self.parameters
        chromaticity = ChromaticityLimits(p.min_green, p.max_red, p.max_blue, 0.0, 0.0, 0.0)
        samples = ground_samples(camera, contour, p.step)
        count, (y, deviation, blue, red, spread) = measured_field(samples, chromaticity)
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
