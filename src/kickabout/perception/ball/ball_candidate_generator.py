"""Spotting balls: from scan-line regions to the places where a closer look pays off."""

from dataclasses import dataclass

import numpy as np

from kickabout.framework import Module, param
from kickabout.geometry import FloatArray
from kickabout.geometry.arrays import shared_zeros
from kickabout.geometry.pose3 import sealed
from kickabout.perception.ball.ball_candidates import SpotRules, ranked_spots, told_spots
from kickabout.perception.ball.ball_patches import (
    GLANCE_SIZE,
    PATCH_RADII,
    network_patches,
)
from kickabout.perception.camera.camera_inputs import CameraInputs
from kickabout.perception.colors.relative_colors import carpet_of
from kickabout.perception.networks import Singles, network
from kickabout.representations import (
    BallCandidates,
    CameraImage,
    CameraName,
    FieldBoundaryPercept,
    FieldColors,
    FieldDimensions,
    RobotsPercept,
    ScanLineRegions,
)
from kickabout.representations.camera import Yuyv

NO_POINTS = shared_zeros(0, 2)
LYING_MARGIN = 0.2  # of the box of a robot that lies, by which head or feet may stick out of it
LEAST_ROBOT_RADII = 5.0  # radii of a ball there, least width of a robot's box


@dataclass(frozen=True, slots=True, kw_only=True)
class BallCandidateGeneratorParameters:
    max_upper: int = param(12, low=1, doc="spots in the upper image")
    max_lower: int = param(6, low=1, doc="spots in the lower image")
    min_chord: float = param(
        0.42, low=0.0, high=1.0, doc="of the ball's diameter that a scan line has to cross"
    )
    smallest: float = param(3.0, unit="px", low=1.0, doc="balls with smaller radius are too far")
    largest: float = param(0.45, low=0.0, doc="largest radius in image heights")
    inside: float = param(
        -1.0, unit="radii", doc="least way from the boundary down to a ball; it may err, so < 0"
    )
    min_inside: float = param(
        0.5, low=0.0, high=1.0, doc="share of a spot's inside that is not carpet"
    )
    ring_weight: float = param(0.6, low=0.0, doc="of being green around a spot")
    contrast_weight: float = param(1.0, low=0.0, doc="of black and white in a spot")
    feet_share: float = param(
        0.35,
        low=0.0,
        high=1.0,
        doc="of a standing robot's box, from below, where a ball may be in front",
    )
    side_share: float = param(0.1, low=0.0, high=0.5, doc="of a robot's box at each side")
    min_score: float = param(-3.0, doc="at a glance, logit; balls have less once in 500 times")
    min_score_inside: float = param(7.0, doc="the same inside of a robot's box, which may be wrong")
    max_ranked: int = param(60, low=1, doc="spots that get a glance")
    separation: float = param(0.45, unit="radii", low=0.0, doc="between spots to be ranked")
    chosen_separation: float = param(0.7, unit="radii", low=0.0, doc="between spots to be told")


class BallCandidateGenerator(Module[BallCandidateGeneratorParameters]):
    """Looks for gaps in the green that have the size of a ball. After B-Human 2019, 4.2.1."""

    def update(
        self,
        sight: CameraInputs,
        regions: ScanLineRegions,
        colors: FieldColors,
        boundary: FieldBoundaryPercept,
        robots: RobotsPercept,
        field: FieldDimensions,
    ) -> BallCandidates:
        if not sight.matrix.valid or len(regions.top) == 0 or sight.image.height == 0:
            return BallCandidates()
        p = self.parameters
        spots = rough_spots(
            sight,
            regions,
            colors,
            boundary,
            rules=self.rules(sight.image, field),
            most=p.max_ranked,
            separation=p.separation,
        )
        if len(spots) == 0:
            return BallCandidates()
        centers, radii, scores = told_spots(
            spots,
            spot_scores(sight.image.yuyv, spots),
            robot_zones(robots, p.feet_share, p.side_share),
            p.min_score,
            p.min_score_inside,
            p.max_upper if sight.info.camera is CameraName.UPPER else p.max_lower,
            p.chosen_separation,
        )
        return BallCandidates(
            centers_in_image=sealed(centers), radii_px=sealed(radii), scores=sealed(scores)
        )

    def rules(self, image: CameraImage, field: FieldDimensions) -> SpotRules:
        """What gaps have to be like in images of this size."""
        p = self.parameters
        return SpotRules(
            ball_radius=field.ball.radius,
            min_chord=p.min_chord,
            smallest=p.smallest,
            largest=p.largest * image.height,
            inside=p.inside,
            min_inside=p.min_inside,
            ring_weight=p.ring_weight,
            contrast_weight=p.contrast_weight,
        )


def robot_zones(robots: RobotsPercept, feet_share: float, side_share: float) -> FloatArray:
    """Where spots are clearly inside a robot: above its feet and between its sides.

    Rows of left, top, right, bottom and the largest radius there. Of robots that lie, heads and
    limbs look like balls too often: nothing in their boxes counts. A box hardly larger than a ball
    may itself be a ball that was mistaken.
    """
    zones = np.empty((len(robots.robots), 5))
    for row, robot in enumerate(robots.robots):
        left, top, right, bottom = robot.box_in_image
        margin = (-LYING_MARGIN if robot.fallen else side_share) * (right - left)
        feet = 0.0 if robot.fallen else feet_share * (bottom - top)
        largest = (right - left) / LEAST_ROBOT_RADII
        zones[row] = (left + margin, top, right - margin, bottom - feet, largest)
    return zones


def rough_spots(
    sight: CameraInputs,
    regions: ScanLineRegions,
    colors: FieldColors,
    boundary: FieldBoundaryPercept,
    *,
    rules: SpotRules,
    most: int,
    separation: float,
) -> FloatArray:
    """Rows (x, y, radius) of gaps in the green, those that look best at first."""
    return ranked_spots(
        regions.columns,
        regions.line_of,
        regions.top,
        regions.bottom,
        regions.color,
        boundary.points_in_image if boundary.valid else NO_POINTS,
        sight.image.yuyv,
        sight.projection,
        carpet_of(colors),
        rules,
        most,
        separation,
    )


def spot_scores(yuyv: Yuyv, spots: FloatArray) -> Singles:
    """How much each spot looks like a ball at a glance, by a small network."""
    patches = network_patches(yuyv, spots, spots[:, 2], PATCH_RADII, GLANCE_SIZE, 1)
    (scores,) = network("ball_glance")(patches)
    return scores
