"""Seeing the ball: from spots in the image to the ball, by a network that looks at patches.

The networks are BH19's encoder with both heads in one file: the first output is the classifier, the
second one the position estimator.
"""

from dataclasses import dataclass

import numpy as np

from kickabout.framework import Module, param
from kickabout.geometry import FloatArray, Points2, Vec
from kickabout.perception.ball.ball_patches import (
    CONTEXT_SIZE,
    MOST_SAMPLES,
    PATCH_RADII,
    PATCH_SIZE,
    evenness_of,
    expected_radii,
    network_patches,
    saturation_of,
)
from kickabout.perception.ball.ball_percepts import (
    ball_percept,
    best_centers,
    likeliest,
    placed_circles,
)
from kickabout.perception.camera.camera_inputs import CameraInputs
from kickabout.perception.camera.camera_projection import CameraProjection
from kickabout.perception.networks import Singles, network
from kickabout.representations import (
    BallCandidates,
    BallPercept,
    CameraImage,
    FieldDimensions,
    Seen,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class BallDetectorParameters:
    sure: float = param(0.98, low=0.0, high=1.0, doc="score from which on it is the ball")
    guessed: float = param(0.85, low=0.0, high=1.0, doc="score from which on it may be the ball")
    promising: float = param(
        0.3, low=0.0, high=1.0, doc="spots with this score are looked at again, centered"
    )
    confirmed: int = param(3, low=1, doc="at most so many spots are looked at again")
    size_error: float = param(
        1.5, low=1.0, doc="how many times larger or smaller than expected a ball may look"
    )
    max_saturation: float = param(
        0.28, low=0.0, doc="of a ball that is black and white, chroma per brightness"
    )
    max_even: float = param(
        0.66, low=0.0, high=1.0, doc="darkest by brightest tenth; penalty marks are all white"
    )
    noise_px: float = param(1.0, unit="px", low=0.0, doc="error of the center")
    tilt_deviation: float = param(0.012, unit="rad", low=0.0, doc="error of the camera's tilt")
    pan_deviation: float = param(0.008, unit="rad", low=0.0, doc="error of the camera's pan")


class BallDetector(Module[BallDetectorParameters]):
    """All spots go through a network at once; another one looks at the most promising ones again.

    After B-Human 2019, 4.2.2. There, the first spot with a score of 0.9 ends the search; here the
    best ones are looked at once more, centered and together with what is around them: a robot's
    head looks like a ball until one sees the shoulders.
    """

    def update(
        self, sight: CameraInputs, spots: BallCandidates, field: FieldDimensions
    ) -> BallPercept:
        if len(spots.radii_px) == 0 or not sight.matrix.valid:
            return BallPercept()
        p, radius = self.parameters, field.ball.radius
        scores, circles = _looked_at(
            sight.image, spots.centers_in_image, spots.radii_px, "ball", PATCH_SIZE
        )
        centers = best_centers(scores, circles, p.promising, p.confirmed)
        if len(centers) == 0:
            return BallPercept()
        projection = sight.projection
        expected = np.maximum(expected_radii(centers, projection, radius), 1.0)
        scores, circles = _looked_at(
            sight.image, centers, expected, "ball_second_look", CONTEXT_SIZE
        )
        winner, score = likeliest(scores, circles, projection, radius, p.size_error)
        if score < p.guessed:
            return BallPercept()
        return self._percept(sight.image, circles[winner], score, projection, radius)

    def _percept(
        self,
        image: CameraImage,
        circle: FloatArray,
        score: float,
        projection: CameraProjection,
        radius: float,
    ) -> BallPercept:
        p = self.parameters
        saturation = saturation_of(image.yuyv, circle[0], circle[1], 0.7 * circle[2])
        even = evenness_of(image.yuyv, circle[0], circle[1], 0.87 * circle[2])
        if saturation > p.max_saturation or even > p.max_even:
            return BallPercept()
        return ball_percept(
            circle,
            projection,
            radius=radius,
            seen=Seen.YES if score >= p.sure else Seen.GUESSED,
            score=score,
            deviations=(p.tilt_deviation, p.pan_deviation, p.noise_px),
        )


def _looked_at(
    image: CameraImage, centers: Points2, radii: Vec, name: str, size: int
) -> tuple[Singles, FloatArray]:
    """Scores, and rows with x, y, radius of the ball in the image."""
    edge_radii = PATCH_RADII * size / PATCH_SIZE
    patches = network_patches(image.yuyv, centers, radii, edge_radii, size, MOST_SAMPLES)
    scores, circles = network(name)(patches)
    return scores, placed_circles(circles, centers, radii)
