"""Ball candidates: from scan-line regions to positions that may show the ball."""

from dataclasses import dataclass

import numpy as np

from kickabout.framework import Module, param
from kickabout.geometry import FloatArray
from kickabout.geometry.arrays import shared_zeros
from kickabout.geometry.pose3 import sealed
from kickabout.perception.ball.ball_candidates import (
    CandidateRules,
    chosen_candidates,
    ranked_candidates,
)
from kickabout.perception.ball.ball_patches import (
    GLANCE_SIZE,
    PATCH_RADII,
    network_patches,
)
from kickabout.perception.camera.camera_inputs import CameraInputs
from kickabout.perception.colors.relative_colors import carpet_of
from kickabout.perception.networks import Network, Singles, network
from kickabout.representations import (
    BallCandidates,
    CameraImage,
    FieldBoundaryPercept,
    FieldColors,
    FieldDimensions,
    RobotsPercept,
    ScanLineRegions,
)
from kickabout.representations.camera import Yuyv

NO_POINTS = shared_zeros(0, 2)
NETWORK = "ball_glance"
LYING_MARGIN = 0.2  # box widths by which head or feet of a fallen robot may stick out
MIN_ROBOT_RADII = 5.0  # minimum width of a robot's box, in radii of a ball there


@dataclass(frozen=True, slots=True, kw_only=True)
class BallCandidateGeneratorParameters:
    max_upper: int = param(12, low=1, doc="maximum number of candidates in other images")
    max_lower: int = param(
        6, low=1, doc="maximum number of candidates in images of the camera 'lower'"
    )
    min_chord: float = param(
        0.42, low=0.0, high=1.0, doc="minimum length of a gap, in diameters of the ball"
    )
    min_radius: float = param(3.0, unit="px", low=1.0, doc="minimum radius of a ball")
    max_radius: float = param(0.45, low=0.0, doc="maximum radius of a ball, in image heights")
    inside: float = param(
        -1.0,
        unit="radii",
        doc="minimum distance below the boundary; negative, as that may be wrong",
    )
    min_inside: float = param(
        0.5, low=0.0, high=1.0, doc="minimum fraction of a candidate's inside that is not carpet"
    )
    ring_weight: float = param(0.6, low=0.0, doc="weight of green around a candidate")
    contrast_weight: float = param(1.0, low=0.0, doc="weight of contrast in a candidate")
    feet_fraction: float = param(
        0.35,
        low=0.0,
        high=1.0,
        doc="lower fraction of a standing robot's box in which a ball may be in front",
    )
    side_fraction: float = param(
        0.1, low=0.0, high=0.5, doc="fraction of a robot's box at each side where a ball may be"
    )
    min_score: float = param(
        -3.0, doc="minimum logit of the small network; 1 in 500 balls has less"
    )
    min_score_inside: float = param(7.0, doc="the same inside of a robot's box")
    max_ranked: int = param(60, low=1, doc="maximum number of gaps rated by the small network")
    separation: float = param(0.45, unit="radii", low=0.0, doc="minimum distance between gaps")
    chosen_separation: float = param(
        0.7, unit="radii", low=0.0, doc="minimum distance between candidates"
    )


class BallCandidateGenerator(Module[BallCandidateGeneratorParameters]):
    """Finds gaps in the green that have the size of a ball. After B-Human 2019, 4.2.1."""

    networks = (NETWORK,)

    def update(
        self,
        camera: CameraInputs,
        regions: ScanLineRegions,
        colors: FieldColors,
        boundary: FieldBoundaryPercept,
        robots: RobotsPercept,
        field: FieldDimensions,
    ) -> BallCandidates:
        if not camera.matrix.valid or len(regions.top) == 0 or camera.image.height == 0:
            return BallCandidates()
        p = self.parameters
        candidates = rough_candidates(
            camera,
            regions,
            colors,
            boundary,
            rules=self.rules(camera.image, field),
            max_count=p.max_ranked,
            separation=p.separation,
        )
        if len(candidates) == 0:
            return BallCandidates()
        centers, radii, scores = chosen_candidates(
            candidates,
            candidate_scores(network(self.robot, NETWORK), camera.image.yuyv, candidates),
            robot_zones(robots, p.feet_fraction, p.side_fraction),
            p.min_score,
            p.min_score_inside,
            p.max_lower if camera.info.camera == "lower" else p.max_upper,
            p.chosen_separation,
        )
        return BallCandidates(
            centers_in_image=sealed(centers), radii_px=sealed(radii), scores=sealed(scores)
        )

    def rules(self, image: CameraImage, field: FieldDimensions) -> CandidateRules:
        """Return the limits of gaps in images of this size."""
        p = self.parameters
        return CandidateRules(
            ball_radius=field.ball.radius,
            min_chord=p.min_chord,
            min_radius=p.min_radius,
            max_radius=p.max_radius * image.height,
            inside=p.inside,
            min_inside=p.min_inside,
            ring_weight=p.ring_weight,
            contrast_weight=p.contrast_weight,
        )


def robot_zones(robots: RobotsPercept, feet_fraction: float, side_fraction: float) -> FloatArray:
    """Return zones that are clearly inside a robot: above its feet and between its sides.

    Rows are left, top, right, bottom and the maximum radius of candidates that are inside. For
    fallen robots the whole box is a zone, as heads and limbs often look like balls. A box hardly
    larger than a ball may itself be a ball, so large candidates are not inside.
    """
    zones = np.empty((len(robots.robots), 5))
    for row, robot in enumerate(robots.robots):
        left, top, right, bottom = robot.box_in_image
        margin = (-LYING_MARGIN if robot.fallen else side_fraction) * (right - left)
        feet = 0.0 if robot.fallen else feet_fraction * (bottom - top)
        max_radius = (right - left) / MIN_ROBOT_RADII
        zones[row] = (left + margin, top, right - margin, bottom - feet, max_radius)
    return zones


def rough_candidates(
    camera: CameraInputs,
    regions: ScanLineRegions,
    colors: FieldColors,
    boundary: FieldBoundaryPercept,
    *,
    rules: CandidateRules,
    max_count: int,
    separation: float,
) -> FloatArray:
    """Return rows (x, y, radius) of the gaps in the green that have the best rough scores."""
    return ranked_candidates(
        regions.columns,
        regions.line_of,
        regions.top,
        regions.bottom,
        regions.color,
        boundary.points_in_image if boundary.valid else NO_POINTS,
        camera.image.yuyv,
        camera.projection,
        carpet_of(colors),
        rules,
        max_count,
        separation,
    )


def candidate_scores(net: Network, yuyv: Yuyv, candidates: FloatArray) -> Singles:
    """Return logits of a small network that rates how much each candidate looks like a ball."""
    patches = network_patches(yuyv, candidates, candidates[:, 2], PATCH_RADII, GLANCE_SIZE, 1)
    (scores,) = net(patches)
    return scores
