"""Seeing robots from afar: from the upper image to boxes, places, jerseys of other robots."""

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
from kickabout.perception.robots.robots_boxes import (
    carpet_below,
    covered_shares,
    feet_row,
    leg_columns,
)
from kickabout.perception.robots.robots_cells import FALLEN_COLUMN, SCORE_COLUMN, separate_boxes
from kickabout.perception.robots.robots_jersey import JerseyRules, team_dyes, team_seen, upright_box
from kickabout.perception.robots.robots_net import THUMBNAIL_WIDTH, network_boxes
from kickabout.perception.robots.robots_places import (
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
    min_score: float = param(0.42, low=0.0, high=1.0, doc="of boxes that are robots")
    max_overlap: float = param(0.4, low=0.0, high=1.0, doc="of two robots' boxes")
    max_shared: float = param(0.75, low=0.0, high=1.0, doc="of a box that lies in a better one")
    refined_shared: float = param(
        0.8, low=0.0, high=1.0, doc="of a box that lies in a better one, after refinement"
    )
    separation: float = param(0.2, unit="m", low=0.0, doc="between two robots")
    clipped_share: float = param(
        0.02, low=0.0, high=0.5, doc="of the darkest and brightest pixels to ignore"
    )
    search: float = param(0.15, low=0.0, doc="box heights to look for the feet's lower end")
    feet_share: float = param(
        0.3, low=0.0, high=1.0, doc="of the columns that end below the row of the feet"
    )
    legs_share: float = param(0.5, low=0.0, high=1.0, doc="part of a box above the legs")
    narrowest: float = param(0.5, low=0.0, high=1.0, doc="least width after refinement, relative")
    depth: float = param(0.09, unit="m", low=0.0, doc="from the visible edge of feet to the middle")
    farthest: float = param(8.0, unit="m", low=0.0, doc="robots farther away are not told")
    slack: float = param(10.0, unit="px", low=0.0, doc="how far feet may be above the boundary")
    edge: float = param(2.0, unit="px", low=0.0, doc="a box that ends this near below is cut off")
    lowest: float = param(
        0.9, low=0.0, high=1.0, doc="image heights; boxes that end below need carpet below them"
    )
    min_carpet: float = param(
        0.3, low=0.0, high=1.0, doc="share of a box's columns with carpet below"
    )
    min_covered: float = param(
        0.25, low=0.0, high=1.0, doc="share of a box that is not carpet; coarse grass is no robot"
    )
    slimmest: float = param(
        0.2, low=0.0, doc="width by height of a box at the image's side; slimmer ones lack feet"
    )
    tallest: float = param(
        1.35, low=1.0, doc="height by that of a robot there; taller ones are nearer, feet unseen"
    )
    shortest: float = param(
        0.45, low=0.0, high=1.0, doc="height by that of a robot there, unless it lies"
    )
    smallest: float = param(
        0.17, unit="m", low=0.0, doc="narrower boxes that are not high either are rather balls"
    )
    min_saturation: float = param(
        0.08, low=0.0, doc="chroma per brightness of a pixel that shows a jersey's dye"
    )
    max_turn: float = param(0.8, unit="rad", low=0.0, doc="between hues of pixel and dye")
    majority: float = param(1.6, low=1.0, doc="pixels of the winner compared to the other team's")
    dyed: float = param(0.15, low=0.0, high=1.0, doc="least share of dyed pixels in a chest")
    plain: float = param(0.07, low=0.0, high=1.0, doc="most dyed pixels of a chest without dye")
    min_pixels: int = param(12, low=1, doc="that are looked at in a chest")
    brightness_gap: float = param(0.04, low=0.0, doc="by which one plain dye has to be nearer")
    noise_px: float = param(4.0, unit="px", low=0.0, doc="error of the feet's row")
    tilt_deviation: float = param(0.012, unit="rad", low=0.0, doc="error of the camera's tilt")
    pan_deviation: float = param(0.01, unit="rad", low=0.0, doc="error of the camera's pan")


@inputs
@frozen
class Surroundings:
    """What tells robots from other things, and whose they are."""

    colors: FieldColors
    boundary: FieldBoundaryPercept
    game: GameInfo
    player: PlayerInfo


class RobotDetector(Module[RobotDetectorParameters]):
    """A network finds boxes in a small gray image; their lower edges are sought in the large one.

    After B-Human 2019, 4.4. Robots without visible feet are left to the lower camera.
    """

    def update(
        self, sight: CameraInputs, around: Surroundings
    ) -> tuple[RobotsPercept, CutOffRobots]:
        if sight.image.width < THUMBNAIL_WIDTH or not sight.matrix.valid:
            return RobotsPercept(), CutOffRobots()
        boxes = self._boxes(sight.image)
        if len(boxes) == 0:
            return RobotsPercept(), CutOffRobots()
        carpet, projection = carpet_of(around.colors), sight.projection
        boxes = self._refined(sight.image, boxes, carpet)
        usual = usual_heights(boxes, projection)
        heights = relative_heights(boxes, usual)
        fallen = boxes[:, FALLEN_COLUMN] > 0.5
        p, width = self.parameters, sight.image.width
        is_cut_off = self._runs_out(sight.image, boxes, carpet)
        is_cut_off |= (heights > p.tallest) & ~fallen
        is_whole = is_whole_enough(boxes, width, p.edge, p.slimmest)
        is_whole &= fallen | (heights > p.shortest) | (boxes[:, 1] < p.edge)
        is_whole &= is_large_enough(boxes, projection, p.smallest)
        at_side = (boxes[:, 0] < p.edge) | (boxes[:, 2] > width - p.edge)
        usual[fallen | is_cut_off] = math.nan
        teams = self._teams(sight.image, boxes, usual, carpet, around)
        for i in np.flatnonzero(at_side).tolist():  # of the chest, too little may be in view
            teams[i] = TeamSeen.UNKNOWN
        return (
            self._percepts(boxes, teams, is_whole & ~is_cut_off, projection, around.boundary),
            _cut_off(boxes, teams, is_cut_off, projection, sight.image.height),
        )

    def _boxes(self, image: CameraImage) -> FloatArray:
        p = self.parameters
        boxes = network_boxes(image, p.clipped_share, p.min_score)
        return separate_boxes(boxes, p.max_overlap, p.max_shared)

    def _refined(self, image: CameraImage, boxes: FloatArray, carpet: Carpet) -> FloatArray:
        p = self.parameters
        for box in boxes:
            row = feet_row(image.yuyv, box, carpet, p.search, p.feet_share)
            if not math.isnan(row):
                box[3] = row
            left, right = leg_columns(image.yuyv, box, carpet, p.legs_share).tolist()
            if right - left >= p.narrowest * (box[2] - box[0]):
                box[0], box[2] = left, right
        boxes[:, 3] = np.minimum(boxes[:, 3], image.height)
        boxes = boxes[covered_shares(image.yuyv, boxes, carpet) >= p.min_covered]
        return separate_boxes(boxes, p.max_overlap, p.refined_shared)

    def _runs_out(self, image: CameraImage, boxes: FloatArray, carpet: Carpet) -> BoolArray:
        """Which boxes end at the image's lower edge, or near it without carpet below them."""
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
        """Usual heights are known of robots that stand on visible feet."""
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
        wanted = wanted & (distances <= p.farthest) & (feet[:, 1] >= limits - p.slack)
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
    """Directions in which the lower camera should find feet."""
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
