"""HULKs' penalty mark: from intersecting regions of rows and columns to the mark's position."""

from dataclasses import dataclass

import numpy as np

from kickabout.framework import Module, frozen, inputs, param
from kickabout.geometry import Vec
from kickabout.perception.camera.camera_inputs import CameraInputs
from kickabout.perception.camera.camera_projection import CameraProjection, image_to_robot
from kickabout.perception.colors.hulks_field_color import chromaticity_limits
from kickabout.perception.colors.region_arrays import columns_of, rows_of
from kickabout.perception.colors.scan_grid import line_heights
from kickabout.perception.field.hulks_filtered_regions import boundary_rows, line_ends
from kickabout.perception.field.line_points import line_widths
from kickabout.perception.landmarks.hulks_penalty_mark import (
    NOWHERE,
    MarkRules,
    best_mark,
)
from kickabout.perception.landmarks.penalty_mark_percept import mark_percept
from kickabout.representations import (
    BallPercept,
    FieldBoundaryPercept,
    FieldColors,
    FieldDimensions,
    HorizontalRegions,
    LinesPercept,
    PenaltyMarkPercept,
    ScanLineRegions,
    Seen,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class HulksPenaltyMarkDetectorParameters:
    max_distance: float = param(3.0, unit="m", low=0.0, doc="maximum distance of the mark")
    smallest: float = param(0.55, low=0.0, doc="minimum size of a region, in sizes of the mark")
    largest: float = param(1.3, low=0.0, doc="maximum size of a region, in sizes of the mark")
    more_px: float = param(2.0, unit="px", low=0.0, doc="tolerance of sizes")
    ring: float = param(
        1.8, low=1.0, doc="axes of the ellipse around the mark, in those of the mark"
    )
    brighter: float = param(
        1.15, low=1.0, doc="minimum brightness of the mark over its surroundings"
    )
    min_fields: int = param(
        12, low=0, high=12, doc="minimum number of field points, of twelve around"
    )
    ball_radii: float = param(1.5, low=0.0, doc="radii around the ball in which no mark is found")
    beside: float = param(0.1, unit="m", low=0.0, doc="minimum distance from the middle of a line")
    tilt_deviation: float = param(
        0.0105, unit="rad", low=0.0, doc="deviation of the camera's roll and pitch"
    )
    pan_deviation: float = param(0.005, unit="rad", low=0.0, doc="deviation of the camera's yaw")
    pixel_deviation: float = param(1.0, unit="px", low=0.0, doc="deviation of points in the image")


@inputs
@frozen
class MarkInputs:
    """Inputs of the search besides the image."""

    columns: ScanLineRegions
    rows: HorizontalRegions
    colors: FieldColors
    boundary: FieldBoundaryPercept
    ball: BallPercept
    lines: LinesPercept
    field: FieldDimensions


class HulksPenaltyMarkDetector(Module[HulksPenaltyMarkDetectorParameters]):
    """Finds the row's and the column's region that intersect closest to their middles.

    After HULKs 2021, 4.9: both have the size of the mark, and twelve points of an ellipse around
    it are darker, and more colorful or field. Our own additions: the column's region must be
    between field, and a minimum number of the points must be field.
    """

    def update(self, camera: CameraInputs, given: MarkInputs) -> PenaltyMarkPercept:
        image = camera.image
        usable = camera.matrix.valid and given.colors.valid and image.height > 0
        if not usable or len(given.rows.rows) == 0 or len(given.columns.columns) == 0:
            return PenaltyMarkPercept()
        p, projection = self.parameters, camera.projection
        widths, heights = self._sizes(projection, image.height, given.field)
        center, miss = best_mark(
            image.yuyv,
            rows_of(given.rows),
            columns_of(given.columns),
            boundary_rows(given.boundary, np.arange(image.width, dtype=np.float64)),
            widths,
            heights,
            self._ball(given.ball),
            line_ends(given.lines),
            projection,
            chromaticity_limits(given.colors),
            self._rules(),
        )
        if miss >= NOWHERE:
            return PenaltyMarkPercept()
        at = image_to_robot(center.reshape(1, 2), projection, 0.0)
        if not np.hypot(at[0, 0], at[0, 1]) <= p.max_distance:
            return PenaltyMarkPercept()
        deviations = (p.tilt_deviation, p.pan_deviation, p.pixel_deviation)
        return mark_percept(center, at, projection, deviations)

    def _sizes(
        self, projection: CameraProjection, height: int, field: FieldDimensions
    ) -> tuple[Vec, Vec]:
        """Return width and height of the mark in px in each row; 0 where it would be too far."""
        line_px = line_heights(projection, height, field.line_width)
        factor = field.penalty_mark_size / field.line_width
        widths = factor * line_widths(projection, line_px, field.line_width)
        above = float(projection.position_in_robot[2])
        max_distance = 1.1 * self.parameters.max_distance
        lowest = (
            field.line_width
            * float(projection.intrinsics[1])
            * above
            / (max_distance**2 + above**2)
        )
        is_near = line_px >= lowest
        return np.where(is_near, widths, 0.0), np.where(is_near, factor * line_px, 0.0)

    def _rules(self) -> MarkRules:
        p = self.parameters
        return MarkRules(
            smallest=p.smallest,
            largest=p.largest,
            more_px=p.more_px,
            ring=p.ring,
            brighter=p.brighter,
            min_fields=p.min_fields,
            beside=p.beside,
        )

    def _ball(self, ball: BallPercept) -> Vec:
        if ball.seen is Seen.NO:
            return np.zeros(3)
        reach = self.parameters.ball_radii * ball.radius_px
        return np.array((ball.center_in_image.x, ball.center_in_image.y, reach))
