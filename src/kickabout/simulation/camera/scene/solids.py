"""Solids: from scene objects to records of the visible ones, with bounds and scaled frames."""

import math
from typing import NamedTuple

import numpy as np

from kickabout.framework.compilation import kernel_with
from kickabout.simulation.camera.rendering.arrays import Float32Array, Float64Array, Int32Array
from kickabout.simulation.camera.rendering.kernels import FRAME_KERNEL, ROW_KERNEL

ROUND, CAPSULE, CYLINDER, BOX = 0, 1, 2, 3  # kinds of ray cast; ROUND is a sphere or ellipsoid
_ELLIPSOID = 4  # Shape
NEAR = 0.03  # m; bounds in the picture are not computed for closer objects
_HEAD = 0.012  # m; closer primitives are the head around the camera; shoulders come to 0.02
_CLOSEST_DEPTH = 0.05  # m, minimum of the point around which rays are expressed

# Columns of Solids.numbers
FRAME = 0  # 9, field to primitive, scaled to radius or half edges 1
CENTER = 9  # 3, m
VELOCITY = 12  # 3, m/s
HALF_LENGTH = 15  # of capsules and cylinders, in radii
DEPTH = 16  # m, of the center
COLUMN = 17  # px, of the center
SCALE = 18  # 3, inverse radii or half edges
SOLID_NUMBERS = 21

# Columns of Solids.counts; bounds and spans are inclusive
KIND, SOURCE, TOP, BOTTOM, LEFT, RIGHT, FIRST, LAST = range(8)
SOLID_COUNTS = 8

RAY_NUMBERS = 14  # see ray_casts


class Placed(NamedTuple):
    """All primitives of a scene, in the field frame."""

    shape: Int32Array
    size: Float64Array
    position: Float64Array
    rotation: Float64Array
    velocity: Float64Array


class CameraState(NamedTuple):
    """The camera at the middle of the readout."""

    rotation: Float64Array  # 3×3, camera to field
    motion: Float64Array  # 3×3: position, velocity, angular velocity
    intrinsics: Float64Array  # focal lengths, center
    width: int
    height: int
    readout_time: float  # s, from the first to the last row
    half_time: float  # s, from the middle to the first or last light of a picture


class ProjectionScratch(NamedTuple):
    """Scratch for the projection of one primitive."""

    center: Float64Array  # 3, of the primitive, in the camera frame
    origin: Float64Array  # 3, the camera in the frame of the primitive
    axes: Float64Array  # 3×3, half axes as columns, camera frame
    slopes: Float64Array  # 4, lowest and highest left/forward and up/forward
    point: Float64Array  # 3
    matrix: Float64Array  # 3×3


def make_projection_scratch() -> ProjectionScratch:
    return ProjectionScratch(
        center=np.zeros(3),
        origin=np.zeros(3),
        axes=np.zeros((3, 3)),
        slopes=np.zeros(4),
        point=np.zeros(3),
        matrix=np.zeros((3, 3)),
    )


class Solids(NamedTuple):
    """One row per visible primitive; few arrays, because kernels pass them on for each row."""

    numbers: Float64Array
    counts: Int32Array  # kind, row in the scene objects, bounds in the picture, columns of a row
    rays: Float32Array  # of the current row, see ray_casts


@kernel_with(**ROW_KERNEL)
def _fill_scale(shape: int, size: Float64Array, scale: Float64Array) -> float:
    """Fill in inverse radii; return the half length of a capsule or cylinder in radii."""
    if shape in (BOX, _ELLIPSOID):
        for k in range(3):
            scale[k] = 1.0 / max(size[k], 1e-5)
        return 0.0
    scale[:] = 1.0 / max(size[0], 1e-5)
    return size[1] * scale[0] if shape in (CAPSULE, CYLINDER) else 0.0


@kernel_with(**ROW_KERNEL)
def _bounding_radius(shape: int, size: Float64Array) -> float:
    if shape == BOX:
        return math.sqrt(size[0] ** 2 + size[1] ** 2 + size[2] ** 2)
    if shape == _ELLIPSOID:
        return float(max(size[0], size[1], size[2]))
    if shape == CAPSULE:
        return float(size[0] + size[1])
    if shape == CYLINDER:
        return math.sqrt(size[0] ** 2 + size[1] ** 2)
    return float(size[0])


@kernel_with(**ROW_KERNEL)
def _is_too_near(kind: np.int32, camera: Float64Array, scale: Float64Array, half: float) -> bool:
    """Return whether the camera, in the scaled frame, is inside the primitive or almost."""
    if kind == BOX:
        outside = False
        for k in range(3):
            outside |= abs(camera[k]) > 1.0 + _HEAD * scale[k]
        return not outside
    beyond = max(abs(camera[2]) - half, 0.0)
    radial = camera[0] ** 2 + camera[1] ** 2
    if kind == CYLINDER:
        return bool(beyond < _HEAD * scale[2] and radial < (1.0 + _HEAD * scale[0]) ** 2)
    widest = max(scale[0], scale[1], scale[2])
    return bool(radial + beyond**2 < (1.0 + _HEAD * widest) ** 2)


@kernel_with(**ROW_KERNEL)
def _widen(center: Float64Array, matrix: Float64Array, slopes: Float64Array) -> None:
    """Widen the bounds by the tangents to an ellipsoid with the given matrix, camera frame."""
    for side in range(2):
        across, k = center[1 + side], 1 + side
        a = center[0] ** 2 - matrix[0, 0]
        b = center[0] * across - matrix[0, k]
        root = math.sqrt(max(b * b - a * (across**2 - matrix[k, k]), 0.0))
        slopes[2 * side] = min(slopes[2 * side], (b - root) / a)
        slopes[2 * side + 1] = max(slopes[2 * side + 1], (b + root) / a)


@kernel_with(**ROW_KERNEL)
def bound_slopes(kind: np.int32, half: float, scratch: ProjectionScratch) -> None:
    """Fill in the slopes from the center and the axes."""
    center, axes, slopes, point, matrix = (
        scratch.center, scratch.axes, scratch.slopes, scratch.point, scratch.matrix,
    )  # fmt: skip
    slopes[0] = slopes[2] = 1e9
    slopes[1] = slopes[3] = -1e9
    matrix[:] = 0.0
    if kind == BOX:
        for corner in range(8):
            sx, sy, sz = 1 - 2 * (corner & 1), 1 - (corner & 2), 1 - ((corner & 4) >> 1)
            for k in range(3):
                point[k] = center[k] + sx * axes[k, 0] + sy * axes[k, 1] + sz * axes[k, 2]
            _widen(point, matrix, slopes)
        return
    for k in range(2 if kind == CYLINDER else 3):
        for i in range(3):
            for j in range(3):
                matrix[i, j] += axes[i, k] * axes[j, k]
    for end in (half, -half):
        for k in range(3):
            point[k] = center[k] + end * axes[k, 2]
        _widen(point, matrix, slopes)


@kernel_with(**ROW_KERNEL)
def _time_fraction(camera: CameraState, top: float, bottom: float) -> float:
    """Return the maximum time of these rows from the middle; 1 for the first and last row."""
    middle = (camera.height - 1.0) / 2.0
    rows = min(max(abs(top - middle), abs(bottom - middle)) / camera.height, 0.5)
    return float(1.0 - (0.5 - rows) * camera.readout_time / camera.half_time)


@kernel_with(**ROW_KERNEL)
def bound_picture(
    camera: CameraState, slopes: Float64Array, margin: float, bounds: Int32Array
) -> bool:
    """Fill in the rows and columns that the slopes reach; return whether any are in the picture.

    The margin, more than 1, holds for the first or last light; rows in between need less.
    """
    focal_x, focal_y = camera.intrinsics[0], camera.intrinsics[1]
    center_x, center_y = camera.intrinsics[2], camera.intrinsics[3]
    top, bottom = center_y - slopes[3] * focal_y, center_y - slopes[2] * focal_y
    margin = 1.0 + (margin - 1.0) * _time_fraction(camera, top - margin, bottom + margin)
    top, bottom = top - margin, bottom + margin
    left, right = center_x - slopes[1] * focal_x - margin, center_x - slopes[0] * focal_x + margin
    if bottom < 0.0 or right < 0.0 or top > camera.height - 1.0 or left > camera.width - 1.0:
        return False
    bounds[0], bounds[1] = int(max(top, 0.0)), int(min(bottom + 1.0, camera.height - 1.0))
    bounds[2], bounds[3] = int(max(left, 0.0)), int(min(right + 1.0, camera.width - 1.0))
    return True


@kernel_with(**ROW_KERNEL)
def _reach(kind: np.int32, axes: Float64Array, half: float, normal: Float64Array) -> float:
    """Return how far a primitive extends from its center along a direction in the camera frame."""
    linear = square = 0.0
    for k in range(3):
        part = axes[0, k] * normal[0] + axes[1, k] * normal[1] + axes[2, k] * normal[2]
        linear += abs(part) * (half if kind != BOX and k == 2 else 1.0 if kind == BOX else 0.0)
        square += part * part if kind != BOX else 0.0
    return linear + math.sqrt(square)


@kernel_with(**ROW_KERNEL)
def is_beside(
    camera: CameraState, kind: np.int32, half: float, margin: float, scratch: ProjectionScratch
) -> bool:
    """Return whether the primitive is outside of one of the four sides of the view."""
    focal_x, focal_y = camera.intrinsics[0], camera.intrinsics[1]
    center_x, center_y = camera.intrinsics[2], camera.intrinsics[3]
    normal, beside = scratch.point, False
    for side in range(4):
        normal[1] = normal[2] = 0.0
        if side == 0:
            normal[0], normal[1] = (center_x + margin) / focal_x, -1.0
        elif side == 1:
            normal[0], normal[1] = (camera.width + margin - center_x) / focal_x, 1.0
        elif side == 2:
            normal[0], normal[2] = (center_y + margin) / focal_y, -1.0
        else:
            normal[0], normal[2] = (camera.height + margin - center_y) / focal_y, 1.0
        distance = 0.0
        for k in range(3):
            distance += normal[k] * scratch.center[k]
        beside |= distance < -_reach(kind, scratch.axes, half, normal)
    return beside


@kernel_with(**ROW_KERNEL)
def max_motion(camera: CameraState, speed: float, depth: float) -> float:
    """Return the maximum motion in the picture until its first or last light, in px."""
    focal = max(camera.intrinsics[0], camera.intrinsics[1])
    turn = math.sqrt(camera.motion[2, 0] ** 2 + camera.motion[2, 1] ** 2 + camera.motion[2, 2] ** 2)
    turn *= 1.0 + camera.width / focal
    return float(1.0 + camera.half_time * focal * (turn + speed / depth))


@kernel_with(**ROW_KERNEL)
def locate(camera: CameraState, position: Float64Array, scratch: ProjectionScratch) -> None:
    """Fill in the position of a point in the camera frame."""
    for k in range(3):
        scratch.center[k] = 0.0
        for i in range(3):
            scratch.center[k] += camera.rotation[i, k] * (position[i] - camera.motion[0, i])


@kernel_with(**ROW_KERNEL)
def _fill_frames(
    rotation: Float64Array,
    position: Float64Array,
    camera: CameraState,
    scale: Float64Array,
    scratch: ProjectionScratch,
    numbers: Float64Array,
) -> None:
    """Fill in the rotations field to scaled frame and from there to the camera frame."""
    for k in range(3):
        scratch.origin[k] = 0.0
        for i in range(3):
            entry = rotation[i, k] * scale[k]
            numbers[FRAME + 3 * k + i] = entry
            scratch.origin[k] += entry * (camera.motion[0, i] - position[i])
            scratch.axes[i, k] = 0.0
            for j in range(3):
                scratch.axes[i, k] += camera.rotation[j, i] * rotation[j, k] / scale[k]


@kernel_with(**ROW_KERNEL)
def _record(
    placed: Placed,
    n: int,
    camera: CameraState,
    scratch: ProjectionScratch,
    numbers: Float64Array,
    counts: Int32Array,
) -> bool:
    """Fill in one record; return whether the primitive is visible."""
    shape, size, position = placed.shape[n], placed.size[n], placed.position[n]
    kind = np.int32(ROUND if shape == _ELLIPSOID else shape)
    scale = numbers[SCALE : SCALE + 3]
    half = _fill_scale(shape, size, scale)
    _fill_frames(placed.rotation[n], position, camera, scale, scratch, numbers)
    if _is_too_near(kind, scratch.origin, scale, half):
        return False
    counts[KIND], counts[SOURCE] = kind, n
    counts[TOP], counts[BOTTOM] = 0, camera.height - 1
    counts[LEFT], counts[RIGHT] = 0, camera.width - 1
    square = 0.0
    for k in range(3):
        numbers[CENTER + k], numbers[VELOCITY + k] = position[k], placed.velocity[n, k]
        square += (placed.velocity[n, k] - camera.motion[1, k]) ** 2
    front = scratch.center[0] - _bounding_radius(shape, size)
    if front > NEAR:
        bound_slopes(kind, half, scratch)
        margin = max_motion(camera, math.sqrt(square), front)
        if not bound_picture(camera, scratch.slopes, margin, counts[TOP : RIGHT + 1]):
            return False
    elif is_beside(camera, kind, half, max_motion(camera, math.sqrt(square), 1.0), scratch):
        return False
    depth = max(scratch.center[0], _CLOSEST_DEPTH)
    column = camera.intrinsics[2] - scratch.center[1] / depth * camera.intrinsics[0]
    numbers[HALF_LENGTH], numbers[DEPTH] = half, depth
    numbers[COLUMN] = min(max(column, -1.0 * camera.width), 2.0 * camera.width)
    return True


@kernel_with(**ROW_KERNEL)
def _is_aside(
    camera: CameraState, seen: Float64Array, radius: float, velocity: Float64Array
) -> bool:
    """Return whether a sphere is clearly beside the picture, which is faster than its bounds."""
    front, far = seen[0] - radius, seen[0] + radius
    if far < NEAR or front < NEAR:
        return bool(far < NEAR)
    square = 0.0
    for k in range(3):
        square += (velocity[k] - camera.motion[1, k]) ** 2
    margin = max_motion(camera, math.sqrt(square), front)
    for side in range(2):
        focal, center = camera.intrinsics[side], camera.intrinsics[2 + side]
        size = camera.width if side == 0 else camera.height
        low, high = (size + margin - center) / focal, (center + margin) / focal
        across = seen[1 + side]
        # a sphere touches a plane of slope s at a distance of radius √(1 + s²) < radius (1 + s)
        if across > high * seen[0] + radius * (1.0 + high):
            return True
        if across < -low * seen[0] - radius * (1.0 + low):
            return True
    return False


@kernel_with(**FRAME_KERNEL)
def select_visible(
    placed: Placed, camera: CameraState, scratch: ProjectionScratch, solids: Solids
) -> int:
    """Fill in the records of all primitives that may be visible; return their number."""
    count = 0
    for n in range(placed.shape.size):
        locate(camera, placed.position[n], scratch)
        radius = _bounding_radius(placed.shape[n], placed.size[n])
        if _is_aside(camera, scratch.center, radius, placed.velocity[n]):
            continue
        if count < solids.counts.shape[0] and _record(
            placed, n, camera, scratch, solids.numbers[count], solids.counts[count]
        ):
            count += 1
    return count
