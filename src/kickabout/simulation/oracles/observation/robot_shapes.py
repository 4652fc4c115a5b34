"""Shapes of robots: from poses to occluding cylinders and boxes in the image.

A robot is a row (x, y, axis_x, axis_y, upright, radius, height, half_width, half_length). The axis
is the horizontal part of its long axis, which matters only while it lies on the ground; radius and
height are those of the posture that it is in.
"""

import math
from functools import lru_cache

import numpy as np

from kickabout.framework.compilation import kernel
from kickabout.geometry import FloatArray, Mat3, Points3, Vec, Vec2, Vec3
from kickabout.representations import GroundTruth, TrueRobot
from kickabout.representations.truth import RobotOutline
from kickabout.simulation.oracles.observation.visibility import (
    OWN_FEET,
    is_hidden,
    is_in_image,
    pixel_of,
)

UNSEEN = -1.0  # numbers of a row for a robot that is not visible
COLUMNS = 9
PLACES = 5  # columns before the sizes


@lru_cache(maxsize=32)  # two oracles of each robot in a process need the same rows
def rows_of_others(truth: GroundTruth) -> FloatArray:
    return robot_rows(truth.others)


def robot_rows(robots: tuple[TrueRobot, ...]) -> FloatArray:
    numbers: list[float] = []
    for robot in robots:
        numbers += _upright_row(robot) if robot.upright else _fallen_row(robot)
    return np.array(numbers, np.float64).reshape(-1, COLUMNS)


def upright_part(size: RobotOutline) -> tuple[float, ...]:
    """Return the row of a standing robot without its position."""
    return (0.0, 0.0, 1.0, size.radius, size.height, size.half_width, size.half_length)


def _upright_row(robot: TrueRobot) -> tuple[float, ...]:
    return (robot.robot_to_field.x, robot.robot_to_field.y, *upright_part(robot.outline))


def _fallen_row(robot: TrueRobot) -> tuple[float, ...]:
    torso = robot.torso_to_field
    size = robot.outline
    sizes = (size.fallen_radius, size.fallen_height, size.half_width, size.half_length)
    axis = torso.rotation[:2, size.long_axis].tolist()
    return (*torso.translation[:2].tolist(), *axis, 0.0, *sizes)


@kernel
def occluders_of(robots: FloatArray, feet: Vec) -> FloatArray:
    """Return one cylinder per standing robot, three per fallen one, one for its own feet.

    `feet` is a complete row or starts with NaN.
    """
    rows = np.empty((3 * robots.shape[0] + 1, 5))
    count = 0
    for i in range(robots.shape[0]):
        stands = robots[i, 4] > 0.0
        for part in range(1 if stands else 3):
            offset = robots[i, 8] * (0.0 if stands else part - 1.0)
            rows[count, 0] = robots[i, 0] + offset * robots[i, 2]
            rows[count, 1] = robots[i, 1] + offset * robots[i, 3]
            rows[count, 2] = robots[i, 5]
            rows[count, 3] = robots[i, 6]
            rows[count, 4] = i
            count += 1
    if not math.isnan(feet[0]):
        rows[count] = feet
        count += 1
    return rows[:count].copy()


@kernel
def feet_facing(camera: Vec3, occluders: FloatArray) -> Points3:
    """Return the point on the ground just in front of each part of another robot."""
    points = np.zeros((occluders.shape[0], 3))
    count = 0
    for k in range(occluders.shape[0]):
        if occluders[k, 4] == OWN_FEET:
            continue
        dx, dy = camera[0] - occluders[k, 0], camera[1] - occluders[k, 1]
        step = (occluders[k, 2] + 0.02) / max(math.hypot(dx, dy), 1e-9)
        points[count, 0] = occluders[k, 0] + step * dx
        points[count, 1] = occluders[k, 1] + step * dy
        count += 1
    return points[:count].copy()


@kernel
def visible_boxes(
    robots: FloatArray,
    rotation: Mat3,
    camera: Vec3,
    intrinsics: Vec,
    image_size: Vec2,
    occluders: FloatArray,
) -> FloatArray:
    """Return rows (left, top, right, bottom, foot_u, foot_v in px, visible fraction) or UNSEEN.

    A robot is visible only if the point below it is in the image, because its distance is measured
    there.
    """
    rows = np.full((robots.shape[0], 7), UNSEEN)
    for i in range(robots.shape[0]):
        x, y, stands = robots[i, 0], robots[i, 1], robots[i, 4] > 0.0
        foot_u, foot_v = pixel_of(x, y, 0.0, rotation, camera, intrinsics)
        if not is_in_image(foot_u, foot_v, image_size, 0.0):
            continue
        height, half_width = robots[i, 6], robots[i, 7]
        dx, dy = x - camera[0], y - camera[1]
        distance = max(math.hypot(dx, dy), 1e-9)
        side_x, side_y = -half_width * dy / distance, half_width * dx / distance
        if not stands:
            side_x = 1.5 * robots[i, 8] * robots[i, 2]
            side_y = 1.5 * robots[i, 8] * robots[i, 3]
        left, top, right, bottom = foot_u, foot_v, foot_u, foot_v
        free = 0
        for corner in range(6):
            side, level = corner % 2 * 2.0 - 1.0, corner // 2 * 0.5
            px, py, pz = x + side * side_x, y + side * side_y, level * height
            u, v = pixel_of(px, py, pz, rotation, camera, intrinsics)
            if math.isnan(u):
                continue
            left, right = min(left, u), max(right, u)
            top, bottom = min(top, v), max(bottom, v)
            inner_x, inner_y = x + 0.6 * side * side_x, y + 0.6 * side * side_y
            free += not is_hidden(inner_x, inner_y, 0.9 * pz + 0.02, camera, occluders, i)
        rows[i, 0], rows[i, 1] = max(left, 0.0), max(top, 0.0)
        rows[i, 2], rows[i, 3] = min(right, image_size[0]), min(bottom, image_size[1])
        rows[i, 4], rows[i, 5], rows[i, 6] = foot_u, foot_v, free / 6.0
    return rows


@kernel
def blurred(boxes: FloatArray, noise: FloatArray, image_size: Vec2) -> FloatArray:
    """Return boxes and feet with noise; boxes stay within the image."""
    rows = boxes[:, :6] + noise
    for i in range(rows.shape[0]):
        for k in range(4):
            rows[i, k] = min(max(rows[i, k], 0.0), image_size[k % 2])
    return rows
