"""HULKs' ball samples: from a labeled picture to patches of the ball grid and around the ball."""

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from kickabout.geometry import FloatArray
from kickabout.learning.samples.ball_samples import (
    MIN_VISIBLE,
    TILT_ERROR,
    away_from_ball,
    ball_distance,
    visible_fraction,
)
from kickabout.learning.samples.module_inputs import (
    camera_inputs_of,
    made,
    true_boundary,
    true_contour,
)
from kickabout.learning.samples.pictures import LabeledPicture
from kickabout.perception.ball.ball_patches import MAX_SAMPLES, PATCH_SIZE, sampled_patches
from kickabout.perception.ball.hulks_ball_candidate_generator import HulksBallCandidateGenerator
from kickabout.perception.ball.hulks_ball_cascade import GRID_PATCH_RADII
from kickabout.perception.colors.hulks_chromaticity_field_color_detector import (
    HulksChromaticityFieldColorDetector,
)
from kickabout.perception.colors.hulks_image_segmenter import HulksImageSegmenter
from kickabout.representations import LinesPercept

JITTERS = 8  # patches per visible ball
OTHERS = 14  # boxes of the grid without a ball, per picture
OFFSET = 1.05  # max distance of a box from the ball's center, in radii
SIZE_DEVIATION = 0.13  # of the logarithm of the box's size


class HulksBallSampler:
    """Samples patches like a robot with an error of the camera's pose, but a true boundary."""

    def __init__(self) -> None:
        self.color_detector = made(HulksChromaticityFieldColorDetector)
        self.segmenter = made(HulksImageSegmenter)
        self.generator = made(HulksBallCandidateGenerator)

    def __call__(
        self, picture: LabeledPicture, rng: np.random.Generator
    ) -> Iterator[tuple[str, npt.NDArray[np.generic]]]:
        good, circles = _around_ball(picture, rng)
        bad = self._elsewhere(picture, rng)
        rows = np.concatenate((good, bad))
        edges = GRID_PATCH_RADII * rows[:, 2]
        centers = np.ascontiguousarray(rows[:, :2])
        yield "patches", sampled_patches(picture.yuyv, centers, edges, PATCH_SIZE, MAX_SAMPLES)
        yield "is_ball", np.concatenate((np.ones(len(good)), np.zeros(len(bad)))).astype(np.float32)
        yield "circles", np.concatenate((circles, np.zeros((len(bad), 3)))).astype(np.float32)
        yield "distances", np.full(len(rows), ball_distance(picture), np.float32)

    def _elsewhere(self, picture: LabeledPicture, rng: np.random.Generator) -> FloatArray:
        """Return rows of x, y and radius of boxes without a ball."""
        inputs = camera_inputs_of(picture, rng.normal(0.0, TILT_ERROR, 3))
        contour = true_contour(picture)
        regions, _ = self.segmenter.update(
            inputs, contour, self.color_detector.update(inputs, contour)
        )
        candidates = self.generator.update(
            inputs, regions, true_boundary(picture), LinesPercept(), picture.field
        )
        boxes = np.column_stack((candidates.centers_in_image, candidates.radii_px))
        return away_from_ball(picture, boxes[rng.permutation(len(boxes))])[:OTHERS]


def _around_ball(
    picture: LabeledPicture, rng: np.random.Generator
) -> tuple[FloatArray, FloatArray]:
    """Return rows of x, y and radius of boxes, and the circles of the ball in their patches."""
    circle = picture.ball_circle()
    if circle is None or visible_fraction(picture) < MIN_VISIBLE:
        return np.zeros((0, 3)), np.zeros((0, 3))
    u, v, radius = circle
    centers = np.array((u, v)) + rng.uniform(-OFFSET, OFFSET, (JITTERS, 2)) * radius
    radii = radius * np.exp(rng.normal(0.0, SIZE_DEVIATION, JITTERS))
    edges = GRID_PATCH_RADII * radii
    circles = np.column_stack(
        ((u - centers[:, 0]) / edges, (v - centers[:, 1]) / edges, radius / edges)
    )
    return np.column_stack((centers, radii)), circles
