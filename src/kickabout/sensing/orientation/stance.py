"""Stance: from the body model and its tilt to the center of mass over the feet."""

import numpy as np

from kickabout.framework import frozen
from kickabout.framework.compilation import kernel
from kickabout.geometry import FloatArray, Mat3, Points2, Vec3, convex_hull
from kickabout.geometry.rotations import rotated
from kickabout.representations import BodyModel
from kickabout.sensing.contact.soles import corners_in_level, lowest_point, sole_corners


@frozen
class Stance:
    """Center of mass and feet in a level frame at the middle of the lower sole."""

    position: tuple[float, float]  # m, of the center of mass
    height: float  # m, of the center of mass over the lowest corner
    polygon: Points2  # hull of both soles
    right_to_left: tuple[float, float]  # m, between the middles of the soles
    left_supports: bool  # the left foot reaches lower
    torso_height: float  # m, of the torso's origin over the lowest corner


def stance_of(body: BodyModel, torso_to_level: Mat3) -> Stance:
    left, right = body.left_sole_to_torso, body.right_sole_to_torso
    left_corners, right_corners = sole_corners()
    position, polygon, right_to_left, left_supports, height, torso_height = stance_fields(
        torso_to_level,
        left.rotation,
        left.translation,
        right.rotation,
        right.translation,
        left_corners,
        right_corners,
        body.center_of_mass_in_torso,
    )
    return Stance(
        position=position,
        height=height,
        polygon=polygon,
        right_to_left=right_to_left,
        left_supports=left_supports,
        torso_height=torso_height,
    )


@kernel
def stance_fields(
    torso_to_level: Mat3,
    left_rotation: Mat3,
    left_translation: Vec3,
    right_rotation: Mat3,
    right_translation: Vec3,
    left_corners: FloatArray,
    right_corners: FloatArray,
    center_of_mass: Vec3,
) -> tuple[tuple[float, float], Points2, tuple[float, float], bool, float, float]:
    """Return the fields of a `Stance` as a tuple."""
    left = corners_in_level(torso_to_level, left_rotation, left_translation, left_corners)
    right = corners_in_level(torso_to_level, right_rotation, right_translation, right_corners)
    left_ground = left[lowest_point(left), 2]
    right_ground = right[lowest_point(right), 2]
    left_supports = left_ground < right_ground
    weight = rotated(torso_to_level, center_of_mass)
    points = np.empty((8, 2))
    right_to_left = np.zeros(2)
    position = np.empty(2)
    for j in range(2):
        left_middle = left[:, j].mean()
        right_middle = right[:, j].mean()
        origin = left_middle if left_supports else right_middle
        right_to_left[j] = left_middle - right_middle
        position[j] = weight[j] - origin
        for i in range(4):
            points[i, j] = left[i, j] - origin
            points[4 + i, j] = right[i, j] - origin
    ground = min(left_ground, right_ground)
    height = max(
        0.1, weight[2] - ground
    )  # a low center of mass would make an infinitely fast pendulum
    return (
        (position[0], position[1]),
        convex_hull(points),
        (right_to_left[0], right_to_left[1]),
        left_supports,
        height,
        -ground,
    )
