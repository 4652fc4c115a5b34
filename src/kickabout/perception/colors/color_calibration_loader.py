"""Color calibration: from stored thresholds to the representation."""

from dataclasses import dataclass

from kickabout.framework import Module, param
from kickabout.representations import ColorCalibration


@dataclass(frozen=True, slots=True, kw_only=True)
class ColorCalibrationLoaderParameters:
    white_y: float = param(120.0, low=0.0, high=255.0, doc="darkest white; below it is black")
    colorless: float = param(0.12, low=0.0, doc="saturation below which there is no color")
    field_hue: tuple[float, float] = param(
        (-2.95, -1.6), unit="rad", doc="first and last hue of the carpet"
    )


class ColorCalibrationLoader(Module[ColorCalibrationLoaderParameters]):
    """`kickabout calibrate colors` writes these parameters into a layer of the place."""

    def update(self) -> ColorCalibration:
        p = self.parameters
        return ColorCalibration(white_y=p.white_y, colorless=p.colorless, field_hue=p.field_hue)
