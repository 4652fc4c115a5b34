"""The transforms of Austin Villa 2004 between camera, neck, body, hind paws and ground.

Report: sections A.1, A.2 and B, equations 9 to 23; the printing errors of the matrices from
shoulders to body are corrected by the geometry of the robot. All are 4 × 4 homogeneous matrices in
m and rad. Frames of the report have x to the right, y forward, z up; that of a leg has x forward, y
to the left, z up. `Level` in names means: turned by tilt and roll of the body.
"""

import math

import numpy as np

from kickabout.framework.compilation import kernel
from kickabout.geometry.arrays import FloatArray, Vec3

NECK_TO_HEAD = 0.080  # m, a2 of the head
HEAD_TO_CAMERA_FORWARD, HEAD_TO_CAMERA_UP = 0.08106, -0.0146  # m, d3 and a3 of the head
BODY_TO_NECK_FORWARD, BODY_TO_NECK_UP = 0.0675, 0.0195  # m
KNEE_BEHIND, KNEE_OUTSIDE = 0.0090, 0.0047  # m, D1 and D2, relative to the shoulder
UPPER_LEG, LOWER_LEG = 0.0695, 0.0794  # m, a2 and a3 of the leg
SHOULDER_ASIDE, SHOULDER_BEHIND = 0.0625, 0.065  # m, relative to the center of the body
PRINCIPAL_POINT = (103.5, 79.5)  # px
FOCAL_LENGTH = 192.0  # px; 3.27 mm on the sensor
HORIZON = 1e-9  # m, minimum descent of a ray over its first pixel


@kernel
def rotation_about(axis: int, angle: float) -> FloatArray:
    """Return the rotation about x (0), y (1) or z (2)."""
    matrix = np.eye(4)
    j, k = (axis + 1) % 3, (axis + 2) % 3
    matrix[j, j] = matrix[k, k] = math.cos(angle)
    matrix[k, j] = math.sin(angle)
    matrix[j, k] = -matrix[k, j]
    return matrix


@kernel
def translation_by(x: float, y: float, z: float) -> FloatArray:
    matrix = np.eye(4)
    matrix[0, 3], matrix[1, 3], matrix[2, 3] = x, y, z
    return matrix


@kernel
def composed(first: FloatArray, second: FloatArray) -> FloatArray:
    """Return a product: `second` moves about the axes that `first` has moved."""
    product = np.zeros((4, 4))
    for i in range(4):
        for j in range(4):
            for k in range(4):
                product[i, j] += first[i, k] * second[k, j]
    return product


@kernel
def camera_to_neck(pan: float, neck_tilt: float, head_tilt: float) -> FloatArray:
    """Return equation 13; both tilts are positive upward."""
    neck = composed(rotation_about(0, neck_tilt), rotation_about(2, pan))
    head = composed(translation_by(0.0, 0.0, NECK_TO_HEAD), rotation_about(0, head_tilt))
    camera = translation_by(0.0, HEAD_TO_CAMERA_FORWARD, HEAD_TO_CAMERA_UP)
    return composed(composed(neck, head), camera)


@kernel
def body_to_level(tilt: float, roll: float) -> FloatArray:
    """Return equation 16."""
    return composed(rotation_about(1, roll), rotation_about(0, tilt))


@kernel
def neck_to_level(tilt: float, roll: float) -> FloatArray:
    """Return equation 17."""
    neck = translation_by(0.0, BODY_TO_NECK_FORWARD, BODY_TO_NECK_UP)
    return composed(body_to_level(tilt, roll), neck)


@kernel
def camera_to_level(
    pan: float, neck_tilt: float, head_tilt: float, tilt: float, roll: float
) -> FloatArray:
    """Return equation 20."""
    return composed(neck_to_level(tilt, roll), camera_to_neck(pan, neck_tilt, head_tilt))


@kernel
def hind_paw_to_shoulder(side: float, swing: float, abduction: float, knee: float) -> FloatArray:
    """Return equation 21; `side` is 1 for the left leg, and −1 for the right, its mirror image."""
    upper = composed(rotation_about(1, swing), rotation_about(0, side * abduction))
    knee_in_upper = translation_by(-KNEE_BEHIND, side * KNEE_OUTSIDE, -UPPER_LEG)
    lower = composed(rotation_about(1, knee), translation_by(0.0, 0.0, -LOWER_LEG))
    return composed(composed(upper, knee_in_upper), lower)


@kernel
def shoulder_to_level(side: float, tilt: float, roll: float) -> FloatArray:
    """Return equations 18 and 19, of the left (`side` 1) and the right hind leg (−1)."""
    turn = rotation_about(2, 0.5 * math.pi)
    shoulder = translation_by(-side * SHOULDER_ASIDE, -SHOULDER_BEHIND, 0.0)
    return composed(composed(body_to_level(tilt, roll), shoulder), turn)


@kernel
def hind_paw_in_level(
    side: float, swing: float, abduction: float, knee: float, tilt: float, roll: float
) -> Vec3:
    """Return equation 22: the position of a hind paw relative to the center of the body."""
    paw = hind_paw_to_shoulder(side, swing, abduction, knee)
    pose = composed(shoulder_to_level(side, tilt, roll), paw)
    return np.array((pose[0, 3], pose[1, 3], pose[2, 3]))


@kernel
def height_of_body(left_paw_in_level: Vec3, right_paw_in_level: Vec3) -> float:
    """Return the height of the center of the body; at least one hind paw is on the ground."""
    return float(-min(left_paw_in_level[2], right_paw_in_level[2]))


@kernel
def pixel_in_camera(column: float, row: float) -> Vec3:
    """Return equation 15, in px: the point of the image plane in front of the camera."""
    return np.array((column - PRINCIPAL_POINT[0], FOCAL_LENGTH, PRINCIPAL_POINT[1] - row))


@kernel
def pixel_on_plane(
    column: float, row: float, camera_to_level: FloatArray, body_height: float, height: float
) -> tuple[float, float, bool]:
    """Return x and y, relative to the center of the body, of what a pixel shows at a height.

    Method of section B. False: the ray does not reach the plane in front of the camera.
    """
    pixel = pixel_in_camera(column, row)
    ray = np.zeros(3)
    for i in range(3):
        for j in range(3):
            ray[i] += camera_to_level[i, j] * pixel[j]
    below = height - body_height - camera_to_level[2, 3]
    if abs(ray[2]) < HORIZON or below / ray[2] <= 0.0:
        return 0.0, 0.0, False
    far = below / ray[2]
    return camera_to_level[0, 3] + far * ray[0], camera_to_level[1, 3] + far * ray[1], True
