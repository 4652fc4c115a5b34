"""HULKs' ball candidates: from objects that are no lines to boxes of a perspective grid."""

from dataclasses import dataclass

import numpy as np

from kickabout.framework import Module, param
from kickabout.geometry import FloatArray
from kickabout.geometry.pose3 import sealed
from kickabout.perception.ball.hulks_ball_grid import filled_boxes, grid_bands, standing_balls
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
    min_radius: float = param(3.0, unit="px", low=1.0, doc="minimum radius of a ball")
    max_radius: float = param(0.45, low=0.0, doc="maximum radius of a ball, in image heights")
    min_below_boundary: float = param(
        -0.005,
        unit="rad",
        low=-0.1,
        high=0.1,
        doc="minimum distance of an object's lower end below the boundary",
    )
    line_fraction: float = param(0.7, low=0.0, doc="half width of a line, in line widths")
    max_candidates: int = param(150, low=1, doc="maximum number of candidates in one image")


class HulksBallCandidateGenerator(Module[HulksBallCandidateGeneratorParameters]):
    """Selects ball-sized boxes that contain the middle of an object.

    After HULKs 2021, 4.11.1. Our own additions: boxes with the middle of a ball that would stand
    at the lower end of an object count, too, and balls may be on the boundary. All boxes have the
    same score and are ordered from near to far.
    """

    def update(
        self,
        camera: CameraInputs,
        regions: ScanLineRegions,
        boundary: FieldBoundaryPercept,
        lines: LinesPercept,
        field: FieldDimensions,
    ) -> BallCandidates:
        p = self.parameters
        if not camera.matrix.valid or len(regions.top) == 0 or camera.image.height == 0:
            return BallCandidates()
        below = p.min_below_boundary * camera.info.focal_length[1]
        objects = likely_objects(regions, boundary, below)
        half_width = p.line_fraction * field.line_width
        objects = objects[~used_by_lines(objects, line_ends(lines), camera.projection, half_width)]
        boxes = self.boxes(camera, objects, field)
        return BallCandidates(
            centers_in_image=sealed(boxes[:, :2].copy()),
            radii_px=sealed(boxes[:, 2].copy()),
            scores=sealed(np.ones(len(boxes))),
        )

    def boxes(
        self, camera: CameraInputs, objects: FloatArray, field: FieldDimensions
    ) -> FloatArray:
        """Return rows of center and radius of the boxes with middles of objects or balls."""
        p, image = self.parameters, camera.image
        bands = grid_bands(
            camera.projection,
            image.width,
            image.height,
            field.ball.radius,
            p.min_radius,
            p.max_radius * image.height,
        )
        middles = np.column_stack((objects[:, X], 0.5 * (objects[:, TOP] + objects[:, BOTTOM])))
        standing = standing_balls(objects, camera.projection, field.ball.radius)
        return filled_boxes(np.vstack((middles, standing)), bands, image.width, p.max_candidates)
