"""HULKs' ball candidates: from likely objects that are no lines to boxes of a perspective grid."""

from dataclasses import dataclass

import numpy as np

from kickabout.framework import Module, param
from kickabout.geometry import FloatArray
from kickabout.geometry.pose3 import sealed
from kickabout.perception.ball.hulks_ball_grid import filled_boxes, grid_bands, standing_places
from kickabout.perception.camera.camera_inputs import CameraInputs
from kickabout.perception.field.hulks_filtered_regions import (
    BOTTOM,
    TOP,
    X,
    likely_objects,
    line_ends,
    used_by_lines,
)
from kickabout.representations import (
    BallCandidates,
    FieldBoundaryPercept,
    FieldDimensions,
    LinesPercept,
    ScanLineRegions,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class HulksBallCandidateGeneratorParameters:
    smallest: float = param(3.0, unit="px", low=1.0, doc="balls with smaller radius are too far")
    largest: float = param(0.45, low=0.0, doc="largest radius in image heights")
    border: float = param(
        -0.005, unit="rad", low=-0.1, high=0.1, doc="objects reach this far below the border"
    )
    line_share: float = param(0.7, low=0.0, doc="of a line's width from its middle to its edge")
    most: int = param(150, low=1, doc="candidates in one image")


class HulksBallCandidateGenerator(Module[HulksBallCandidateGeneratorParameters]):
    """Middles of what is neither field nor line fall into boxes as large as a ball would be.

    After HULKs 2021, 4.11.1. Where an object stands on carpet, the middle of a ball that would
    stand there counts, too, and balls may lie on the very border: both are our own additions.
    Boxes say nothing about how promising they are: all score the same, nearest first.
    """

    def update(
        self,
        sight: CameraInputs,
        regions: ScanLineRegions,
        boundary: FieldBoundaryPercept,
        lines: LinesPercept,
        field: FieldDimensions,
    ) -> BallCandidates:
        p = self.parameters
        if not sight.matrix.valid or len(regions.top) == 0 or sight.image.height == 0:
            return BallCandidates()
        below = p.border * sight.info.focal_length[1]
        objects = likely_objects(regions, boundary, below)
        half_width = p.line_share * field.line_width
        objects = objects[~used_by_lines(objects, line_ends(lines), sight.projection, half_width)]
        boxes = self.boxes(sight, objects, field)
        return BallCandidates(
            centers_in_image=sealed(boxes[:, :2].copy()),
            radii_px=sealed(boxes[:, 2].copy()),
            scores=sealed(np.ones(len(boxes))),
        )

    def boxes(self, sight: CameraInputs, objects: FloatArray, field: FieldDimensions) -> FloatArray:
        """Rows of center and radius of the boxes in which middles of objects or balls lie."""
        p, image = self.parameters, sight.image
        bands = grid_bands(
            sight.projection,
            image.width,
            image.height,
            field.ball.radius,
            p.smallest,
            p.largest * image.height,
        )
        middles = np.column_stack((objects[:, X], 0.5 * (objects[:, TOP] + objects[:, BOTTOM])))
        standing = standing_places(objects, sight.projection, field.ball.radius)
        return filled_boxes(np.vstack((middles, standing)), bands, image.width, p.most)
