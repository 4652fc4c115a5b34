"""HULKs' robot detection: from columns with many edges to feet on the ground."""

from dataclasses import dataclass

import numpy as np

from kickabout.framework import Module, param
from kickabout.geometry import FloatArray, Vec, Vector2
from kickabout.geometry.pose3 import sealed
from kickabout.perception.camera.camera_inputs import CameraInputs
from kickabout.perception.camera.camera_projection import (
    CameraProjection,
    image_to_robot,
    spreads_on_ground,
)
from kickabout.perception.colors.scan_grid import column_tops
from kickabout.perception.field.hulks_filtered_regions import (
    BOTTOM,
    X,
    boundary_rows,
    likely_objects,
    line_ends,
    used_by_lines,
)
from kickabout.perception.robots.hulks_robot_edges import (
    RobotRules,
    chain_seeds,
    contrast_in,
    robot_boxes,
)
from kickabout.perception.robots.robot_positions import apart, moved_away
from kickabout.representations import (
    BodyContour,
    FieldBoundaryPercept,
    FieldDimensions,
    LinesPercept,
    RobotPercept,
    RobotsPercept,
    ScanLineRegions,
)

BELOW_PX = 2.0  # px, maximum distance of edges below the feet


@dataclass(frozen=True, slots=True, kw_only=True)
class HulksRobotDetectorParameters:
    min_chain: int = param(3, low=1, doc="minimum number of consecutive regions without field")
    min_height: float = param(
        0.18, unit="m", low=0.0, doc="minimum height of the regions; balls are lower"
    )
    line_fraction: float = param(0.7, low=0.0, doc="half width of a line, in line widths")
    width: float = param(0.24, unit="m", low=0.0, doc="width of both feet")
    height: float = param(
        0.2, unit="m", low=0.0, doc="height of the window in which edges are counted"
    )
    tall: float = param(0.55, unit="m", low=0.0, doc="height of a robot")
    density: float = param(1.7, low=0.0, doc="minimum number of edges per column of the window")
    contrast: float = param(
        0.18,
        low=0.0,
        doc="minimum deviation over mean of brightness in the window; goals have less",
    )
    min_gap: float = param(
        0.08, unit="m", low=0.0, doc="minimum distance from feet up to the boundary"
    )
    max_distance: float = param(5.0, unit="m", low=0.0, doc="maximum distance of robots")
    cut_px: float = param(
        3.0, unit="px", low=0.0, doc="feet this near to the image's lower end are cut off"
    )
    depth: float = param(
        0.08, unit="m", low=0.0, doc="distance from the visible edge of the feet to their middle"
    )
    separation: float = param(0.25, unit="m", low=0.0, doc="minimum distance between robots")
    noise_px: float = param(4.0, unit="px", low=0.0, doc="deviation of the feet's row")
    tilt_deviation: float = param(0.012, unit="rad", low=0.0, doc="deviation of the camera's tilt")
    pan_deviation: float = param(0.01, unit="rad", low=0.0, doc="deviation of the camera's pan")


class HulksRobotDetector(Module[HulksRobotDetectorParameters]):
    """Finds robots by their many horizontal edges; robots without visible feet are left out.

    After HULKs 2021, 4.12. Our own additions: objects with edges but little contrast are goals,
    and objects at the boundary are behind it. Jerseys are not evaluated.
    """

    def update(
        self,
        camera: CameraInputs,
        regions: ScanLineRegions,
        boundary: FieldBoundaryPercept,
        contour: BodyContour,
        lines: LinesPercept,
        field: FieldDimensions,
    ) -> RobotsPercept:
        if not camera.matrix.valid or len(regions.top) == 0 or camera.image.height == 0:
            return RobotsPercept()
        if not boundary.valid and _shows_horizon(camera):
            return RobotsPercept()  # objects around the field would be taken for robots
        p, projection = self.parameters, camera.projection
        objects = likely_objects(regions, boundary, 0.0)
        half_width = p.line_fraction * field.line_width
        objects = objects[~used_by_lines(objects, line_ends(lines), projection, half_width)]
        limits = boundary_rows(boundary, objects[:, X])
        scales = self._scales(objects, projection)
        seeds, edges, scales = chain_seeds(objects, limits, scales, p.min_chain, p.min_height)
        rules = RobotRules(p.width, p.height, p.tall, p.density)
        boxes = robot_boxes(seeds, edges, scales, float(regions.spacing), rules)
        kept = [
            box
            for box in boxes
            if not self._is_cut_off(box, camera, contour) and self._is_robot(box, regions, boundary)
        ]
        return self._percepts(np.array(kept).reshape(-1, 5), camera)

    def _scales(self, objects: FloatArray, projection: CameraProjection) -> Vec:
        """Return px per m at the lower ends of objects; 0 if these are too far away."""
        ground = image_to_robot(np.ascontiguousarray(objects[:, [X, BOTTOM]]), projection, 0.0)
        distances = np.hypot(*(ground - projection.position_in_robot[:2]).T)
        scales = projection.intrinsics[1] / np.hypot(distances, projection.position_in_robot[2])
        return np.where(distances <= self.parameters.max_distance, scales, 0.0)

    def _is_cut_off(self, box: FloatArray, camera: CameraInputs, contour: BodyContour) -> bool:
        width, height = camera.image.width, camera.image.height
        bottom = contour.bottom(0.5 * (box[0] + box[2]), height) - self.parameters.cut_px
        middle = 0.5 * (box[0] + box[2])
        return bool(box[3] >= bottom or not 0.0 <= middle < width)

    def _is_robot(
        self, box: FloatArray, regions: ScanLineRegions, boundary: FieldBoundaryPercept
    ) -> bool:
        """Return whether a box is in front of the boundary and has enough contrast."""
        p, bottom = self.parameters, box[3]
        scale = (box[2] - box[0]) / p.width
        limit = boundary_rows(boundary, np.array((0.5 * (box[0] + box[2]),)))[0]
        if bottom - limit < p.min_gap * scale:
            return False
        window = np.array((box[0], bottom - p.height * scale, box[2], bottom + BELOW_PX))
        contrast = contrast_in(
            regions.columns, regions.line_of, regions.top, regions.bottom, regions.y, window
        )
        return bool(contrast >= p.contrast)

    def _percepts(self, boxes: FloatArray, camera: CameraInputs) -> RobotsPercept:
        p, projection = self.parameters, camera.projection
        feet = np.column_stack((0.5 * (boxes[:, 0] + boxes[:, 2]), boxes[:, 3]))
        points = moved_away(image_to_robot(feet, projection, 0.0), projection, p.depth)
        spreads = spreads_on_ground(
            points, projection, p.tilt_deviation, p.pan_deviation, p.noise_px
        )
        free = apart(points, np.isfinite(points[:, 0]), p.separation)
        return RobotsPercept(
            robots=tuple(
                RobotPercept(
                    box_in_image=tuple(boxes[i, :4].tolist()),
                    position_in_robot=Vector2.from_array(points[i]),
                    covariance=sealed(spreads[i]),
                    score=min(1.0, float(boxes[i, 4]) / (2.0 * p.density)),
                )
                for i in np.flatnonzero(free & np.isfinite(points[:, 0])).tolist()
            )
        )


def _shows_horizon(camera: CameraInputs) -> bool:
    middle = np.array((camera.image.width // 2,), np.int32)
    return bool(column_tops(middle, camera.projection, camera.image.height, 0.0)[0] > 0)
