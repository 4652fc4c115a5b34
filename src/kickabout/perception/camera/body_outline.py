"""Outline of the robot's own body: from shapes on links to the first hidden row per column."""

import functools
import math
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from kickabout.framework.compilation import kernel
from kickabout.geometry import (
    FloatArray,
    IndexArray,
    Points2,
    Points3,
    matrix_from_quaternion,
    points_to_pixels,
)
from kickabout.geometry.polygons import convex_hull
from kickabout.perception.camera.camera_projection import CameraProjection, unstraightened
from kickabout.robots.appearance import Primitive, Shape
from kickabout.robots.nao.appearance import nao_appearance
from kickabout.robots.nao.joints import Link

UNSEEN = ("head", "neck")  # never in the field of view of the cameras
MIN_DEPTH = 0.01  # m, minimum distance from the camera's plane
GROWN = 1.1  # scale of round shapes, as their surface bulges between the sampled points


class BodyPoints(NamedTuple):
    """Points on the surface of convex shapes that are fixed to links."""

    points: FloatArray  # shape × point × 3, m, in the link
    middles: FloatArray  # shape × 3, m, in the link
    radii: FloatArray  # shape, m, of balls around the middles
    links: IndexArray  # shape


@functools.cache
def body_points() -> BodyPoints:
    """Return points on all shapes of the robot that its cameras may see."""
    shapes = [
        primitive
        for primitive in nao_appearance(jersey=(0.5, 0.5, 0.5), number=1)
        if primitive.link not in UNSEEN
    ]
    points = np.array([_surface(primitive) for primitive in shapes])
    middles = points.mean(axis=1)
    radii = np.linalg.norm(points - middles[:, None], axis=2).max(axis=1)
    links = np.array([int(Link[primitive.link.upper()]) for primitive in shapes])
    return BodyPoints(points, middles, radii, links)


def _surface(primitive: Primitive) -> Points3:
    """Return 26 points in the directions of a cube's corners, edges and faces."""
    steps = (-1.0, 0.0, 1.0)
    grid = [(x, y, z) for x in steps for y in steps for z in steps if (x, y, z) != (0.0, 0.0, 0.0)]
    directions = np.array(grid)
    rounded = GROWN * directions / np.linalg.norm(directions, axis=1, keepdims=True)
    first, second, _ = primitive.size
    if primitive.shape is Shape.SPHERE:
        points = first * rounded
    elif primitive.shape is Shape.ELLIPSOID:
        points = rounded * np.array(primitive.size)
    elif primitive.shape is Shape.BOX:
        points = directions * np.array(primitive.size)
    else:
        points = _round_bar(
            directions, GROWN * first, second, capped=primitive.shape is Shape.CAPSULE
        )
    rotation = matrix_from_quaternion(np.array(primitive.quaternion_in_link))
    turned: Points3 = points @ rotation.T + np.array(primitive.position_in_link)
    return turned


def _round_bar(directions: Points3, radius: float, half: float, *, capped: bool) -> Points3:
    """Return points on a cylinder, or on a capsule if `capped`; `half` is half of its length."""
    flat = np.hypot(directions[:, 0], directions[:, 1])
    scale = radius / np.where(flat > 0.0, flat, math.inf)
    tip = half + (radius if capped else 0.0)
    z = np.where(flat > 0.0, half * directions[:, 2], tip * directions[:, 2])
    return np.column_stack((directions[:, 0] * scale, directions[:, 1] * scale, z))


@kernel
def contour_rows(
    shapes: BodyPoints,
    rotations: FloatArray,
    positions: FloatArray,
    projection: CameraProjection,
    size: FloatArray,
    margin: float,
) -> npt.NDArray[np.int32]:
    """Return the first hidden row of each column; columns are `size[2]` px apart.

    `projection` is relative to the torso instead of the robot's frame on the ground.
    """
    width, height, spacing = size[0], size[1], size[2]
    count = int(np.ceil(width / spacing))
    rows = np.full(count, np.int32(height))
    in_camera = np.empty((shapes.points.shape[1], 3))
    turn, shift, center = np.empty((3, 3)), np.empty(3), np.empty(3)
    before = -1
    for shape in range(shapes.points.shape[0]):
        link = shapes.links[shape]
        if link != before:
            link_to_camera(rotations[link], positions[link], projection, turn, shift)
            before = link
        moved(shapes.middles[shape], turn, shift, center)
        if is_aside(center, shapes.radii[shape], projection, size, margin):
            continue
        used = 0
        for i in range(shapes.points.shape[1]):
            moved(shapes.points[shape, i], turn, shift, in_camera[used])
            used += 1 if in_camera[used, 0] > MIN_DEPTH else 0
        if used < 3:
            continue
        pixels = unstraightened(
            points_to_pixels(in_camera[:used], projection.intrinsics), projection
        )
        if reaches_into(pixels, width, height, margin):
            hide_below(convex_hull(pixels), spacing, margin, rows)
    return rows


@kernel
def link_to_camera(
    rotation: FloatArray,
    position: FloatArray,
    projection: CameraProjection,
    turn: FloatArray,
    shift: FloatArray,
) -> None:
    """Fill in rotation and translation from a link's frame to that of the camera."""
    for k in range(3):
        shift[k] = 0.0
        for j in range(3):
            shift[k] += projection.rotation[j, k] * (position[j] - projection.position_in_robot[j])
        for i in range(3):
            turn[k, i] = 0.0
            for j in range(3):
                turn[k, i] += projection.rotation[j, k] * rotation[j, i]


@kernel
def moved(point: FloatArray, turn: FloatArray, shift: FloatArray, result: FloatArray) -> None:
    """Fill in a point that is rotated and then shifted."""
    for k in range(3):
        turned = turn[k, 0] * point[0] + turn[k, 1] * point[1] + turn[k, 2] * point[2]
        result[k] = turned + shift[k]


@kernel
def is_aside(
    center: FloatArray, radius: float, projection: CameraProjection, size: FloatArray, margin: float
) -> bool:
    """Return whether a sphere around a point in the camera's frame is surely outside the image."""
    depth = center[0] + radius
    if depth <= MIN_DEPTH:
        return True
    tolerance = 1.5 * radius + margin * depth / projection.intrinsics[1]
    right = (size[0] - projection.intrinsics[2]) / projection.intrinsics[0]
    left = projection.intrinsics[2] / projection.intrinsics[0]
    down = (size[1] - projection.intrinsics[3]) / projection.intrinsics[1]
    beside = -center[1] > right * depth + tolerance or center[1] > left * depth + tolerance
    return bool(beside or -center[2] > down * depth + tolerance)


@kernel
def reaches_into(pixels: Points2, width: float, height: float, margin: float) -> bool:
    """Return whether the box around pixels overlaps the image or lies above it."""
    left, right = pixels[:, 0].min() - margin, pixels[:, 0].max() + margin
    return bool(left < width and right > 0.0 and pixels[:, 1].min() - margin < height)


@kernel
def hide_below(hull: Points2, spacing: float, margin: float, rows: npt.NDArray[np.int32]) -> None:
    """Lower the rows of all columns that a convex outline covers, widened by a margin.

    Parts of it that are above the image hide nothing.
    """
    count = hull.shape[0]
    upper, lower = np.full(rows.shape[0], np.inf), np.full(rows.shape[0], -np.inf)
    for i in range(count):
        ax, ay = hull[i, 0], hull[i, 1]
        bx, by = hull[(i + 1) % count, 0], hull[(i + 1) % count, 1]
        if ax > bx:
            ax, ay, bx, by = bx, by, ax, ay
        first = int(np.ceil((ax - margin) / spacing - 1.0))
        last = int(np.floor((bx + margin) / spacing))
        for column in range(max(first, 0), min(last + 1, rows.shape[0])):
            x = min(max((column + 0.5) * spacing, ax), bx)
            fraction = (x - ax) / (bx - ax) if bx > ax else 0.0
            row = ay + fraction * (by - ay)
            upper[column], lower[column] = min(upper[column], row), max(lower[column], row)
    for column in range(rows.shape[0]):
        if lower[column] + margin > 0.0:
            row = max(upper[column] - margin, 0.0)
            rows[column] = min(float(rows[column]), row)
