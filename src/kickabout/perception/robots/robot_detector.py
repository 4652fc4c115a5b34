"""Robot detection in the upper image: from the image to boxes, positions and jerseys."""

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
from kickabout.perception.colors.relative_colors import Carpet, carpet_of
from kickabout.perception.networks import network
from kickabout.perception.robots.robot_boxes import (
    carpet_below,
    covered_fractions,
    feet_row,
    leg_columns,
)
from kickabout.perception.robots.robot_cells import FALLEN_COLUMN, SCORE_COLUMN, separate_boxes
from kickabout.perception.robots.robot_jersey import JerseyRules, team_dyes, team_seen, upright_box
from kickabout.perception.robots.robot_network import NETWORK, THUMBNAIL_WIDTH, network_boxes
from kickabout.perception.robots.robot_positions import (
    apart,
    feet_of,
    is_large_enough,
    is_whole_enough,
    moved_away,
    relative_heights,
    usual_heights,
)
from kickabout.representations import (
    CameraImage,
    CutOffRobot,
    CutOffRobots,
    FieldBoundaryPercept,
    FieldColors,
    GameInfo,
    PlayerInfo,
    RobotPercept,
    RobotsPercept,
    TeamSeen,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class RobotDetectorParameters:
    min_score: float = param(0.42, low=0.0, high=1.0, doc="minimum score of the network's boxes")
    max_overlap: float = param(0.4, low=0.0, high=1.0, doc="maximum overlap of two robots' boxes")
    max_contained: float = param(
        0.75, low=0.0, high=1.0, doc="maximum fraction of a box inside of a better one"
    )
    refined_contained: float = param(0.8, low=0.0, high=1.0, doc="the same after refinement")
    separation: float = param(0.2, unit="m", low=0.0, doc="minimum distance between robots")
    clipped_fraction: float = param(
        0.02, low=0.0, high=0.5, doc="fraction of the darkest and brightest pixels to ignore"
    )
    search: float = param(
        0.15, low=0.0, doc="range in which the feet's lower end is searched, in box heights"
    )
    feet_fraction: float = param(
        0.3, low=0.0, high=1.0, doc="fraction of columns that end below the feet"
    )
    legs_fraction: float = param(0.5, low=0.0, high=1.0, doc="fraction of a box above the legs")
    min_refined_width: float = param(
        0.5, low=0.0, high=1.0, doc="minimum fraction of the width after refinement"
    )
    depth: float = param(
        0.09, unit="m", low=0.0, doc="distance from the visible edge of the feet to their middle"
    )
    max_distance: float = param(8.0, unit="m", low=0.0, doc="maximum distance of robots")
    boundary_tolerance: float = param(
        10.0, unit="px", low=0.0, doc="maximum distance of feet above the boundary"
    )
    edge: float = param(
        2.0, unit="px", low=0.0, doc="boxes this near to the image's edge are cut off"
    )
    lowest: float = param(
        0.9,
        low=0.0,
        high=1.0,
        doc="row, in image heights, below which boxes need carpet below them",
    )
    min_carpet: float = param(
        0.3, low=0.0, high=1.0, doc="minimum fraction of a box's columns with carpet below"
    )
    min_covered: float = param(
        0.25, low=0.0, high=1.0, doc="minimum fraction of a box that is not carpet"
    )
    min_slimness: float = param(
        0.2, low=0.0, doc="minimum width over height of a box at the image's side"
    )
    max_height_ratio: float = param(
        1.35,
        low=1.0,
        doc="maximum height over that of a robot there; the feet of taller ones are cut off",
    )
    min_height_ratio: float = param(
        0.45,
        low=0.0,
        high=1.0,
        doc="minimum height over that of a robot there, unless it is fallen",
    )
    smallest: float = param(
        0.17, unit="m", low=0.0, doc="minimum width of low boxes; narrower ones are balls"
    )
    min_saturation: float = param(
        0.08, low=0.0, doc="minimum chroma per brightness of a dyed pixel"
    )
    max_turn: float = param(
        0.8, unit="rad", low=0.0, doc="maximum angle between the hues of pixel and dye"
    )
    majority: float = param(1.6, low=1.0, doc="minimum ratio of the teams' numbers of pixels")
    dyed: float = param(0.15, low=0.0, high=1.0, doc="minimum fraction of dyed pixels in a chest")
    plain: float = param(
        0.07, low=0.0, high=1.0, doc="maximum fraction of dyed pixels in a plain chest"
    )
    min_pixels: int = param(12, low=1, doc="minimum number of sampled pixels of a chest")
    brightness_gap: float = param(
        0.04, low=0.0, doc="minimum difference between the distances to plain dyes"
    )
    noise_px: float = param(4.0, unit="px", low=0.0, doc="deviation of the feet's row")
    tilt_deviation: float = param(0.012, unit="rad", low=0.0, doc="deviation of the camera's tilt")
    pan_deviation: float = param(0.01, unit="rad", low=0.0, doc="deviation of the camera's pan")


@inputs
@frozen
class Surroundings:
    """Field and game inputs that help to recognize robots and their teams."""

    colors: FieldColors
    boundary: FieldBoundaryPercept
    game: GameInfo
    player: PlayerInfo


class RobotDetector(Module[RobotDetectorParameters]):
    """Finds boxes by a network in a small gray image and their lower edges in the large one.

    After B-Human 2019, 4.4. Robots without visible feet are passed on to the lower camera.
    """

    networks = (NETWORK,)

    def update(
        self, camera: CameraInputs, around: Surroundings
    ) -> tuple[RobotsPercept, CutOffRobots]:
        if camera.image.width < THUMBNAIL_WIDTH or not camera.matrix.valid:
            return RobotsPercept(), CutOffRobots()
        boxes = self._boxes(camera.image)
        if len(boxes) == 0:
            return RobotsPercept(), CutOffRobots()
        carpet, projection = carpet_of(around.colors), camera.projection
        boxes = self._refined(camera.image, boxes, carpet)
        usual = usual_heights(boxes, projection)
        heights = relative_heights(boxes, usual)
        fallen = boxes[:, FALLEN_COLUMN] > 0.5
        p, width = self.parameters, camera.image.width
        is_cut_off = self._runs_out(camera.image, boxes, carpet)
        is_cut_off |= (heights > p.max_height_ratio) & ~fallen
        is_whole = is_whole_enough(boxes, width, p.edge, p.min_slimness)
        is_whole &= fallen | (heights > p.min_height_ratio) | (boxes[:, 1] < p.edge)
        is_whole &= is_large_enough(boxes, projection, p.smallest)
        at_side = (boxes[:, 0] < p.edge) | (boxes[:, 2] > width - p.edge)
        usual[fallen | is_cut_off] = math.nan
        teams = self._teams(camera.image, boxes, usual, carpet, around)
        for i in np.flatnonzero(at_side).tolist():  # too little of the chest may be visible
            teams[i] = TeamSeen.UNKNOWN
        return (
            self._percepts(boxes, teams, is_whole & ~is_cut_off, projection, around.boundary),
            _cut_off(boxes, teams, is_cut_off, projection, camera.image.height),
        )

    def _boxes(self, image: CameraImage) -> FloatArray:
        p = self.parameters
        boxes = network_boxes(network(self.robot, NETWORK), image, p.clipped_fraction, p.min_score)
        return separate_boxes(boxes, p.max_overlap, p.max_contained)

    def _refined(self, image: CameraImage, boxes: FloatArray, carpet: Carpet) -> FloatArray:
        p = self.parameters
        for box in boxes:
            row = feet_row(image.yuyv, box, carpet, p.search, p.feet_fraction)
            if not math.isnan(row):
                box[3] = row
            left, right = leg_columns(image.yuyv, box, carpet, p.legs_fraction).tolist()
            if right - left >= p.min_refined_width * (box[2] - box[0]):
                box[0], box[2] = left, right
        boxes[:, 3] = np.minimum(boxes[:, 3], image.height)
        boxes = boxes[covered_fractions(image.yuyv, boxes, carpet) >= p.min_covered]
        return separate_boxes(boxes, p.max_overlap, p.refined_contained)

    def _runs_out(self, image: CameraImage, boxes: FloatArray, carpet: Carpet) -> BoolArray:
        """Return which boxes end at the image's lower edge, or near it without carpet below."""
        p = self.parameters
        runs_out = boxes[:, 3] >= image.height - p.edge
        for i in np.flatnonzero(boxes[:, 3] >= p.lowest * image.height).tolist():
            below = carpet_below(image.yuyv, boxes[i, :4].copy(), carpet)
            runs_out[i] |= below < p.min_carpet
        return np.asarray(runs_out)

    def _teams(
        self,
        image: CameraImage,
        boxes: FloatArray,
        usual: Vec,
        carpet: Carpet,
        around: Surroundings,
    ) -> list[TeamSeen]:
        """Return the robots' teams; `usual` heights are NaN unless robots stand on visible feet."""
        p, dyes = self.parameters, team_dyes(around.game, around.player)
        if dyes is None:
            return [TeamSeen.UNKNOWN] * len(boxes)
        rules = JerseyRules(
            p.min_saturation,
            p.max_turn,
            p.majority,
            p.dyed,
            p.plain,
            p.min_pixels,
            p.brightness_gap,
        )
        return [
            team_seen(
                image.yuyv,
                box[:4].copy(),
                carpet,
                dyes,
                upright=None if math.isnan(height) else upright_box(box[:4], height),
                rules=rules,
            )
            for box, height in zip(boxes, usual.tolist(), strict=True)
        ]

    def _percepts(
        self,
        boxes: FloatArray,
        teams: list[TeamSeen],
        wanted: BoolArray,
        projection: CameraProjection,
        boundary: FieldBoundaryPercept,
    ) -> RobotsPercept:
        p = self.parameters
        feet = feet_of(boxes)
        limits = boundary.rows_at(feet[:, 0])
        points = moved_away(image_to_robot(feet, projection, 0.0), projection, p.depth)
        spreads = spreads_on_ground(
            points, projection, p.tilt_deviation, p.pan_deviation, p.noise_px
        )
        distances = np.hypot(points[:, 0], points[:, 1])
        wanted = (
            wanted & (distances <= p.max_distance) & (feet[:, 1] >= limits - p.boundary_tolerance)
        )
        wanted = wanted & apart(points, wanted, p.separation)
        return RobotsPercept(
            robots=tuple(
                RobotPercept(
                    box_in_image=tuple(boxes[i, :4].tolist()),
                    position_in_robot=Vector2.from_array(points[i]),
                    covariance=sealed(spreads[i]),
                    team=teams[i],
                    fallen=bool(boxes[i, FALLEN_COLUMN] > 0.5),
                    score=float(boxes[i, SCORE_COLUMN]),
                )
                for i in np.flatnonzero(wanted).tolist()
            )
        )


def _cut_off(
    boxes: FloatArray,
    teams: list[TeamSeen],
    wanted: BoolArray,
    projection: CameraProjection,
    height: int,
) -> CutOffRobots:
    """Return directions in which the lower camera should find feet."""
    robots = []
    for i in np.flatnonzero(wanted).tolist():
        sides = np.array([(boxes[i, 0], float(height)), (boxes[i, 2], float(height))])
        ground = image_to_robot(sides, projection, 0.0) - projection.position_in_robot[:2]
        if np.isnan(ground).any():
            continue
        left, right = np.arctan2(ground[:, 1], ground[:, 0]).tolist()
        middle, half = 0.5 * (left + right), 0.5 * abs(left - right)
        robots.append(CutOffRobot(direction=middle, half_angle=half, team=teams[i]))
    return CutOffRobots(robots=tuple(robots))
