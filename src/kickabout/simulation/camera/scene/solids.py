"""From scene objects to records of those that can be seen: bounds in the picture, scaled frames."""

import math
from typing import NamedTuple

import numpy as np
from numba import njit

from kickabout.simulation.camera.rendering.arrays import Float32Array, Float64Array, Int32Array
from kickabout.simulation.camera.rendering.kernels import FRAME_KERNEL, ROW_KERNEL

ROUND, CAPSULE, CYLINDER, BOX = 0, 1, 2, 3  # kinds of ray cast; ROUND is a sphere or ellipsoid
_ELLIPSOID = 4  # Shape
NEAR = 0.03  # m; what may be closer is not bounded in the picture
_HEAD = 0.012  # m; what is closer is the head around the camera; shoulders come to 0.02
_CLOSEST_DEPTH = 0.05  # m, of the point around which rays are developed

# Columns of Solids.figures
FRAME = 0  # 9, field to primitive, scaled to radius or half edges 1
CENTER = 9  # 3, m
VELOCITY = 12  # 3, m/s
HALF_LENGTH = 15  # of capsules and cylinders, in radii
DEPTH = 16  # m, of the center
COLUMN = 17  # px, of the center
SCALE = 18  # 3, inverse radii or half edges
FIGURES = 21

# Columns of Solids.counts; bounds and spans are inclusive
KIND, SOURCE, TOP, BOTTOM, LEFT, RIGHT, FIRST, LAST = range(8)
COUNTS = 8

RAY_NUMBERS = 14  # see ray_casts


class Placed(NamedTuple):
    """All primitives of a scene, in the field frame."""

    shape: Int32Array
    size: Float64Array
    position: Float64Array
    rotation: Float64Array
    velocity: Float64Array


class Stand(NamedTuple):
    """The camera at the middle of the readout."""

    rotation: Float64Array  # 3×3, camera to field
    motion: Float64Array  # 3×3: position, velocity, angular velocity
    intrinsics: Float64Array  # focal lengths, center
    width: int
    height: int
    readout_time: float  # s, from the first to the last row
    half_time: float  # s, between the middle and the first or last light of a picture


class ProjectionScratch(NamedTuple):
    """Scratch while one primitive is looked at."""

    seen: Float64Array  # 3, center in the camera frame
    camera: Float64Array  # 3, in the frame of the primitive
    axes: Float64Array  # 3×3, half axes as columns, camera frame
    slopes: Float64Array  # 4, lowest and highest left/forward and up/forward
    point: Float64Array  # 3
    matrix: Float64Array  # 3×3


def make_sight() -> ProjectionScratch:
    return ProjectionScratch(
        seen=np.zeros(3),
        camera=np.zeros(3),
        axes=np.zeros((3, 3)),
        slopes=np.zeros(4),
        point=np.zeros(3),
        matrix=np.zeros((3, 3)),
    )


class Solids(NamedTuple):
    """One row per visible primitive; few arrays, since kernels pass them on for each pixel row."""

    figures: Float64Array
    counts: Int32Array  # kind, row in the scene objects, bounds in the picture, columns of a row
    rays: Float32Array  # developed for the current row


@njit(**ROW_KERNEL)
def _fill_scale(shape: int, size: Float64Array, scale: Float64Array) -> float:
    """Inverse radii; returns the half length of a capsule or cylinder in radii."""
    if shape in (BOX, _ELLIPSOID):
        for k in range(3):
            scale[k] = 1.0 / max(size[k], 1e-5)
        return 0.0
    scale[:] = 1.0 / max(size[0], 1e-5)
    return size[1] * scale[0] if shape in (CAPSULE, CYLINDER) else 0.0


@njit(**ROW_KERNEL)
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


@njit(**ROW_KERNEL)
def _is_too_near(kind: int, camera: Float64Array, scale: Float64Array, half: float) -> bool:
    """Whether the camera, given in the scaled frame, is inside the primitive or almost."""
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


@njit(**ROW_KERNEL)
def _widen(center: Float64Array, matrix: Float64Array, slopes: Float64Array) -> None:
    """Widen the bounds by the tangents to an ellipsoid with the given matrix, camera frame."""
    for side in range(2):
        across, k = center[1 + side], 1 + side
        a = center[0] ** 2 - matrix[0, 0]
        b = center[0] * across - matrix[0, k]
        root = math.sqrt(max(b * b - a * (across**2 - matrix[k, k]), 0.0))
        slopes[2 * side] = min(slopes[2 * side], (b - root) / a)
        slopes[2 * side + 1] = max(slopes[2 * side + 1], (b + root) / a)


@njit(**ROW_KERNEL)
def bound_slopes(kind: int, half: float, sight: ProjectionScratch) -> None:
    """Fill the slopes from the center and the axes."""
    center, axes, slopes, point, matrix = (
        sight.seen, sight.axes, sight.slopes, sight.point, sight.matrix,
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


@njit(**ROW_KERNEL)
def _share_of_time(stand: Stand, top: float, bottom: float) -> float:
    """How late or early these rows get their light, at most; 1 for the picture's first and last."""
    middle = (stand.height - 1.0) / 2.0
    rows = min(max(abs(top - middle), abs(bottom - middle)) / stand.height, 0.5)
    return float(1.0 - (0.5 - rows) * stand.readout_time / stand.half_time)


@njit(**ROW_KERNEL)
def bound_picture(stand: Stand, slopes: Float64Array, margin: float, bounds: Int32Array) -> bool:
    """Rows and columns that the slopes reach; returns whether any are in the picture.

    The margin, more than 1, is for the first or last light; rows between them need less.
    """
    focal_x, focal_y = stand.intrinsics[0], stand.intrinsics[1]
    center_x, center_y = stand.intrinsics[2], stand.intrinsics[3]
    top, bottom = center_y - slopes[3] * focal_y, center_y - slopes[2] * focal_y
    margin = 1.0 + (margin - 1.0) * _share_of_time(stand, top - margin, bottom + margin)
    top, bottom = top - margin, bottom + margin
    left, right = center_x - slopes[1] * focal_x - margin, center_x - slopes[0] * focal_x + margin
    if bottom < 0.0 or right < 0.0 or top > stand.height - 1.0 or left > stand.width - 1.0:
        return False
    bounds[0], bounds[1] = int(max(top, 0.0)), int(min(bottom + 1.0, stand.height - 1.0))
    bounds[2], bounds[3] = int(max(left, 0.0)), int(min(right + 1.0, stand.width - 1.0))
    return True


@njit(**ROW_KERNEL)
def _reach(kind: int, axes: Float64Array, half: float, normal: Float64Array) -> float:
    """How far a primitive extends from its center along a direction in the camera frame."""
    linear = square = 0.0
    for k in range(3):
        part = axes[0, k] * normal[0] + axes[1, k] * normal[1] + axes[2, k] * normal[2]
        linear += abs(part) * (half if kind != BOX and k == 2 else 1.0 if kind == BOX else 0.0)
        square += part * part if kind != BOX else 0.0
    return linear + math.sqrt(square)


@njit(**ROW_KERNEL)
def is_beside(
    stand: Stand, kind: int, half: float, margin: float, sight: ProjectionScratch
) -> bool:
    """Whether one of the picture's four sides separates the primitive from all that is seen."""
    focal_x, focal_y = stand.intrinsics[0], stand.intrinsics[1]
    center_x, center_y = stand.intrinsics[2], stand.intrinsics[3]
    normal, beside = sight.point, False
    for side in range(4):
        normal[1] = normal[2] = 0.0
        if side == 0:
            normal[0], normal[1] = (center_x + margin) / focal_x, -1.0
        elif side == 1:
            normal[0], normal[1] = (stand.width + margin - center_x) / focal_x, 1.0
        elif side == 2:
            normal[0], normal[2] = (center_y + margin) / focal_y, -1.0
        else:
            normal[0], normal[2] = (stand.height + margin - center_y) / focal_y, 1.0
        distance = 0.0
        for k in range(3):
            distance += normal[k] * sight.seen[k]
        beside |= distance < -_reach(kind, sight.axes, half, normal)
    return beside


@njit(**ROW_KERNEL)
def swing(stand: Stand, speed: float, depth: float) -> float:
    """How far something may move in the picture until its first or last light, px."""
    focal = max(stand.intrinsics[0], stand.intrinsics[1])
    turn = math.sqrt(stand.motion[2, 0] ** 2 + stand.motion[2, 1] ** 2 + stand.motion[2, 2] ** 2)
    turn *= 1.0 + stand.width / focal
    return float(1.0 + stand.half_time * focal * (turn + speed / depth))


@njit(**ROW_KERNEL)
def see(stand: Stand, position: Float64Array, sight: ProjectionScratch) -> None:
    """Fill where a point is in the camera frame."""
    for k in range(3):
        sight.seen[k] = 0.0
        for i in range(3):
            sight.seen[k] += stand.rotation[i, k] * (position[i] - stand.motion[0, i])


@njit(**ROW_KERNEL)
def _fill_frames(
    rotation: Float64Array,
    position: Float64Array,
    stand: Stand,
    scale: Float64Array,
    sight: ProjectionScratch,
    figures: Float64Array,
) -> None:
    """From the field into the primitive's scaled frame, and from there into the camera's."""
    for k in range(3):
        sight.camera[k] = 0.0
        for i in range(3):
            entry = rotation[i, k] * scale[k]
            figures[FRAME + 3 * k + i] = entry
            sight.camera[k] += entry * (stand.motion[0, i] - position[i])
            sight.axes[i, k] = 0.0
            for j in range(3):
                sight.axes[i, k] += stand.rotation[j, i] * rotation[j, k] / scale[k]


@njit(**ROW_KERNEL)
def _record(
    placed: Placed,
    n: int,
    stand: Stand,
    sight: ProjectionScratch,
    figures: Float64Array,
    counts: Int32Array,
) -> bool:
    """Fill one record; returns whether the primitive can be seen."""
    shape, size, position = placed.shape[n], placed.size[n], placed.position[n]
    kind = np.int32(ROUND if shape == _ELLIPSOID else shape)
    scale = figures[SCALE : SCALE + 3]
    half = _fill_scale(shape, size, scale)
    _fill_frames(placed.rotation[n], position, stand, scale, sight, figures)
    if _is_too_near(kind, sight.camera, scale, half):
        return False
    counts[KIND], counts[SOURCE] = kind, n
    counts[TOP], counts[BOTTOM] = 0, stand.height - 1
    counts[LEFT], counts[RIGHT] = 0, stand.width - 1
    square = 0.0
    for k in range(3):
        figures[CENTER + k], figures[VELOCITY + k] = position[k], placed.velocity[n, k]
        square += (placed.velocity[n, k] - stand.motion[1, k]) ** 2
    front = sight.seen[0] - _bounding_radius(shape, size)
    if front > NEAR:
        bound_slopes(kind, half, sight)
        margin = swing(stand, math.sqrt(square), front)
        if not bound_picture(stand, sight.slopes, margin, counts[TOP : RIGHT + 1]):
            return False
    elif is_beside(stand, kind, half, swing(stand, math.sqrt(square), 1.0), sight):
        return False
    depth = max(sight.seen[0], _CLOSEST_DEPTH)
    column = stand.intrinsics[2] - sight.seen[1] / depth * stand.intrinsics[0]
    figures[HALF_LENGTH], figures[DEPTH] = half, depth
    figures[COLUMN] = min(max(column, -1.0 * stand.width), 2.0 * stand.width)
    return True


@njit(**ROW_KERNEL)
def _is_aside(stand: Stand, seen: Float64Array, radius: float, velocity: Float64Array) -> bool:
    """Whether a ball around something is clearly beside the picture: quicker than its bounds."""
    front, far = seen[0] - radius, seen[0] + radius
    if far < NEAR or front < NEAR:
        return bool(far < NEAR)
    square = 0.0
    for k in range(3):
        square += (velocity[k] - stand.motion[1, k]) ** 2
    margin = swing(stand, math.sqrt(square), front)
    for side in range(2):
        focal, center = stand.intrinsics[side], stand.intrinsics[2 + side]
        size = stand.width if side == 0 else stand.height
        low, high = (size + margin - center) / focal, (center + margin) / focal
        across = seen[1 + side]
        # a ball touches a plane of slope s where its distance is radius √(1 + s²) < radius (1 + s)
        if across > high * seen[0] + radius * (1.0 + high):
            return True
        if across < -low * seen[0] - radius * (1.0 + low):
            return True
    return False


@njit(**FRAME_KERNEL)
def select_visible(placed: Placed, stand: Stand, sight: ProjectionScratch, solids: Solids) -> int:
    """Fill the records of all primitives that may show; returns their number."""
    count = 0
    for n in range(placed.shape.size):
        see(stand, placed.position[n], sight)
        radius = _bounding_radius(placed.shape[n], placed.size[n])
        if _is_aside(stand, sight.seen, radius, placed.velocity[n]):
            continue
        if count < solids.counts.shape[0] and _record(
            placed, n, stand, sight, solids.figures[count], solids.counts[count]
        ):
            count += 1
    return count
