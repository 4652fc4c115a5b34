"""Seeing the ball: from spots in the image to the ball, by a network that looks at patches.

The network is BH19's encoder with both heads in one file: its first output is the classifier, its
second one the position estimator.
"""

from dataclasses import dataclass

import numpy as np

from kickabout.framework import Module, param
from kickabout.geometry import FloatArray, Points2, Vec, Vector2
from kickabout.geometry.pose3 import sealed
from kickabout.perception.ball_patches import (
    LEAST_DEVIATION,
    MOST_SAMPLES,
    PATCH_RADII,
    PATCH_SIZE,
    expected_radii,
    normalized_patches,
    sampled_patches,
    saturation_of,
)
from kickabout.perception.eye import Eye, image_to_robot, spreads_on_ground
from kickabout.perception.networks import network
from kickabout.perception.sight import Sight
from kickabout.representations import (
    BallPercept,
    BallSpots,
    CameraImage,
    FieldDimensions,
    Seen,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class BallSeerParameters:
    sure: float = param(0.98, low=0.0, high=1.0, doc="score from which on it is the ball")
    guessed: float = param(0.85, low=0.0, high=1.0, doc="score from which on it may be the ball")
    promising: float = param(
        0.3, low=0.0, high=1.0, doc="spots with this score are looked at again, centered"
    )
    confirmed: int = param(2, low=1, doc="at most so many spots are looked at again")
    size_error: float = param(
        1.5, low=1.0, doc="how many times larger or smaller than expected a ball may look"
    )
    most_saturation: float = param(
        0.28, low=0.0, doc="of a ball that is black and white, chroma per brightness"
    )
    noise_px: float = param(1.0, unit="px", low=0.0, doc="error of the center")
    tilt_deviation: float = param(0.012, unit="rad", low=0.0, doc="error of the camera's tilt")
    pan_deviation: float = param(0.008, unit="rad", low=0.0, doc="error of the camera's pan")


class BallSeer(Module[BallSeerParameters]):
    """All spots go through the network at once; the most promising once more, centered.

    After B-Human 2019, 4.2.2. There, the first spot with a score of 0.9 ends the search; here the
    best one counts, since all are evaluated anyway.
    """

    def update(self, sight: Sight, spots: BallSpots, field: FieldDimensions) -> BallPercept:
        if len(spots.radii_px) == 0 or not sight.matrix.valid:
            return BallPercept()
        p, eye, radius = self.parameters, sight.eye, field.ball.radius
        scores, circles = self._looked_at(sight.image, spots.centers_in_image, spots.radii_px)
        promising = np.flatnonzero(scores >= p.promising)
        best = promising[np.argsort(-scores[promising], kind="stable")][: p.confirmed]
        if len(best) == 0:
            return BallPercept()
        centers = np.ascontiguousarray(circles[best, :2])
        expected = expected_radii(centers, eye, radius)
        scores, circles = self._looked_at(sight.image, centers, np.maximum(expected, 1.0))
        scores = np.where(self._fits(circles, eye, radius), scores, 0.0)
        winner = int(np.argmax(scores))
        if scores[winner] < p.guessed:
            return BallPercept()
        return self._percept(sight.image, circles[winner], float(scores[winner]), eye, radius)

    def _looked_at(
        self, image: CameraImage, centers: Points2, radii: Vec
    ) -> tuple[FloatArray, FloatArray]:
        """Scores, and rows with x, y, radius of the ball in the image."""
        edges = PATCH_RADII * radii
        patches = sampled_patches(image.yuyv, centers, edges, PATCH_SIZE, MOST_SAMPLES)
        scores, circles = network("ball")(normalized_patches(patches, LEAST_DEVIATION))
        found = circles.astype(np.float64) * edges[:, None]
        found[:, :2] += centers
        return scores.astype(np.float64), found

    def _fits(self, circles: FloatArray, eye: Eye, radius: float) -> FloatArray:
        """Whether balls at these places would have about these radii."""
        limit = self.parameters.size_error
        expected = expected_radii(np.ascontiguousarray(circles[:, :2]), eye, radius)
        ratio = circles[:, 2] / np.maximum(expected, 1e-3)
        return np.asarray((ratio < limit) & (ratio > 1.0 / limit))

    def _percept(
        self, image: CameraImage, circle: FloatArray, score: float, eye: Eye, radius: float
    ) -> BallPercept:
        p = self.parameters
        center = np.ascontiguousarray(circle[None, :2])
        position = image_to_robot(center, eye, radius)
        saturation = saturation_of(image.yuyv, circle[0], circle[1], 0.7 * circle[2])
        if np.isnan(position[0, 0]) or saturation > p.most_saturation:
            return BallPercept()
        spread = spreads_on_ground(position, eye, p.tilt_deviation, p.pan_deviation, p.noise_px)
        return BallPercept(
            seen=Seen.YES if score >= p.sure else Seen.GUESSED,
            center_in_image=Vector2.from_array(circle[:2]),
            radius_px=float(circle[2]),
            position_in_robot=Vector2.from_array(position[0]),
            covariance=sealed(spread[0]),
            score=score,
        )
