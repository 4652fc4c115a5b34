"""Color calibration: from configured thresholds to the representation."""

from dataclasses import dataclass

from kickabout.framework import Module, param
from kickabout.representations import ColorCalibration


@dataclass(frozen=True, slots=True, kw_only=True)
class ColorCalibrationLoaderParameters:
    white_y: float = param(
        120.0, low=0.0, high=255.0, doc="minimum Y of white; colorless pixels below it are black"
    )
    colorless: float = param(0.12, low=0.0, doc="saturation below which a pixel is colorless")
    field_hue: tuple[float, float] = param(
        (-2.95, -1.6), unit="rad", doc="minimum and maximum hue of the carpet"
    )


class ColorCalibrationLoader(Module[ColorCalibrationLoaderParameters]):
    """Publishes its parameters, written by `kickabout calibrate colors` into a location's layer."""

    def update(self) -> ColorCalibration:
        p = self.parameters
        return ColorCalibration(white_y=p.white_y, colorless=p.colorless, field_hue=p.field_hue)
