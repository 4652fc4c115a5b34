"""Ball samples: from a labeled picture to patches with and without a ball."""

import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from kickabout.geometry import FloatArray, Points2
from kickabout.learning.samples.module_inputs import CandidateSampler
from kickabout.learning.samples.pictures import LabeledPicture
from kickabout.perception.ball.ball_patches import (
    CONTEXT_SIZE,
    MAX_SAMPLES,
    PATCH_RADII,
    PATCH_SIZE,
    expected_radii,
    sampled_patches,
)
from kickabout.simulation.camera.scene.objects import SceneClass

JITTERS = 3  # patches per visible ball
HITS = 3  # max additional patches at candidates of the robot
HIT_RADII = 0.75  # max distance of a candidate from the ball's center
HIT_RATIO = 1.5  # max ratio of its radius and the expected one, or the inverse
NEGATIVES = 4  # per picture, at objects chosen by class
CANDIDATES = 20  # per picture, at candidates of the robot
MIN_VISIBLE = 0.4  # min visible fraction of a ball
UNCLEAR_VISIBLE = 0.08  # below this visible fraction there is no ball
TILT_ERROR = 0.015  # rad, error of the estimated camera pose
# Weights of the classes at which patches without a ball are sampled.
WEIGHTS = {
    SceneClass.LINE: 5.0,
    SceneClass.ROBOT: 7.0,
    SceneClass.JERSEY: 2.0,
    SceneClass.GOAL: 2.0,
    SceneClass.NET: 0.7,
    SceneClass.CLUTTER: 3.0,
    SceneClass.FIELD: 1.0,
    SceneClass.BACKGROUND: 1.0,
}


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class BallSamples:
    """Patches with labels; all arrays have the same length."""

    patches: npt.NDArray[np.uint8]  # n × size × size, the inner part is the patch itself
    is_ball: npt.NDArray[np.float32]
    circles: npt.NDArray[np.float32]  # n × (x, y, radius), from the middle, in patch edges
    distances: npt.NDArray[np.float32]  # m, from the camera


def visible_fraction(picture: LabeledPicture) -> float:
    """Return the visible fraction of the ball's circle, 0 if it is not in the picture."""
    circle = picture.ball_circle()
    if circle is None:
        return 0.0
    seen = int(np.count_nonzero(picture.labels.classes == SceneClass.BALL))
    return float(min(seen / (math.pi * circle[2] ** 2), 1.0))


def ball_samples(
    picture: LabeledPicture, rng: np.random.Generator, sampler: CandidateSampler
) -> BallSamples:
    """Sample patches around the ball, if there is one, and around other objects."""
    candidates = sampler.candidates(picture, rng.normal(0.0, TILT_ERROR, 3))
    candidates = candidates[rng.permutation(len(candidates))]
    candidates[:, 2] *= PATCH_RADII
    good, circles = _around_ball(picture, candidates, rng)
    away = away_from_ball(picture, candidates)[:CANDIDATES]
    bad = np.concatenate((_elsewhere(picture, rng), away))
    rows = np.concatenate((good, bad))
    patches = sampled_patches(
        picture.yuyv,
        np.ascontiguousarray(rows[:, :2]),
        rows[:, 2] * (CONTEXT_SIZE / PATCH_SIZE),
        CONTEXT_SIZE,
        MAX_SAMPLES,
    )
    none = np.zeros((len(bad), 3))
    return BallSamples(
        patches=patches,
        is_ball=np.concatenate((np.ones(len(good)), np.zeros(len(bad)))).astype(np.float32),
        circles=np.concatenate((circles, none)).astype(np.float32),
        distances=np.full(len(rows), ball_distance(picture), np.float32),
    )


def ball_distance(picture: LabeledPicture) -> float:
    if picture.ball_in_world is None:
        return math.inf
    x, y, _ = (picture.ball_in_world - picture.view.camera_in_field).tolist()
    return math.hypot(x, y)


def _around_ball(
    picture: LabeledPicture, candidates: FloatArray, rng: np.random.Generator
) -> tuple[FloatArray, FloatArray]:
    """Return rows (x, y, edge) of patches, and the circles of the ball in them."""
    circle = picture.ball_circle()
    if circle is None or visible_fraction(picture) < MIN_VISIBLE:
        return np.zeros((0, 3)), np.zeros((0, 3))
    u, v, radius = circle
    centers = np.array((u, v)) + rng.uniform(-0.55, 0.55, (JITTERS, 2)) * radius
    edges = PATCH_RADII * radius * np.exp(rng.normal(0.0, 0.13, JITTERS))
    near = np.hypot(candidates[:, 0] - u, candidates[:, 1] - v) < HIT_RADII * radius
    alike = np.abs(np.log(candidates[:, 2] / (PATCH_RADII * radius))) < math.log(HIT_RATIO)
    rows = np.concatenate((np.column_stack((centers, edges)), candidates[near & alike][:HITS]))
    circles = np.column_stack((u - rows[:, 0], v - rows[:, 1], np.full(len(rows), radius)))
    return rows, circles / rows[:, 2:]


def candidate_rows(
    picture: LabeledPicture, candidates: Points2, rng: np.random.Generator
) -> FloatArray:
    """Return rows (x, y, edge) of patches there, for a camera with an error of its pose."""
    projection = picture.projection(rng.normal(0.0, TILT_ERROR, 3))
    radii = expected_radii(candidates, projection, picture.ball_radius)
    rows = np.column_stack((candidates, PATCH_RADII * radii))
    limit = 0.9 * picture.optics.height * PATCH_RADII / 2.0
    return rows[(rows[:, 2] > 2.5 * PATCH_RADII) & (rows[:, 2] < limit)]


def away_from_ball(picture: LabeledPicture, rows: FloatArray) -> FloatArray:
    """Return the patches whose inner part shows hardly any of the ball."""
    circle = picture.ball_circle()
    if circle is None or visible_fraction(picture) < UNCLEAR_VISIBLE / 2.0:
        return rows
    gap = np.hypot(rows[:, 0] - circle[0], rows[:, 1] - circle[1])
    return rows[gap > circle[2] + 0.6 * rows[:, 2] / PATCH_RADII]


def _elsewhere(picture: LabeledPicture, rng: np.random.Generator) -> FloatArray:
    """Return patches at objects that resemble a ball, chosen by class."""
    grid = 4 if picture.optics.width > 320 else 2
    classes = picture.labels.classes[grid // 2 :: grid, grid // 2 :: grid].reshape(-1)
    weights = np.zeros(len(SceneClass))
    present, counts = np.unique(classes, return_counts=True)
    for label, count in zip(present.tolist(), counts.tolist(), strict=True):
        if label != SceneClass.BALL:
            weights[label] = WEIGHTS[SceneClass(label)] / count
    probabilities = weights[classes]
    if probabilities.sum() <= 0.0:
        return np.zeros((0, 3))
    chosen = rng.choice(classes.size, 3 * NEGATIVES, p=probabilities / probabilities.sum())
    columns = picture.optics.width // grid
    candidates = grid * np.column_stack((chosen % columns, chosen // columns)) + grid / 2.0
    candidates = candidates + rng.uniform(-0.5, 0.5, candidates.shape) * grid
    rows = away_from_ball(picture, candidate_rows(picture, candidates, rng))[:NEGATIVES]
    rows[:, 2] *= np.exp(rng.normal(0.0, 0.1, len(rows)))
    return rows
