"""HULKs' penalty spot: from crossing regions of rows and columns to where the mark is."""

from dataclasses import dataclass

import numpy as np

from kickabout.framework import Module, frozen, inputs, param
from kickabout.geometry import Vec, Vector2
from kickabout.geometry.pose3 import sealed
from kickabout.perception.camera.camera_inputs import CameraInputs
from kickabout.perception.camera.camera_projection import (
    CameraProjection,
    image_to_robot,
    spreads_on_ground,
)
from kickabout.perception.colors.hulks_field_color import shares_of
from kickabout.perception.colors.scan_grid import line_heights
from kickabout.perception.field.hulks_filtered_regions import border_rows, line_ends
from kickabout.perception.field.line_spots import line_widths
from kickabout.perception.landmarks.hulks_penalty_spot import (
    NOWHERE,
    Columns,
    Rows,
    SpotRules,
    best_spot,
)
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
    farthest: float = param(3.0, unit="m", low=0.0, doc="spots farther away are not looked for")
    smallest: float = param(0.55, low=0.0, doc="size of a region, in sizes of the spot")
    largest: float = param(1.3, low=0.0, doc="size of a region, in sizes of the spot")
    more_px: float = param(2.0, unit="px", low=0.0, doc="by which sizes may be off")
    ring: float = param(1.8, low=1.0, doc="axes of the ellipse around a spot, in those of the spot")
    brighter: float = param(1.15, low=1.0, doc="middle of the spot over what is around it")
    min_fields: int = param(12, low=0, high=12, doc="of twelve points around that are field")
    ball_radii: float = param(1.5, low=0.0, doc="around a ball there is no spot")
    beside: float = param(0.1, unit="m", low=0.0, doc="nearer to the middle of a line, no spot")
    tilt_deviation: float = param(0.0105, unit="rad", low=0.0, doc="of the camera's roll and pitch")
    pan_deviation: float = param(0.005, unit="rad", low=0.0, doc="of the camera's direction")
    pixel_deviation: float = param(1.0, unit="px", low=0.0, doc="of what is seen in the image")


@inputs
@frozen
class SpotInputs:
    """What the search looks at."""

    columns: ScanLineRegions
    rows: HorizontalRegions
    colors: FieldColors
    boundary: FieldBoundaryPercept
    ball: BallPercept
    lines: LinesPercept
    field: FieldDimensions


class HulksPenaltyMarkDetector(Module[HulksPenaltyMarkDetectorParameters]):
    """Of all pairs of a row's and a column's region the one that halves itself best.

    After HULKs 2021, 4.9: both have the size of the spot, and twelve points of an ellipse around
    it are darker, and more colorful or field. That a column's region lies between field, and
    how many of the points are, is our own addition.
    """

    def update(self, sight: CameraInputs, given: SpotInputs) -> PenaltyMarkPercept:
        image = sight.image
        usable = sight.matrix.valid and given.colors.valid and image.height > 0
        if not usable or len(given.rows.rows) == 0 or len(given.columns.columns) == 0:
            return PenaltyMarkPercept()
        p, projection = self.parameters, sight.projection
        widths, heights = self._sizes(projection, image.height, given.field)
        center, miss = best_spot(
            image.yuyv,
            _rows_of(given.rows),
            _columns_of(given.columns),
            border_rows(given.boundary, np.arange(image.width, dtype=np.float64)),
            widths,
            heights,
            self._ball(given.ball),
            line_ends(given.lines),
            projection,
            shares_of(given.colors),
            self._rules(),
        )
        if miss >= NOWHERE:
            return PenaltyMarkPercept()
        at = image_to_robot(center.reshape(1, 2), projection, 0.0)
        if not np.hypot(at[0, 0], at[0, 1]) <= p.farthest:
            return PenaltyMarkPercept()
        deviations = (p.tilt_deviation, p.pan_deviation, p.pixel_deviation)
        return PenaltyMarkPercept(
            seen=True,
            center_in_image=Vector2.from_array(center),
            position_in_robot=Vector2.from_array(at[0]),
            covariance=sealed(spreads_on_ground(at, projection, *deviations)[0]),
        )

    def _sizes(
        self, projection: CameraProjection, height: int, field: FieldDimensions
    ) -> tuple[Vec, Vec]:
        """Width and height of the spot in px in each row; 0 where it would be too far."""
        line_px = line_heights(projection, height, field.line_width)
        factor = field.penalty_mark_size / field.line_width
        widths = factor * line_widths(projection, line_px, field.line_width)
        above = float(projection.position_in_robot[2])
        farthest = 1.1 * self.parameters.farthest
        lowest = (
            field.line_width * float(projection.intrinsics[1]) * above / (farthest**2 + above**2)
        )
        is_near = line_px >= lowest
        return np.where(is_near, widths, 0.0), np.where(is_near, factor * line_px, 0.0)

    def _rules(self) -> SpotRules:
        p = self.parameters
        return SpotRules(
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


def _rows_of(regions: HorizontalRegions) -> Rows:
    return Rows(regions.rows, regions.line_of, regions.left, regions.right, regions.color)


def _columns_of(regions: ScanLineRegions) -> Columns:
    return Columns(regions.columns, regions.line_of, regions.top, regions.bottom, regions.color)
