"""HULKs' segmentation: from an image and its field color to regions on columns and rows."""

from dataclasses import dataclass

import numpy as np

from kickabout.framework import Module, param
from kickabout.perception.camera.camera_inputs import CameraInputs
from kickabout.perception.colors.hulks_field_color import shares_of
from kickabout.perception.colors.hulks_segments import (
    ground_rows,
    segmented_columns,
    segmented_rows,
)
from kickabout.perception.colors.scan_geometry import (
    bottoms_of,
    horizontal_regions,
    vertical_regions,
)
from kickabout.perception.colors.scan_grid import ABOVE_HORIZON, column_tops
from kickabout.representations import (
    BodyContour,
    FieldColors,
    HorizontalRegions,
    ScanLineRegions,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class HulksImageSegmenterParameters:
    columns: int = param(80, low=8, high=320, doc="vertical scan lines over the image's width")
    edge: float = param(7.0, low=0.0, high=255.0, doc="change of paleness over two px at an edge")
    row_edge: float = param(10.0, low=0.0, high=255.0, doc="the same, along rows")
    row_spacing: float = param(0.04, unit="m", low=0.005, doc="on the ground, between rows")
    min_rows_px: int = param(3, unit="px", low=1, doc="in the image, between rows")
    farthest: float = param(3.5, unit="m", low=0.0, doc="of rows")
    max_rows: int = param(80, low=1, high=480, doc="in one image")


class HulksImageSegmenter(Module[HulksImageSegmenterParameters]):
    """Edges of paleness cut scan lines; each region gets the median color of a few pixels.

    After HULKs 2021, 4.5. A region is field by its color; else it is white between a rising and
    a falling edge, black between a falling and a rising one, and other. Rows are a constant way
    apart on the ground, by the camera's pose of this image instead of that of a standing robot.
    What the own body hides is left out.
    """

    def update(
        self, sight: CameraInputs, contour: BodyContour, colors: FieldColors
    ) -> tuple[ScanLineRegions, HorizontalRegions]:
        p, image = self.parameters, sight.image
        width, height = image.width, image.height
        if width < p.columns or height < 8 or not sight.matrix.valid:
            return ScanLineRegions(), HorizontalRegions()
        projection, shares = sight.projection, shares_of(colors)
        spacing = width // p.columns
        columns = np.arange(spacing // 2, width, spacing, dtype=np.int32)
        all_bottoms = bottoms_of(contour, width, height)
        tops = column_tops(columns, projection, height, ABOVE_HORIZON)
        cut, kinds = segmented_columns(
            image.yuyv, columns, tops, all_bottoms[columns], p.edge, shares
        )
        rows = ground_rows(projection, height, p.row_spacing, p.farthest, p.min_rows_px, p.max_rows)
        across, row_kinds = segmented_rows(image.yuyv, rows, all_bottoms, p.row_edge, shares)
        return (
            vertical_regions(columns, spacing, cut, kinds),
            horizontal_regions(rows, across, row_kinds),
        )
