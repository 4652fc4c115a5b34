"""Scan lines with a color calibration: from an image to regions of calibrated color classes.

After B-Human 2019, sections 4.1.4 and 4.1.5; an alternative to `RelativeColorSegmenter`.
"""

from dataclasses import dataclass

import numpy as np

from kickabout.framework import Module, param
from kickabout.perception.camera.camera_inputs import CameraInputs
from kickabout.perception.colors.color_classes import classified_columns, classified_rows
from kickabout.perception.colors.region_colors import FIELD, merged_regions
from kickabout.perception.colors.relative_color_segmenter import field_colors
from kickabout.perception.colors.relative_colors import Carpet
from kickabout.perception.colors.scan_geometry import (
    horizontal_regions,
    scan_plan,
    vertical_regions,
)
from kickabout.perception.colors.scan_lines import ByteArray, Cut
from kickabout.representations import (
    BodyContour,
    ColorCalibration,
    FieldColors,
    FieldDimensions,
    HorizontalRegions,
    ScanLineRegions,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class ColorClassSegmenterParameters:
    columns: int = param(80, low=8, high=320, doc="number of vertical scan lines")
    gap: int = param(
        3, unit="px", low=0, high=20, doc="maximum gap between field and white that is closed"
    )
    min_fraction: float = param(0.02, low=0.0, high=1.0, doc="minimum fraction of field pixels")
    tolerance: float = param(
        0.5, low=0.0, high=1.0, doc="tolerance of the carpet's chroma, in its saturation"
    )


class ColorClassSegmenter(Module[ColorClassSegmenterParameters]):
    """Classifies colors by the calibration alone, independent of neighboring colors."""

    def update(
        self,
        camera: CameraInputs,
        contour: BodyContour,
        field: FieldDimensions,
        calibration: ColorCalibration,
    ) -> tuple[ScanLineRegions, HorizontalRegions, FieldColors]:
        p, image = self.parameters, camera.image
        pairs = image.pairs
        if image.width < p.columns or image.height < 8:
            return ScanLineRegions(), HorizontalRegions(), FieldColors()
        plan = scan_plan(camera, contour, columns=p.columns, line_width=field.line_width)
        classes = np.array((calibration.white_y, calibration.colorless, *calibration.field_hue))
        cut, colors = classified_columns(
            pairs, plan.columns, plan.tops, plan.bottoms, plan.steps, classes
        )
        carpet = self._carpet(cut, colors)
        across, across_colors = classified_rows(
            pairs, plan.rows, plan.row_steps, plan.all_bottoms, classes
        )
        return (
            vertical_regions(plan.columns, plan.spacing, *merged_regions(cut, colors, p.gap, True)),
            horizontal_regions(plan.rows, *merged_regions(across, across_colors, p.gap, False)),
            carpet,
        )

    def _carpet(self, cut: Cut, colors: ByteArray) -> FieldColors:
        """Return the mean color over all field regions."""
        pixels = (cut.end - cut.start).astype(np.float64)
        field = colors == FIELD
        if pixels[field].sum() < self.parameters.min_fraction * max(pixels.sum(), 1.0):
            return FieldColors()
        fraction = pixels[field] / pixels[field].sum()
        y = float(fraction @ cut.y[field])
        blue = float(fraction @ (cut.cb[field] - 128.0)) / y
        red = float(fraction @ (cut.cr[field] - 128.0)) / y
        deviation = float(np.sqrt(fraction @ (cut.y[field] - y) ** 2))
        reach = self.parameters.tolerance * float(np.hypot(blue, red))
        low, high = 0.6 * float(cut.y[field].min()), 1.3 * float(cut.y[field].max())
        return field_colors(Carpet(y, blue, red, reach, low, high), deviation)
