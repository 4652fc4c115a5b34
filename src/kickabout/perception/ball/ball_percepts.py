"""Ball percepts: from circles in the image to a ball of the right size on the ground."""

import numpy as np

from kickabout.framework.compilation import kernel
from kickabout.geometry import BoolArray, FloatArray, Points2, Vec, Vector2
from kickabout.geometry.pose3 import sealed
from kickabout.perception.ball.ball_patches import PATCH_RADII, Singles, radius_at
from kickabout.perception.camera.camera_projection import (
    CameraProjection,
    image_to_robot,
    spreads_on_ground,
)
from kickabout.representations import BallPercept, Seen


@kernel
def circles_in_image(circles: Singles, centers: Points2, radii: Vec) -> FloatArray:
    """Return circles in the image, given x, y, radius relative to center and edge of patches."""
    placed = np.empty((circles.shape[0], 3))
    for i in range(circles.shape[0]):
        edge = PATCH_RADII * radii[i]
        placed[i, 0] = circles[i, 0] * edge + centers[i, 0]
        placed[i, 1] = circles[i, 1] * edge + centers[i, 1]
        placed[i, 2] = circles[i, 2] * edge
    return placed


@kernel
def best_centers(scores: Singles, circles: FloatArray, min_score: float, max_count: int) -> Points2:
    """Return centers of circles with at least this score, best first."""
    centers = np.empty((min(max_count, scores.size), 2))
    is_taken = np.zeros(scores.size, np.bool_)
    for k in range(centers.shape[0]):
        best = -1
        for i in range(scores.size):
            if (
                not is_taken[i]
                and scores[i] >= min_score
                and (best < 0 or scores[i] > scores[best])
            ):
                best = i
        if best < 0:
            return centers[:k].copy()
        is_taken[best] = True
        centers[k] = circles[best, :2]
    return centers


@kernel
def best_circle(
    scores: Singles,
    circles: FloatArray,
    projection: CameraProjection,
    radius: float,
    max_error: float,
) -> tuple[int, float]:
    """Return index and score of the best circle with a ball's size; the score is 0 if none has."""
    fits = has_ball_size(circles, projection, radius, max_error)
    best, best_score = 0, 0.0
    for i in range(scores.size):
        if fits[i] and scores[i] > best_score:
            best, best_score = i, float(scores[i])
    return best, best_score


@kernel
def has_ball_size(
    circles: FloatArray, projection: CameraProjection, radius: float, max_error: float
) -> BoolArray:
    """Return whether circles have the radius of a ball there, up to a factor."""
    fits = np.empty(circles.shape[0], np.bool_)
    for i in range(circles.shape[0]):
        expected = radius_at(circles[i, 0], circles[i, 1], projection, radius)
        ratio = circles[i, 2] / max(expected, 1e-3)
        fits[i] = 1.0 / max_error < ratio < max_error
    return fits


def ball_percept(
    circle: FloatArray,
    projection: CameraProjection,
    *,
    radius: float,
    seen: Seen,
    score: float,
    deviations: tuple[float, float, float],
) -> BallPercept:
    """Return a percept of a circle of x, y and radius in px.

    Deviations are those of tilt, pan and pixel as in `spreads_on_ground`.
    """
    position, covariance = on_ground(circle[0], circle[1], projection, radius, *deviations)
    if np.isnan(position[0]):
        return BallPercept()
    return BallPercept(
        seen=seen,
        center_in_image=Vector2.from_array(circle[:2]),
        radius_px=float(circle[2]),
        position_in_robot=Vector2.from_array(position),
        covariance=sealed(covariance),
        score=score,
    )


@kernel
def on_ground(
    x: float,
    y: float,
    projection: CameraProjection,
    height: float,
    tilt: float,
    pan: float,
    pixel: float,
) -> tuple[Vec, FloatArray]:
    """Return where a pixel's ray meets this height, NaN above the horizon, and the covariance."""
    position = image_to_robot(np.array(((x, y),)), projection, height)
    return position[0].copy(), spreads_on_ground(position, projection, tilt, pan, pixel)[0].copy()
