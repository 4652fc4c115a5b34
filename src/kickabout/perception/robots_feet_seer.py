"""Seeing robots nearby: from the lower image to feet, with jerseys as the upper camera saw them."""

import math
from dataclasses import dataclass

import numpy as np

from kickabout.framework import Module, frozen, inputs, param
from kickabout.geometry import FloatArray, Vec, Vector2
from kickabout.geometry.pose3 import sealed
from kickabout.perception.ball_spots import carpet_of
from kickabout.perception.ball_spotter import upper_limits
from kickabout.perception.eye import Eye, image_to_robot, spreads_on_ground
from kickabout.perception.robots_boxes import feet_row
from kickabout.perception.robots_clusters import (
    ClusterRules,
    clusters,
    contrast_points,
    covered_points,
    solid_points,
)
from kickabout.perception.robots_seer import moved_away
from kickabout.perception.sight import Sight
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
class RobotsFeetSeerParameters:
    step: int = param(4, unit="px", low=1, doc="between points that are looked at")
    line_factor: float = param(1.7, low=1.0, doc="how many times larger than a line a robot is")
    contrast: float = param(0.1, low=0.0, doc="relative change of brightness on robots")
    least_changing: float = param(
        0.1, low=0.0, high=1.0, doc="share of points with contrast; goal posts have less"
    )
    least_width: float = param(0.09, unit="m", low=0.0, doc="of feet; balls are not wider")
    least_height: float = param(
        0.2, low=0.0, high=1.0, doc="image heights; lower things may be balls at the edge"
    )
    confirmed_width: float = param(
        0.05, unit="m", low=0.0, doc="of feet below a robot that the upper camera sees"
    )
    least_points: int = param(12, low=1, doc="of a cluster")
    top: float = param(
        12.0, unit="px", low=0.0, doc="robots reach this near to the boundary or the image's top"
    )
    search: float = param(0.2, low=0.0, doc="box heights to look for the feet's lower end")
    feet_share: float = param(0.3, low=0.0, high=1.0, doc="of columns that end below the feet")
    depth: float = param(0.08, unit="m", low=0.0, doc="from the visible edge of feet to the middle")
    tolerance: float = param(0.15, unit="rad", low=0.0, doc="between both cameras' directions")
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


class RobotsFeetSeer(Module[RobotsFeetSeerParameters]):
    """Things that are larger than lines, full of contrast, and reach up out of the image.

    After B-Human 2019, 4.4.2; the network of the upper camera sees no feet. Homogeneous things
    such as goal posts are left out.
    """

    def update(self, sight: Sight, ground: NearGround, above: CutOffRobots) -> RobotsPercept:
        if not sight.matrix.valid or not ground.colors.valid or sight.image.height < 16:
            return RobotsPercept()
        found = self._clusters(sight, ground)
        robots = [self._robot(box, sight, ground, above) for box in found]
        return RobotsPercept(robots=tuple(robot for robot in robots if robot is not None))

    def _clusters(self, sight: Sight, ground: NearGround) -> FloatArray:
        p, image = self.parameters, sight.image
        rules = ClusterRules(p.step, p.line_factor, p.contrast)
        carpet = carpet_of(ground.colors)
        columns = _middles(image.width // p.step, p.step)
        bottoms = np.array(
            [ground.contour.bottom(u, image.height) for u in columns.tolist()], float
        )
        covered = covered_points(
            image.yuyv, upper_limits(ground.boundary, columns), bottoms, carpet, rules
        )
        rows = _middles(image.height // p.step, p.step)
        widths, depths = _line_sizes(rows, image.width / 2.0, sight.eye, ground.field.line_width)
        solid = solid_points(covered, widths, depths, rules)
        return clusters(solid, contrast_points(image.yuyv, solid, rules), p.step)

    def _robot(
        self, box: FloatArray, sight: Sight, ground: NearGround, above: CutOffRobots
    ) -> RobotPercept | None:
        p, eye = self.parameters, sight.eye
        points, changing = box[4], box[5]
        limit = float(upper_limits(ground.boundary, 0.5 * (box[:1] + box[2:3]))[0])
        is_open_above = box[1] <= max(limit, 0.0) + p.top
        if points < p.least_points or not is_open_above or changing < p.least_changing * points:
            return None
        row = feet_row(
            sight.image.yuyv, box[:4].copy(), carpet_of(ground.colors), p.search, p.feet_share
        )
        bottom = float(box[3]) if math.isnan(row) else row
        feet = np.array([(box[0], bottom), (0.5 * (box[0] + box[2]), bottom), (box[2], bottom)])
        places = image_to_robot(feet, eye, 0.0)
        if np.isnan(places).any():
            return None
        width = float(np.hypot(*(places[2] - places[0])))
        place = moved_away(places[1:2].copy(), eye, p.depth)
        seen_above = self._above(place[0] - eye.position_in_robot[:2], above)
        is_low = box[3] - box[1] < p.least_height * sight.image.height
        if seen_above is None and (is_low or width < p.least_width):
            return None
        if width < p.confirmed_width:
            return None
        spread = spreads_on_ground(place, eye, p.tilt_deviation, p.pan_deviation, p.noise_px)
        return RobotPercept(
            box_in_image=(float(box[0]), float(box[1]), float(box[2]), bottom),
            position_in_robot=Vector2.from_array(place[0]),
            covariance=sealed(spread[0]),
            team=TeamSeen.UNKNOWN if seen_above is None else seen_above.team,
            score=min(1.0, float(points) / 100.0),
        )

    def _above(self, offset: Vec, above: CutOffRobots) -> CutOffRobot | None:
        """The robot that the upper camera sees in this direction."""
        direction = math.atan2(offset[1], offset[0])
        for robot in above.robots:
            off = abs(math.remainder(direction - robot.direction, 2.0 * math.pi))
            if off <= robot.half_angle + self.parameters.tolerance:
                return robot
        return None


def _middles(count: int, step: int) -> Vec:
    middles: Vec = (np.arange(count, dtype=np.float64) + 0.5) * step
    return middles


def _line_sizes(rows: Vec, column: float, eye: Eye, line_width: float) -> tuple[Vec, Vec]:
    """Width and depth in px of a line lying at each row, in the middle of the image."""
    here = np.column_stack((np.full(len(rows), column), rows))
    ground = image_to_robot(here, eye, 0.0) - eye.position_in_robot[:2]
    right = image_to_robot(here + np.array((1.0, 0.0)), eye, 0.0) - eye.position_in_robot[:2]
    above = image_to_robot(here - np.array((0.0, 1.0)), eye, 0.0) - eye.position_in_robot[:2]
    with np.errstate(invalid="ignore"):
        across = np.linalg.norm(right - ground, axis=1)
        along = np.linalg.norm(above - ground, axis=1)
    widths = np.where(np.isfinite(across), line_width / np.maximum(across, 1e-6), 1.0)
    depths = np.where(np.isfinite(along), line_width / np.maximum(along, 1e-6), 1.0)
    return widths, depths
