"""HULKs' segmentation: from an image and its field color to regions on columns and rows."""

from dataclasses import dataclass

import numpy as np

from kickabout.framework import Module, param
from kickabout.perception.camera.camera_inputs import CameraInputs
from kickabout.perception.colors.hulks_field_color import chromaticity_limits
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
    columns: int = param(80, low=8, high=320, doc="number of vertical scan lines")
    edge: float = param(
        7.0, low=0.0, high=255.0, doc="minimum change of paleness over two px at an edge"
    )
    row_edge: float = param(10.0, low=0.0, high=255.0, doc="the same, along rows")
    row_spacing: float = param(0.04, unit="m", low=0.005, doc="distance between rows on the ground")
    min_rows_px: int = param(3, unit="px", low=1, doc="minimum distance between rows in the image")
    max_distance: float = param(3.5, unit="m", low=0.0, doc="maximum distance of rows")
    max_rows: int = param(80, low=1, high=480, doc="maximum number of rows")


class HulksImageSegmenter(Module[HulksImageSegmenterParameters]):
    """Splits scan lines at edges of paleness; regions get the median color of a few pixels.

    After HULKs 2021, 4.5. A region is field by its color, else white between a rising and a
    falling edge, black between a falling and a rising one, or other. Rows have a constant distance
    on the ground, based on the camera's actual pose instead of that of a standing robot. The
    robot's own body is left out. Paleness is brightness plus a part of chroma.
    """

    def update(
        self, camera: CameraInputs, contour: BodyContour, colors: FieldColors
    ) -> tuple[ScanLineRegions, HorizontalRegions]:
        p, image = self.parameters, camera.image
        width, height = image.width, image.height
        if width < p.columns or height < 8 or not camera.matrix.valid:
            return ScanLineRegions(), HorizontalRegions()
        projection, chromaticity = camera.projection, chromaticity_limits(colors)
        spacing = width // p.columns
        columns = np.arange(spacing // 2, width, spacing, dtype=np.int32)
        all_bottoms = bottoms_of(contour, width, height)
        tops = column_tops(columns, projection, height, ABOVE_HORIZON)
        cut, kinds = segmented_columns(
            image.yuyv, columns, tops, all_bottoms[columns], p.edge, chromaticity
        )
        rows = ground_rows(
            projection, height, p.row_spacing, p.max_distance, p.min_rows_px, p.max_rows
        )
        across, row_kinds = segmented_rows(image.yuyv, rows, all_bottoms, p.row_edge, chromaticity)
        return (
            vertical_regions(columns, spacing, cut, kinds),
            horizontal_regions(rows, across, row_kinds),
        )
