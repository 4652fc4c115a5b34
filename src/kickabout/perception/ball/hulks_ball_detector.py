"""HULKs' ball detection: from candidates to a ball, by a cascade of three networks."""

from dataclasses import dataclass

import numpy as np

from kickabout.framework import Module, param
from kickabout.geometry import BoolArray, FloatArray
from kickabout.perception.ball.ball_patches import (
    MIN_DEVIATION,
    PATCH_SIZE,
    normalized_patches,
    sampled_patches,
)
from kickabout.perception.ball.ball_percepts import ball_percept, has_ball_size
from kickabout.perception.ball.hulks_ball_cascade import (
    GRID_PATCH_RADII,
    carpet_around,
    merged_circles,
)
from kickabout.perception.camera.camera_inputs import CameraInputs
from kickabout.perception.colors.hulks_field_color import chromaticity_limits
from kickabout.perception.networks import Singles, network
from kickabout.representations import (
    BallCandidates,
    BallPercept,
    CameraImage,
    FieldColors,
    FieldDimensions,
    RobotsPercept,
    Seen,
)

SCORE = 3  # column of circles
# Offsets of the patches around a circle; a true ball is classified as one in all of them.
OFFSETS = np.array(((0.0, 0.0), (0.35, 0.0), (-0.35, 0.0), (0.0, 0.35), (0.0, -0.35)))  # radii


@dataclass(frozen=True, slots=True, kw_only=True)
class HulksBallDetectorParameters:
    possible: float = param(0.1, low=0.0, high=1.0, doc="minimum score of the pre-classifier")
    guessed: float = param(0.5, low=0.0, high=1.0, doc="minimum score of a guessed ball")
    sure: float = param(0.95, low=0.0, high=1.0, doc="minimum score of a sure ball")
    max_patches: int = param(16, low=1, doc="maximum number of patches for the classifier")
    samples: int = param(2, low=1, high=3, doc="samples per pixel of a patch and direction")
    confirmed: int = param(3, low=1, doc="maximum number of circles that are classified again")
    overlap: float = param(
        0.8, unit="radii", low=0.0, doc="maximum distance of circles of the same ball"
    )
    size_error: float = param(
        1.5, low=1.0, doc="maximum ratio between a ball's radius and the expected one"
    )
    above_feet: float = param(
        1.0, unit="radii", low=0.0, doc="height above a robot's feet from which a ball is unlikely"
    )
    penalty_on_robots: float = param(
        4.0, low=0.0, doc="subtracted from the logit of the score there"
    )
    penalty_off_carpet: float = param(5.0, low=0.0, doc="the same without carpet around the ball")
    noise_px: float = param(1.5, unit="px", low=0.0, doc="deviation of the center")
    tilt_deviation: float = param(0.012, unit="rad", low=0.0, doc="deviation of the camera's tilt")
    pan_deviation: float = param(0.008, unit="rad", low=0.0, doc="deviation of the camera's pan")


class HulksBallDetector(Module[HulksBallDetectorParameters]):
    """Drops most candidates with a fast network, classifies the rest and estimates the circle.

    After HULKs 2021, 4.11.2. Overlapping circles of neighboring boxes are merged. Our own
    additions: the best circles are classified again in patches around them, and circles above a
    robot's feet or off the carpet need a higher score.
    """

    networks = ("hulks_ball_preclassifier", "hulks_ball_classifier", "hulks_ball_positioner")

    def update(
        self,
        camera: CameraInputs,
        candidates: BallCandidates,
        robots: RobotsPercept,
        colors: FieldColors,
        field: FieldDimensions,
    ) -> BallPercept:
        if len(candidates.radii_px) == 0 or not camera.matrix.valid:
            return BallPercept()
        p, projection, radius = self.parameters, camera.projection, field.ball.radius
        rows = np.column_stack(
            (candidates.centers_in_image, GRID_PATCH_RADII * candidates.radii_px)
        )
        circles = self._circles(camera.image, rows)
        circles = circles[has_ball_size(circles, projection, radius, p.size_error)]
        if len(circles) == 0:
            return BallPercept()
        merged = merged_circles(circles, p.overlap)[: p.confirmed]
        logits = self._confirmed(camera.image, merged)
        logits -= p.penalty_on_robots * on_robots(merged, robots, p.above_feet)
        if colors.valid:
            carpet = carpet_around(camera.image.yuyv, merged, chromaticity_limits(colors))
            logits -= p.penalty_off_carpet * (1.0 - carpet)
        scores = 1.0 / (1.0 + np.exp(-logits))
        best, score = merged[int(np.argmax(scores))], float(scores.max())
        if score < p.guessed:
            return BallPercept()
        return ball_percept(
            best[:SCORE],
            projection,
            radius=radius,
            seen=Seen.YES if score >= p.sure else Seen.GUESSED,
            score=score,
            deviations=(p.tilt_deviation, p.pan_deviation, p.noise_px),
        )

    def _circles(self, image: CameraImage, rows: FloatArray) -> FloatArray:
        """Return rows of x, y, radius and score of the candidates that pass the cascade."""
        p = self.parameters
        patches = normalized_patches(self._patches(image, rows), MIN_DEVIATION)
        (scores,) = network(self.robot, "hulks_ball_preclassifier")(patches)
        order = np.argsort(-scores, kind="stable")[: p.max_patches]
        rows, patches = _kept(rows, patches, order[scores[order] >= p.possible])
        if len(rows) == 0:
            return np.zeros((0, 4))
        (scores,) = network(self.robot, "hulks_ball_classifier")(patches)
        found = np.flatnonzero(scores >= p.guessed)
        rows, patches = _kept(rows, patches, found)
        if len(rows) == 0:
            return np.zeros((0, 4))
        (circles,) = network(self.robot, "hulks_ball_positioner")(patches)
        in_image = circles.astype(np.float64) * rows[:, 2:]
        in_image[:, :2] += rows[:, :2]
        return np.column_stack((in_image, scores[found].astype(np.float64)))

    def _confirmed(self, image: CameraImage, circles: FloatArray) -> FloatArray:
        """Return logits of the circles, as means over several patches around each."""
        centers = circles[:, None, :2] + circles[:, None, 2:SCORE] * OFFSETS
        edges = GRID_PATCH_RADII * np.repeat(circles[:, 2], len(OFFSETS))
        rows = np.column_stack((centers.reshape(-1, 2), edges))
        patches = normalized_patches(self._patches(image, rows), MIN_DEVIATION)
        (scores,) = network(self.robot, "hulks_ball_classifier")(patches)
        odds = np.clip(scores.astype(np.float64), 1e-6, 1.0 - 1e-6).reshape(-1, len(OFFSETS))
        return np.asarray(np.log(odds / (1.0 - odds)).mean(axis=1))

    def _patches(
        self, image: CameraImage, rows: FloatArray
    ) -> "np.ndarray[tuple[int, ...], np.dtype[np.uint8]]":
        centers, edges = np.ascontiguousarray(rows[:, :2]), rows[:, 2].copy()
        return sampled_patches(image.yuyv, centers, edges, PATCH_SIZE, self.parameters.samples)


def on_robots(circles: FloatArray, robots: RobotsPercept, above: float) -> BoolArray:
    """Return which circles are on a robot, more than `above` of their radii above its feet."""
    found = np.zeros(len(circles), np.bool_)
    for robot in robots.robots:
        left, top, right, bottom = robot.box_in_image
        x, y, radius = circles[:, 0], circles[:, 1], circles[:, 2]
        inside = (left <= x) & (x <= right) & (top <= y)
        found |= inside & (y + radius < bottom - above * radius)
    return found


def _kept(
    rows: FloatArray,
    patches: Singles,
    chosen: "np.ndarray[tuple[int, ...], np.dtype[np.int64]]",
) -> tuple[FloatArray, Singles]:
    return rows[chosen], np.ascontiguousarray(patches[chosen])
