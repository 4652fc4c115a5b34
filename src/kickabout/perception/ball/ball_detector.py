"""Ball detection: from candidates in the image to the ball, by networks that classify patches.

The networks are BH19's encoder with both heads in one file: the first output is the classifier, the
second one the position estimator.
"""

from dataclasses import dataclass

import numpy as np

from kickabout.framework import Module, param
from kickabout.geometry import FloatArray, Points2, Vec
from kickabout.perception.ball.ball_patches import (
    CONTEXT_SIZE,
    MAX_SAMPLES,
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
    best_circle,
    circles_in_image,
)
from kickabout.perception.camera.camera_inputs import CameraInputs
from kickabout.perception.camera.camera_projection import CameraProjection
from kickabout.perception.networks import Network, Singles, network
from kickabout.representations import (
    BallCandidates,
    BallPercept,
    CameraImage,
    FieldDimensions,
    Seen,
)

NETWORKS = ("ball", "ball_second_look")


@dataclass(frozen=True, slots=True, kw_only=True)
class BallDetectorParameters:
    sure: float = param(0.98, low=0.0, high=1.0, doc="minimum score of a sure ball")
    guessed: float = param(0.85, low=0.0, high=1.0, doc="minimum score of a guessed ball")
    promising: float = param(
        0.3, low=0.0, high=1.0, doc="minimum first score of candidates that are classified again"
    )
    confirmed: int = param(3, low=1, doc="maximum number of candidates that are classified again")
    size_error: float = param(
        1.5, low=1.0, doc="maximum ratio between a ball's radius and the expected one"
    )
    max_saturation: float = param(
        0.28, low=0.0, doc="maximum chroma per brightness of the black and white ball"
    )
    max_even: float = param(
        0.66,
        low=0.0,
        high=1.0,
        doc="maximum of darkest over brightest tenth; excludes white penalty marks",
    )
    noise_px: float = param(1.0, unit="px", low=0.0, doc="deviation of the center")
    tilt_deviation: float = param(0.012, unit="rad", low=0.0, doc="deviation of the camera's tilt")
    pan_deviation: float = param(0.008, unit="rad", low=0.0, doc="deviation of the camera's pan")


class BallDetector(Module[BallDetectorParameters]):
    """Classifies all candidates with one network and the most promising ones with a second one.

    After B-Human 2019, 4.2.2. There, the first candidate with a score of 0.9 ends the search; here
    the second network sees the best ones centered and with their surroundings, as a robot's head
    looks like a ball without the shoulders.
    """

    networks = NETWORKS

    def update(
        self, camera: CameraInputs, candidates: BallCandidates, field: FieldDimensions
    ) -> BallPercept:
        if len(candidates.radii_px) == 0 or not camera.matrix.valid:
            return BallPercept()
        p, radius = self.parameters, field.ball.radius
        first, second = (network(self.robot, name) for name in NETWORKS)
        scores, circles = _classified(
            camera.image, candidates.centers_in_image, candidates.radii_px, first, PATCH_SIZE
        )
        centers = best_centers(scores, circles, p.promising, p.confirmed)
        if len(centers) == 0:
            return BallPercept()
        projection = camera.projection
        expected = np.maximum(expected_radii(centers, projection, radius), 1.0)
        scores, circles = _classified(camera.image, centers, expected, second, CONTEXT_SIZE)
        winner, score = best_circle(scores, circles, projection, radius, p.size_error)
        if score < p.guessed:
            return BallPercept()
        return self._percept(camera.image, circles[winner], score, projection, radius)

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


def _classified(
    image: CameraImage, centers: Points2, radii: Vec, net: Network, size: int
) -> tuple[Singles, FloatArray]:
    """Return scores, and rows of x, y, radius of the ball in the image."""
    edge_radii = PATCH_RADII * size / PATCH_SIZE
    patches = network_patches(image.yuyv, centers, radii, edge_radii, size, MAX_SAMPLES)
    scores, circles = net(patches)
    return scores, circles_in_image(circles, centers, radii)
