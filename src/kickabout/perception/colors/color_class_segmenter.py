"""Scan lines with a color calibration: from an image to regions of calibrated color classes.

After B-Human 2019, sections 4.1.4 and 4.1.5; provides the same as `RelativeColorSegmenter`.
"""

from dataclasses import dataclass

import numpy as np

from kickabout.framework import Module, param
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
    CameraImage,
    CameraInfo,
    CameraMatrix,
    ColorCalibration,
    FieldColors,
    FieldDimensions,
    HorizontalRegions,
    ImageCoordinateSystem,
    ScanLineRegions,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class ColorClassSegmenterParameters:
    columns: int = param(80, low=8, high=320, doc="vertical scan lines over the image's width")
    gap: int = param(3, unit="px", low=0, high=20, doc="gaps between field and white to close")
    min_share: float = param(0.02, low=0.0, high=1.0, doc="of field, for the carpet to be known")
    tolerance: float = param(0.5, low=0.0, high=1.0, doc="of the carpet's hue, relative")


class ColorClassSegmenter(Module[ColorClassSegmenterParameters]):
    """Colors are what the calibration says, whatever is beside them."""

    def update(
        self,
        image: CameraImage,
        info: CameraInfo,
        matrix: CameraMatrix,
        system: ImageCoordinateSystem,
        contour: BodyContour,
        field: FieldDimensions,
        calibration: ColorCalibration,
    ) -> tuple[ScanLineRegions, HorizontalRegions, FieldColors]:
        p, pairs = self.parameters, image.pairs
        if image.width < p.columns or image.height < 8:
            return ScanLineRegions(), HorizontalRegions(), FieldColors()
        plan = scan_plan(
            image, info, matrix, system, contour, columns=p.columns, line_width=field.line_width
        )
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
        """Means over all regions of field."""
        pixels = (cut.end - cut.start).astype(np.float64)
        field = colors == FIELD
        if pixels[field].sum() < self.parameters.min_share * max(pixels.sum(), 1.0):
            return FieldColors()
        share = pixels[field] / pixels[field].sum()
        y = float(share @ cut.y[field])
        blue = float(share @ (cut.cb[field] - 128.0)) / y
        red = float(share @ (cut.cr[field] - 128.0)) / y
        deviation = float(np.sqrt(share @ (cut.y[field] - y) ** 2))
        reach = self.parameters.tolerance * float(np.hypot(blue, red))
        low, high = 0.6 * float(cut.y[field].min()), 1.3 * float(cut.y[field].max())
        return field_colors(Carpet(y, blue, red, reach, low, high), deviation)
