"""Penalty mark shape: from gradients around a candidate to the pose where a cross fits best."""

import math

import numpy as np

from kickabout.framework.compilation import kernel
from kickabout.geometry import FloatArray, Vec
from kickabout.perception.camera.camera_projection_points import MIN_DEPTH, Homography

ANGLES = 16  # number of angles on the grid, over a quarter turn
MAX_STEPS = 1.9375  # maximum distance from the start, in steps of the grid


@kernel
def cross_outline(size: float, stroke: float, per_edge: int) -> FloatArray:
    """Return rows of x, y and outward normal x, y of points along the outline of a cross."""
    half, thin = 0.5 * size, 0.5 * stroke
    corners = np.array(
        (
            (half, -thin),
            (half, thin),
            (thin, thin),
            (thin, half),
            (-thin, half),
            (-thin, thin),
            (-half, thin),
            (-half, -thin),
            (-thin, -thin),
            (-thin, -half),
            (thin, -half),
            (thin, -thin),
        )
    )
    outline = np.empty((12 * per_edge, 4))
    for i in range(12):
        ax, ay = corners[i, 0], corners[i, 1]
        bx, by = corners[(i + 1) % 12, 0], corners[(i + 1) % 12, 1]
        length = math.hypot(bx - ax, by - ay)
        for k in range(per_edge):
            fraction = (k + 0.5) / per_edge
            row = outline[i * per_edge + k]
            row[0], row[1] = ax + fraction * (bx - ax), ay + fraction * (by - ay)
            row[2], row[3] = (by - ay) / length, (ax - bx) / length
    return outline


@kernel
def cross_radius(size: float, stroke: float) -> float:
    """Return the distance from a cross's center to its farthest corners."""
    return 0.5 * math.hypot(size, stroke)


@kernel
def project_outline(
    outline: FloatArray, angle: float, to_image: Homography, projected: FloatArray
) -> None:
    """Fill in the image of an outline rotated at the origin, and of its normals.

    Rows are x, y and depth of the points and of the normals in homogeneous coordinates, so that
    moving the outline on the ground adds the same to all points.
    """
    c, s = math.cos(angle), math.sin(angle)
    for i in range(outline.shape[0]):
        for k in range(0, 4, 2):
            x = c * outline[i, k] - s * outline[i, k + 1]
            y = s * outline[i, k] + c * outline[i, k + 1]
            at = 3 * (k // 2)
            projected[i, at] = to_image.xx * x + to_image.xy * y
            projected[i, at + 1] = to_image.yx * x + to_image.yy * y
            projected[i, at + 2] = to_image.wx * x + to_image.wy * y


@kernel
def outline_response(
    gradients: FloatArray,
    left: int,
    top: int,
    projected: FloatArray,
    x: float,
    y: float,
    to_image: Homography,
) -> float:
    """Return the mean increase of brightness inwards along the outline, in local deviations."""
    at_x = to_image.xx * x + to_image.xy * y + to_image.x
    at_y = to_image.yx * x + to_image.yy * y + to_image.y
    at_depth = to_image.wx * x + to_image.wy * y + to_image.w
    total = 0.0
    for i in range(projected.shape[0]):
        depth = at_depth + projected[i, 2]
        if not depth > MIN_DEPTH:
            return 0.0
        u, v = (at_x + projected[i, 0]) / depth, (at_y + projected[i, 1]) / depth
        column, row = int(u) - left, int(v) - top
        if not (0 <= row < gradients.shape[0] and 0 <= column < gradients.shape[1]):
            return 0.0
        nx, ny = projected[i, 3] - u * projected[i, 5], projected[i, 4] - v * projected[i, 5]
        along = gradients[row, column, 0] * nx + gradients[row, column, 1] * ny
        total -= along / math.sqrt(max(nx * nx + ny * ny, 1e-18))
    return float(total / projected.shape[0])


@kernel
def best_pose(
    gradients: FloatArray,
    left: int,
    top: int,
    outline: FloatArray,
    x: float,
    y: float,
    to_image: Homography,
    reach: float,
) -> tuple[Vec, float]:
    """Return the pose (x, y, angle) with the best response: from a grid, then by finer steps.

    The grid uses only every third point of the outline, the middles of its edges. It covers few
    positions, because the center is nearly right already.
    """
    pose, best = np.array((x, y, 0.0)), -1.0
    coarse = outline[1::3].copy()
    projected = np.empty((coarse.shape[0], 6))
    for k in range(ANGLES):
        angle = k * 0.5 * math.pi / ANGLES
        project_outline(coarse, angle, to_image, projected)
        for i in range(-1, 2):
            for j in range(-1, 2):
                at_x, at_y = x + reach * i, y + reach * j
                response = outline_response(gradients, left, top, projected, at_x, at_y, to_image)
                if response > best:
                    best, pose[0], pose[1], pose[2] = response, at_x, at_y, angle
    return refined_pose(gradients, left, top, outline, pose, to_image, reach)


@kernel
def refined_pose(
    gradients: FloatArray,
    left: int,
    top: int,
    outline: FloatArray,
    pose: Vec,
    to_image: Homography,
    reach: float,
) -> tuple[Vec, float]:
    """Return the pose improved by finer and finer steps, and its response."""
    projected = np.empty((outline.shape[0], 6))
    project_outline(outline, pose[2], to_image, projected)
    best = outline_response(gradients, left, top, projected, pose[0], pose[1], to_image)
    step = np.array((0.5 * reach, 0.5 * reach, 0.25 * math.pi / ANGLES))
    trial = np.empty(3)
    for _ in range(4):
        for k in range(3):
            for sign in (-1.0, 1.0):
                trial[:] = pose
                trial[k] += sign * step[k]
                project_outline(outline, trial[2], to_image, projected)
                response = outline_response(
                    gradients, left, top, projected, trial[0], trial[1], to_image
                )
                if response > best:
                    best = response
                    pose[:] = trial
        step *= 0.5
    return pose, best
