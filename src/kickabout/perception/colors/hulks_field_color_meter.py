"""Field color by chromaticity: from an image to limits of green, red and blue."""

from dataclasses import dataclass

from kickabout.framework import Module, param
from kickabout.perception.camera.sight import Sight
from kickabout.perception.colors.hulks_field_color import Shares, measured_field
from kickabout.perception.colors.hulks_ground_samples import ground_samples
from kickabout.representations import BodyContour, FieldColors


@dataclass(frozen=True, slots=True, kw_only=True)
class HulksFieldColorMeterParameters:
    least_green: float = param(0.395, low=0.0, high=1.0, doc="share of green in field")
    most_red: float = param(0.34, low=0.0, high=1.0, doc="share of red in field")
    most_blue: float = param(0.34, low=0.0, high=1.0, doc="share of blue in field")
    step: int = param(16, unit="px", low=2, high=128, doc="between pixels that are sampled")
    least_samples: int = param(10, low=1, doc="of field, for its brightness to be known")
    deviations: float = param(3.0, low=0.0, doc="of chroma that still count as this carpet")


class HulksFieldColorMeter(Module[HulksFieldColorMeterParameters]):
    """Fixed limits; what else is told about the carpet is measured for modules that want it.

    After HULKs 2021, 4.6.1.
    """

    def update(self, sight: Sight, contour: BodyContour) -> FieldColors:
        if sight.image.height < 8:
            return FieldColors()
        p = self.parameters
        shares = Shares(p.least_green, p.most_red, p.most_blue, 0.0, 0.0, 0.0)
        samples = ground_samples(sight, contour, p.step)
        count, (y, deviation, blue, red, spread) = measured_field(samples, shares)
        if count < p.least_samples:
            return FieldColors()
        return FieldColors(
            valid=True,
            y=float(y),
            y_deviation=float(deviation),
            blue=float(blue),
            red=float(red),
            tolerance=p.deviations * float(spread),
            y_high=float(y + 4.0 * deviation),
            least_green=p.least_green,
            most_red=p.most_red,
            most_blue=p.most_blue,
        )
