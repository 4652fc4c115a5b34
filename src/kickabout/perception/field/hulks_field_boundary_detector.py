"""HULKs' field boundary: from regions of columns to one or two straight lines."""

from dataclasses import dataclass

import numpy as np

from kickabout.framework import Module, param
from kickabout.perception.camera.camera_projection import straightened, unstraightened
from kickabout.perception.field.field_boundary_fit import ENDED
from kickabout.perception.field.field_boundary_search import BoundaryView, percept_of
from kickabout.perception.field.hulks_field_boundary import (
    HulksBoundaryRules,
    boundary_sides,
    green_tops,
    side_points,
)
from kickabout.representations import FieldBoundaryPercept


@dataclass(frozen=True, slots=True, kw_only=True)
class HulksFieldBoundaryDetectorParameters:
    min_field_px: int = param(
        4, unit="px", low=1, doc="minimum height of a field region at the boundary"
    )
    tolerance: float = param(
        0.005, unit="rad", low=0.0, doc="maximum distance of a point from its line"
    )
    min_points: int = param(8, low=2, doc="minimum number of points on a line")
    max_slope: float = param(3.0, low=0.0, doc="maximum slope of a line in the image")
    off_right_angle: float = param(
        0.35,
        unit="rad",
        low=0.0,
        high=1.57,
        doc="maximum difference of the corner from a right angle",
    )
    draws: int = param(
        120, low=2, high=2000, doc="number of random point pairs for both lines together"
    )
    min_deviation: float = param(
        0.0013, unit="rad", low=0.0, doc="minimum deviation of a point of the boundary"
    )


class HulksFieldBoundaryDetector(Module[HulksFieldBoundaryDetectorParameters]):
    """Fits lines by RANSAC to where green begins in each column; a second line makes a corner.

    After HULKs 2021, 4.7. Each camera uses only its own image. If green continues to the upper end
    of many columns, an edge below that is no boundary, but maybe a painted line.
    """

    random_stream = "HulksFieldBorderFinder"

    def update(self, view: BoundaryView) -> FieldBoundaryPercept:
        p, regions = self.parameters, view.regions
        if not view.matrix.valid or len(regions.columns) == 0:
            return FieldBoundaryPercept()
        projection, focal = view.projection, view.info.focal_length[1]
        tops = green_tops(
            regions.columns,
            regions.line_of,
            regions.top,
            regions.bottom,
            regions.color,
            p.min_field_px,
        )
        draws = self.random.integers(0, 1 << 30, (p.draws, 2))
        if canvas := self.debug.image("tops"):
            for x, y, ended in tops.tolist():
                canvas.dot((x, y), color="yellow" if ended else "gray", size=1.5)
        rules = HulksBoundaryRules(
            p.tolerance * focal, p.min_points, p.max_slope, p.off_right_angle
        )
        level = straightened(np.ascontiguousarray(tops[:, :2]), projection)
        ended = tops[:, 2] == ENDED
        sides = boundary_sides(level[ended], level[~ended], draws, projection, rules)
        if len(sides) == 0:
            return FieldBoundaryPercept()
        points = side_points(sides, regions.columns.astype(np.float64))
        deviations = np.hypot(points[:, 2], p.min_deviation * focal)
        pixels = unstraightened(points[:, :2], projection)
        return percept_of(np.column_stack((pixels, deviations)), projection, extrapolated=False)
