"""Seeing robots nearby: from the lower image to feet, with jerseys as the upper camera saw them."""

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
from kickabout.perception.robots.robots_boxes import covered_shares, feet_row
from kickabout.perception.robots.robots_cells import (
    FALLEN_COLUMN,
    SCORE_COLUMN,
    separate_boxes,
    shared_part,
)
from kickabout.perception.robots.robots_clusters import (
    ClusterRules,
    clusters,
    contrast_points,
    covered_points,
    solid_points,
)
from kickabout.perception.robots.robots_gate import ObstacleRules, has_obstacle, sizes_on_ground
from kickabout.perception.robots.robots_net import THUMBNAIL_WIDTH, network_boxes
from kickabout.perception.robots.robots_places import (
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
    min_score: float = param(0.45, low=0.0, high=1.0, doc="of the network's boxes")
    hint: float = param(
        1.0,
        low=0.0,
        high=1.0,
        doc="score with which the network agrees to a cluster; at 1, clusters are not sought",
    )
    max_overlap: float = param(0.4, low=0.0, high=1.0, doc="of two robots' boxes")
    max_shared: float = param(0.6, low=0.0, high=1.0, doc="of a box that lies in a better one")
    clipped_share: float = param(
        0.02, low=0.0, high=0.5, doc="of the darkest and brightest pixels to ignore"
    )
    looked_at: int = param(
        64, low=1, doc="points in a row at which something else than carpet is sought at first"
    )
    min_obstacle: float = param(
        2.0, low=0.0, doc="line widths, edge of a square on the ground that feet fill"
    )
    filled: float = param(0.85, low=0.0, high=1.0, doc="share of that square without carpet")
    edge: float = param(3.0, unit="px", low=0.0, doc="a box that ends this near to it is cut off")
    min_covered: float = param(
        0.2, low=0.0, high=1.0, doc="share of a box that is not carpet; coarse grass is no robot"
    )
    slimmest: float = param(
        0.2, low=0.0, doc="width by height of a box at the image's side; slimmer ones lack feet"
    )
    smallest: float = param(
        0.17, unit="m", low=0.0, doc="narrower boxes that are not high either are rather balls"
    )
    slack: float = param(8.0, unit="px", low=0.0, doc="how far feet may be above the boundary")
    separation: float = param(0.2, unit="m", low=0.0, doc="between two robots")
    step: int = param(4, unit="px", low=1, doc="between points that are looked at")
    line_factor: float = param(1.7, low=1.0, doc="how many times larger than a line a robot is")
    contrast: float = param(0.1, low=0.0, doc="relative change of brightness on robots")
    min_changing: float = param(
        0.1, low=0.0, high=1.0, doc="share of points with contrast; goal posts have less"
    )
    min_width: float = param(0.09, unit="m", low=0.0, doc="of feet; balls are not wider")
    min_height: float = param(
        0.2, low=0.0, high=1.0, doc="image heights; lower clusters may be balls at the edge"
    )
    min_points: int = param(12, low=1, doc="of a cluster")
    top: float = param(
        12.0, unit="px", low=0.0, doc="robots reach this near to the boundary or the image's top"
    )
    search: float = param(0.2, low=0.0, doc="box heights to look for the feet's lower end")
    feet_share: float = param(0.3, low=0.0, high=1.0, doc="of columns that end below the feet")
    depth: float = param(0.08, unit="m", low=0.0, doc="from the visible edge of feet to the middle")
    tolerance: float = param(0.08, unit="rad", low=0.0, doc="between both cameras' directions")
    noise_px: float = param(4.0, unit="px", low=0.0, doc="error of the feet's row")
    tilt_deviation: float = param(0.015, unit="rad", low=0.0, doc="error of the camera's tilt")
    pan_deviation: float = param(0.015, unit="rad", low=0.0, doc="error of the camera's pan")


@inputs
@frozen
class NearGround:
    """What is carpet and what is not to be looked at."""

    colors: FieldColors
    boundary: FieldBoundaryPercept
    contour: BodyContour
    field: FieldDimensions


class LowerRobotDetector(Module[LowerRobotDetectorParameters]):
    """The network's boxes and, if wished, clusters of contrast that it does not contradict.

    Clusters after B-Human 2019, 4.4.2: things that are larger than lines, full of contrast, and
    reach up out of the image; homogeneous things such as goal posts are left out. There, the
    network of the upper camera sees no feet; here it has learned them. Clusters add time and, as
    lines that run deep into the image are taken for robots as well, hardly a find.
    """

    def update(self, sight: CameraInputs, ground: NearGround, above: CutOffRobots) -> RobotsPercept:
        if not sight.matrix.valid or sight.image.width < THUMBNAIL_WIDTH:
            return RobotsPercept()
        carpet, p, image = carpet_of(ground.colors), self.parameters, sight.image
        bottoms = bottoms_of(ground.contour, image.width, image.height)
        rules = ObstacleRules(
            step=max(image.width // p.looked_at, 1),
            size=p.min_obstacle * ground.field.line_width,
            share=p.filled,
        )
        if not has_obstacle(image.yuyv, bottoms, carpet, sight.projection, rules):
            return RobotsPercept()
        boxes = self._boxes(sight, ground)
        if len(boxes) == 0:
            return RobotsPercept()
        for box in boxes:
            row = feet_row(sight.image.yuyv, box[:4].copy(), carpet, p.search, p.feet_share)
            box[3] = box[3] if math.isnan(row) else row
        boxes = boxes[covered_shares(sight.image.yuyv, boxes, carpet) >= p.min_covered]
        boxes = boxes[self._stands_free(boxes, bottoms, sight, ground)]
        places = moved_away(
            image_to_robot(feet_of(boxes), sight.projection, 0.0), sight.projection, p.depth
        )
        free = apart(places, np.ones(len(places), np.bool_), p.separation)
        return RobotsPercept(
            robots=tuple(
                self._percept(box, place, sight.projection, above)
                for box, place in zip(boxes[free], places[free], strict=True)
                if not np.isnan(place).any()
            )
        )

    def _boxes(self, sight: CameraInputs, ground: NearGround) -> FloatArray:
        """Rows (left, top, right, bottom, score, fallen) in px, the network's first."""
        p = self.parameters
        seen = network_boxes(sight.image, p.clipped_share, min(p.hint, p.min_score))
        hints = seen[seen[:, SCORE_COLUMN] >= p.hint]
        sure = seen[seen[:, SCORE_COLUMN] >= p.min_score]
        if not ground.colors.valid or p.hint >= 1.0:
            return separate_boxes(sure, p.max_overlap, p.max_shared)
        agreed = [
            np.array((*cluster[:4], p.min_score, 0.0))
            for cluster in self._clusters(sight, ground)
            if self._is_robot(cluster, sight, ground) and _is_hinted(cluster, hints)
        ]
        both = np.concatenate((sure, np.array(agreed).reshape(-1, 6)))
        return separate_boxes(both, p.max_overlap, p.max_shared)

    def _stands_free(
        self, boxes: FloatArray, bottoms: IntArray, sight: CameraInputs, ground: NearGround
    ) -> BoolArray:
        """Whether feet end on the carpet, above the image's lower edge and the own body."""
        p, image = self.parameters, sight.image
        middles = 0.5 * (boxes[:, 0] + boxes[:, 2])
        columns = np.clip(middles.astype(np.int64), 0, image.width - 1)
        free = boxes[:, 3] < bottoms[columns] - p.edge
        if not ground.boundary.extrapolated:
            free &= boxes[:, 3] >= ground.boundary.rows_at(middles) - p.slack
        free &= is_large_enough(boxes, sight.projection, p.smallest)
        return np.asarray(free & is_whole_enough(boxes, image.width, p.edge, p.slimmest))

    def _clusters(self, sight: CameraInputs, ground: NearGround) -> FloatArray:
        p, image = self.parameters, sight.image
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
        sizes = sizes_on_ground(rows, image.width / 2.0, sight.projection, ground.field.line_width)
        solid = solid_points(covered, sizes, rules)
        return clusters(solid, contrast_points(image.yuyv, solid, rules), p.step)

    def _is_robot(self, cluster: FloatArray, sight: CameraInputs, ground: NearGround) -> bool:
        p = self.parameters
        points, changing = cluster[4], cluster[5]
        limit = float(ground.boundary.rows_at(0.5 * (cluster[:1] + cluster[2:3]))[0])
        is_open_above = cluster[1] <= max(limit, 0.0) + p.top
        if points < p.min_points or not is_open_above or changing < p.min_changing * points:
            return False
        if cluster[3] - cluster[1] < p.min_height * sight.image.height:
            return False
        sides = np.array([(cluster[0], cluster[3]), (cluster[2], cluster[3])])
        places = image_to_robot(sides, sight.projection, 0.0)
        return bool(np.hypot(*(places[1] - places[0])) >= p.min_width)

    def _percept(
        self, box: FloatArray, place: Vec, projection: CameraProjection, above: CutOffRobots
    ) -> RobotPercept:
        p = self.parameters
        seen_above = self._above(place - projection.position_in_robot[:2], above)
        spread = spreads_on_ground(
            place[None], projection, p.tilt_deviation, p.pan_deviation, p.noise_px
        )
        left, top, right, bottom = box[:4].tolist()
        return RobotPercept(
            box_in_image=(left, top, right, bottom),
            position_in_robot=Vector2.from_array(place),
            covariance=sealed(spread[0]),
            team=TeamSeen.UNKNOWN if seen_above is None else seen_above.team,
            # Of what reaches out of the image above, nobody can tell that it lies.
            fallen=bool(box[FALLEN_COLUMN] > 0.5 and top > p.edge),
            score=float(box[SCORE_COLUMN]),
        )

    def _above(self, offset: Vec, above: CutOffRobots) -> CutOffRobot | None:
        """The robot that the upper camera sees in this direction, the one most in the middle."""
        direction = math.atan2(offset[1], offset[0])
        best, least = None, math.inf
        for robot in above.robots:
            off = abs(math.remainder(direction - robot.direction, 2.0 * math.pi))
            if off < least and off <= robot.half_angle + self.parameters.tolerance:
                best, least = robot, off
        return best


def _is_hinted(cluster: FloatArray, hints: FloatArray) -> bool:
    return any(shared_part(cluster, hint) > 0.5 for hint in hints)


def _middles(count: int, step: int) -> Vec:
    middles: Vec = (np.arange(count, dtype=np.float64) + 0.5) * step
    return middles
