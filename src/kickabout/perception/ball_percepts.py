"""Ball percepts: from a circle in the image to a ball on the ground, if it has a ball's size."""

import numpy as np

from kickabout.geometry import BoolArray, FloatArray, Vector2
from kickabout.geometry.pose3 import sealed
from kickabout.perception.ball_patches import expected_radii
from kickabout.perception.eye import Eye, image_to_robot, spreads_on_ground
from kickabout.representations import BallPercept, Seen


def has_ball_size(circles: FloatArray, eye: Eye, radius: float, most_error: float) -> BoolArray:
    """Whether balls at these x, y would look as large, up to a factor, as the third column says."""
    expected = expected_radii(np.ascontiguousarray(circles[:, :2]), eye, radius)
    ratio = circles[:, 2] / np.maximum(expected, 1e-3)
    return np.asarray((ratio < most_error) & (ratio > 1.0 / most_error))


def ball_percept(
    circle: FloatArray,
    eye: Eye,
    *,
    radius: float,
    seen: Seen,
    score: float,
    deviations: tuple[float, float, float],
) -> BallPercept:
    """Of x, y and radius in px; deviations of tilt, pan and pixel are those of the ground."""
    position = image_to_robot(np.ascontiguousarray(circle[None, :2]), eye, radius)
    if np.isnan(position[0, 0]):
        return BallPercept()
    return BallPercept(
        seen=seen,
        center_in_image=Vector2.from_array(circle[:2]),
        radius_px=float(circle[2]),
        position_in_robot=Vector2.from_array(position[0]),
        covariance=sealed(spreads_on_ground(position, eye, *deviations)[0]),
        score=score,
    )
