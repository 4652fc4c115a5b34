"""Robot detection in the lower image: from the image to feet, with jerseys of the upper image."""

import math
from dataclasses import dataclass

import numpy as np

from kickabout.framework import Module, frozen, inputs, param
from kickabout.geometry import BoolArray, FloatArray, Vec, Vector2
from kickabout.geometry.pose3 import sealed
from kickabout.perception.camera.camera_inputs import CameraInputs
from kickabout.perception.camera.camera_projection import (
    CameraProjection,
    image_to_robot,
    spreads_on_ground,
)
from kickabout.perception.colors.relative_colors import carpet_of
from kickabout.perception.colors.scan_geometry import bottoms_of
from kickabout.perception.colors.scan_lines import IntArray
from kickabout.perception.networks import network
from kickabout.perception.robots.obstacle_check import ObstacleRules, has_obstacle, sizes_on_ground
from kickabout.perception.robots.robot_boxes import covered_fractions, feet_row
from kickabout.perception.robots.robot_cells import (
    FALLEN_COLUMN,
    SCORE_COLUMN,
    contained_fraction,
    separate_boxes,
)
from kickabout.perception.robots.robot_clusters import (
    ClusterRules,
    clusters,
    contrast_points,
    covered_points,
    solid_points,
)
from kickabout.perception.robots.robot_network import NETWORK, THUMBNAIL_WIDTH, network_boxes
from kickabout.perception.robots.robot_positions import (
    apart,
    feet_of,
    is_large_enough,
    is_whole_enough,
    moved_away,
)
from kickabout.representations import (
    BodyContour,
    CutOffRobot,
    CutOffRobots,
    FieldBoundaryPercept,
    FieldColors,
    FieldDimensions,
    RobotPercept,
    RobotsPercept,
    TeamSeen,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class LowerRobotDetectorParameters:
    min_score: float = param(0.45, low=0.0, high=1.0, doc="minimum score of the network's boxes")
    hint: float = param(
        1.0,
        low=0.0,
        high=1.0,
        doc="minimum score of a box that confirms a cluster; 1 disables clusters",
    )
    max_overlap: float = param(0.4, low=0.0, high=1.0, doc="maximum overlap of two robots' boxes")
    max_contained: float = param(
        0.6, low=0.0, high=1.0, doc="maximum fraction of a box inside of a better one"
    )
    clipped_fraction: float = param(
        0.02, low=0.0, high=0.5, doc="fraction of the darkest and brightest pixels to ignore"
    )
    samples_per_row: int = param(
        64, low=1, doc="points per row at which the first check samples the image"
    )
    min_obstacle: float = param(
        2.0, low=0.0, doc="edge of a ground square that feet fill, in line widths"
    )
    filled: float = param(
        0.85, low=0.0, high=1.0, doc="minimum fraction of that square without carpet"
    )
    edge: float = param(
        3.0, unit="px", low=0.0, doc="boxes this near to the image's edge are cut off"
    )
    min_covered: float = param(
        0.2, low=0.0, high=1.0, doc="minimum fraction of a box that is not carpet"
    )
    min_slimness: float = param(
        0.2, low=0.0, doc="minimum width over height of a box at the image's side"
    )
    smallest: float = param(
        0.17, unit="m", low=0.0, doc="minimum width of low boxes; narrower ones are balls"
    )
    boundary_tolerance: float = param(
        8.0, unit="px", low=0.0, doc="maximum distance of feet above the boundary"
    )
    separation: float = param(0.2, unit="m", low=0.0, doc="minimum distance between robots")
    step: int = param(4, unit="px", low=1, doc="distance between sampled points")
    line_factor: float = param(1.7, low=1.0, doc="minimum size of a cluster, in line widths")
    contrast: float = param(0.1, low=0.0, doc="minimum relative change of brightness on robots")
    min_changing: float = param(
        0.1, low=0.0, high=1.0, doc="minimum fraction of points with contrast; goal posts have less"
    )
    min_width: float = param(
        0.09, unit="m", low=0.0, doc="minimum width of feet; balls are narrower"
    )
    min_height: float = param(
        0.2, low=0.0, high=1.0, doc="minimum height of a cluster, in image heights; balls are lower"
    )
    min_points: int = param(12, low=1, doc="minimum number of points of a cluster")
    top: float = param(
        12.0,
        unit="px",
        low=0.0,
        doc="maximum distance of a cluster's top from boundary or image edge",
    )
    search: float = param(
        0.2, low=0.0, doc="range in which the feet's lower end is searched, in box heights"
    )
    feet_fraction: float = param(
        0.3, low=0.0, high=1.0, doc="fraction of columns that end below the feet"
    )
    depth: float = param(
        0.08, unit="m", low=0.0, doc="distance from the visible edge of the feet to their middle"
    )
    tolerance: float = param(
        0.08, unit="rad", low=0.0, doc="maximum angle between both cameras' directions to a robot"
    )
    noise_px: float = param(4.0, unit="px", low=0.0, doc="deviation of the feet's row")
    tilt_deviation: float = param(0.015, unit="rad", low=0.0, doc="deviation of the camera's tilt")
    pan_deviation: float = param(0.015, unit="rad", low=0.0, doc="deviation of the camera's pan")


@inputs
@frozen
class NearGround:
    """Color of the carpet, and limits of the visible ground."""

    colors: FieldColors
    boundary: FieldBoundaryPercept
    contour: BodyContour
    field: FieldDimensions


class LowerRobotDetector(Module[LowerRobotDetectorParameters]):
    """Uses the network's boxes and, optionally, clusters of contrast that it confirms.

    Clusters after B-Human 2019, 4.4.2: objects that are larger than lines, have contrast and reach
    out of the image at the top; homogeneous objects such as goal posts are left out. There, the
    network does not detect feet; here it is trained to. Clusters cost time and add little, as
    lines that run deep into the image look like robots, too.
    """

    networks = (NETWORK,)

    def update(
        self, camera: CameraInputs, ground: NearGround, above: CutOffRobots
    ) -> RobotsPercept:
        if not camera.matrix.valid or camera.image.width < THUMBNAIL_WIDTH:
            return RobotsPercept()
        carpet, p, image = carpet_of(ground.colors), self.parameters, camera.image
        bottoms = bottoms_of(ground.contour, image.width, image.height)
        rules = ObstacleRules(
            step=max(image.width // p.samples_per_row, 1),
            size=p.min_obstacle * ground.field.line_width,
            fraction=p.filled,
        )
        if not has_obstacle(image.yuyv, bottoms, carpet, camera.projection, rules):
            return RobotsPercept()
        boxes = self._boxes(camera, ground)
        if len(boxes) == 0:
            return RobotsPercept()
        for box in boxes:
            row = feet_row(camera.image.yuyv, box[:4].copy(), carpet, p.search, p.feet_fraction)
            box[3] = box[3] if math.isnan(row) else row
        boxes = boxes[covered_fractions(camera.image.yuyv, boxes, carpet) >= p.min_covered]
        boxes = boxes[self._stands_free(boxes, bottoms, camera, ground)]
        positions = moved_away(
            image_to_robot(feet_of(boxes), camera.projection, 0.0), camera.projection, p.depth
        )
        free = apart(positions, np.ones(len(positions), np.bool_), p.separation)
        return RobotsPercept(
            robots=tuple(
                self._percept(box, position, camera.projection, above)
                for box, position in zip(boxes[free], positions[free], strict=True)
                if not np.isnan(position).any()
            )
        )

    def _boxes(self, camera: CameraInputs, ground: NearGround) -> FloatArray:
        """Return rows (left, top, right, bottom, score, fallen) in px, the network's first."""
        p = self.parameters
        seen = network_boxes(
            network(self.robot, NETWORK), camera.image, p.clipped_fraction, min(p.hint, p.min_score)
        )
        hints = seen[seen[:, SCORE_COLUMN] >= p.hint]
        sure = seen[seen[:, SCORE_COLUMN] >= p.min_score]
        if not ground.colors.valid or p.hint >= 1.0:
            return separate_boxes(sure, p.max_overlap, p.max_contained)
        agreed = [
            np.array((*cluster[:4], p.min_score, 0.0))
            for cluster in self._clusters(camera, ground)
            if self._is_robot(cluster, camera, ground) and _is_hinted(cluster, hints)
        ]
        both = np.concatenate((sure, np.array(agreed).reshape(-1, 6)))
        return separate_boxes(both, p.max_overlap, p.max_contained)

    def _stands_free(
        self, boxes: FloatArray, bottoms: IntArray, camera: CameraInputs, ground: NearGround
    ) -> BoolArray:
        """Return whether feet end on the carpet, above the image's edge and the robot's body."""
        p, image = self.parameters, camera.image
        middles = 0.5 * (boxes[:, 0] + boxes[:, 2])
        columns = np.clip(middles.astype(np.int64), 0, image.width - 1)
        free = boxes[:, 3] < bottoms[columns] - p.edge
        if not ground.boundary.extrapolated:
            free &= boxes[:, 3] >= ground.boundary.rows_at(middles) - p.boundary_tolerance
        free &= is_large_enough(boxes, camera.projection, p.smallest)
        return np.asarray(free & is_whole_enough(boxes, image.width, p.edge, p.min_slimness))

    def _clusters(self, camera: CameraInputs, ground: NearGround) -> FloatArray:
        p, image = self.parameters, camera.image
        rules = ClusterRules(p.step, p.line_factor, p.contrast)
        carpet = carpet_of(ground.colors)
        columns = _middles(image.width // p.step, p.step)
        bottoms = np.array(
            [ground.contour.bottom(u, image.height) for u in columns.tolist()], float
        )
        covered = covered_points(
            image.yuyv, ground.boundary.rows_at(columns), bottoms, carpet, rules
        )
        rows = _middles(image.height // p.step, p.step)
        sizes = sizes_on_ground(rows, image.width / 2.0, camera.projection, ground.field.line_width)
        solid = solid_points(covered, sizes, rules)
        return clusters(solid, contrast_points(image.yuyv, solid, rules), p.step)

    def _is_robot(self, cluster: FloatArray, camera: CameraInputs, ground: NearGround) -> bool:
        p = self.parameters
        points, changing = cluster[4], cluster[5]
        limit = float(ground.boundary.rows_at(0.5 * (cluster[:1] + cluster[2:3]))[0])
        is_open_above = cluster[1] <= max(limit, 0.0) + p.top
        if points < p.min_points or not is_open_above or changing < p.min_changing * points:
            return False
        if cluster[3] - cluster[1] < p.min_height * camera.image.height:
            return False
        sides = np.array([(cluster[0], cluster[3]), (cluster[2], cluster[3])])
        positions = image_to_robot(sides, camera.projection, 0.0)
        return bool(np.hypot(*(positions[1] - positions[0])) >= p.min_width)

    def _percept(
        self, box: FloatArray, position: Vec, projection: CameraProjection, above: CutOffRobots
    ) -> RobotPercept:
        p = self.parameters
        seen_above = self._above(position - projection.position_in_robot[:2], above)
        spread = spreads_on_ground(
            position[None], projection, p.tilt_deviation, p.pan_deviation, p.noise_px
        )
        left, top, right, bottom = box[:4].tolist()
        return RobotPercept(
            box_in_image=(left, top, right, bottom),
            position_in_robot=Vector2.from_array(position),
            covariance=sealed(spread[0]),
            team=TeamSeen.UNKNOWN if seen_above is None else seen_above.team,
            # If the box is cut at the top, the posture is unknown.
            fallen=bool(box[FALLEN_COLUMN] > 0.5 and top > p.edge),
            score=float(box[SCORE_COLUMN]),
        )

    def _above(self, offset: Vec, above: CutOffRobots) -> CutOffRobot | None:
        """Return the robot in the upper image nearest to this direction, or none."""
        direction = math.atan2(offset[1], offset[0])
        best, min_regions = None, math.inf
        for robot in above.robots:
            off = abs(math.remainder(direction - robot.direction, 2.0 * math.pi))
            if off < min_regions and off <= robot.half_angle + self.parameters.tolerance:
                best, min_regions = robot, off
        return best


def _is_hinted(cluster: FloatArray, hints: FloatArray) -> bool:
    return any(contained_fraction(cluster, hint) > 0.5 for hint in hints)


def _middles(count: int, step: int) -> Vec:
    middles: Vec = (np.arange(count, dtype=np.float64) + 0.5) * step
    return middles
