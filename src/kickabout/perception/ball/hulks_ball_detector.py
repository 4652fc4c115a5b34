"""HULKs' ball: from candidates to a ball, by a cascade of three networks that look at patches."""

from dataclasses import dataclass

import numpy as np

from kickabout.framework import Module, param
from kickabout.geometry import BoolArray, FloatArray
from kickabout.perception.ball.ball_patches import (
    LEAST_DEVIATION,
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
from kickabout.perception.colors.hulks_field_color import shares_of
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
# Where to look at a circle from: what is a ball is one from all of them.
LOOKS = np.array(((0.0, 0.0), (0.35, 0.0), (-0.35, 0.0), (0.0, 0.35), (0.0, -0.35)))  # radii


@dataclass(frozen=True, slots=True, kw_only=True)
class HulksBallDetectorParameters:
    possible: float = param(0.1, low=0.0, high=1.0, doc="score of the pre-classifier to go on with")
    guessed: float = param(0.5, low=0.0, high=1.0, doc="score from which on it may be the ball")
    sure: float = param(0.95, low=0.0, high=1.0, doc="score from which on it is the ball")
    most: int = param(16, low=1, doc="patches that the classifier looks at, best first")
    samples: int = param(2, low=1, high=3, doc="per pixel of a patch and direction")
    confirmed: int = param(3, low=1, doc="circles that are looked at again")
    overlap: float = param(0.8, unit="radii", low=0.0, doc="nearer circles are of one ball")
    size_error: float = param(
        1.5, low=1.0, doc="how many times larger or smaller than expected a ball may look"
    )
    above_feet: float = param(
        1.0, unit="radii", low=0.0, doc="higher above the feet of a robot a ball is unlikely"
    )
    doubt_on_robots: float = param(4.0, low=0.0, doc="taken from the logit of the score there")
    doubt_off_carpet: float = param(5.0, low=0.0, doc="the same for what no carpet is around")
    noise_px: float = param(1.5, unit="px", low=0.0, doc="error of the center")
    tilt_deviation: float = param(0.012, unit="rad", low=0.0, doc="error of the camera's tilt")
    pan_deviation: float = param(0.008, unit="rad", low=0.0, doc="error of the camera's pan")


class HulksBallDetector(Module[HulksBallDetectorParameters]):
    """A fast net drops most candidates, a better one decides, a third one tells the circle.

    After HULKs 2021, 4.11.2. Circles of neighboring boxes that overlap are merged. That the
    classifier looks at the best ones again, from around their middle, and that it has to be surer
    of what is above a robot's feet or not on carpet, are our own additions.
    """

    def update(
        self,
        sight: CameraInputs,
        spots: BallCandidates,
        robots: RobotsPercept,
        colors: FieldColors,
        field: FieldDimensions,
    ) -> BallPercept:
        if len(spots.radii_px) == 0 or not sight.matrix.valid:
            return BallPercept()
        p, projection, radius = self.parameters, sight.projection, field.ball.radius
        rows = np.column_stack((spots.centers_in_image, GRID_PATCH_RADII * spots.radii_px))
        circles = self._circles(sight.image, rows)
        circles = circles[has_ball_size(circles, projection, radius, p.size_error)]
        if len(circles) == 0:
            return BallPercept()
        merged = merged_circles(circles, p.overlap)[: p.confirmed]
        logits = self._confirmed(sight.image, merged)
        logits -= p.doubt_on_robots * on_robots(merged, robots, p.above_feet)
        if colors.valid:
            carpet = carpet_around(sight.image.yuyv, merged, shares_of(colors))
            logits -= p.doubt_off_carpet * (1.0 - carpet)
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
        """Rows of x, y, radius and score of what went through the whole cascade."""
        p = self.parameters
        patches = normalized_patches(self._patches(image, rows), LEAST_DEVIATION)
        (scores,) = network("hulks_ball_preclassifier")(patches)
        order = np.argsort(-scores, kind="stable")[: p.most]
        rows, patches = _kept(rows, patches, order[scores[order] >= p.possible])
        if len(rows) == 0:
            return np.zeros((0, 4))
        (scores,) = network("hulks_ball_classifier")(patches)
        found = np.flatnonzero(scores >= p.guessed)
        rows, patches = _kept(rows, patches, found)
        if len(rows) == 0:
            return np.zeros((0, 4))
        (circles,) = network("hulks_ball_positioner")(patches)
        placed = circles.astype(np.float64) * rows[:, 2:]
        placed[:, :2] += rows[:, :2]
        return np.column_stack((placed, scores[found].astype(np.float64)))

    def _confirmed(self, image: CameraImage, circles: FloatArray) -> FloatArray:
        """Logits of the circles: means of several looks at each."""
        centers = circles[:, None, :2] + circles[:, None, 2:SCORE] * LOOKS
        edges = GRID_PATCH_RADII * np.repeat(circles[:, 2], len(LOOKS))
        rows = np.column_stack((centers.reshape(-1, 2), edges))
        patches = normalized_patches(self._patches(image, rows), LEAST_DEVIATION)
        (scores,) = network("hulks_ball_classifier")(patches)
        odds = np.clip(scores.astype(np.float64), 1e-6, 1.0 - 1e-6).reshape(-1, len(LOOKS))
        return np.asarray(np.log(odds / (1.0 - odds)).mean(axis=1))

    def _patches(
        self, image: CameraImage, rows: FloatArray
    ) -> "np.ndarray[tuple[int, ...], np.dtype[np.uint8]]":
        centers, edges = np.ascontiguousarray(rows[:, :2]), rows[:, 2].copy()
        return sampled_patches(image.yuyv, centers, edges, PATCH_SIZE, self.parameters.samples)


def on_robots(circles: FloatArray, robots: RobotsPercept, above: float) -> BoolArray:
    """Which circles end more than `above` of their radii above the feet of a robot they are on."""
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
