"""Simple ray casts with numpy, with which the renderer's kernels are compared."""

import numpy as np
from numpy.typing import NDArray

from kickabout.robots.appearance import Shape
from kickabout.simulation.camera.optics.optics import CameraOptics, CameraView

Array = NDArray[np.float64]
FAR = 1.0e9


def pixel_rays(optics: CameraOptics, view: CameraView) -> Array:
    """Return height×width×3, in the field frame, with length 1 along the optical axis."""
    u, v = np.meshgrid(np.arange(optics.width), np.arange(optics.height))
    left = (optics.center_x - u) / optics.focal_x
    up = (optics.center_y - v) / optics.focal_y
    in_camera = np.stack([np.ones_like(left), left, up], axis=-1)
    return np.asarray(in_camera @ view.rotation.T)


def ground_depth(optics: CameraOptics, view: CameraView) -> Array:
    fall = -pixel_rays(optics, view)[..., 2]
    return np.where(fall > 1e-9, view.camera_in_field[2] / np.maximum(fall, 1e-9), FAR)


def room_depth(
    half_size: tuple[float, float], height: float, *, optics: CameraOptics, view: CameraView
) -> Array:
    """Return the depth of walls and ceiling from inside the room."""
    d, camera = pixel_rays(optics, view), view.camera_in_field
    walls = []
    for axis, half in enumerate(half_size):
        for side in (1.0, -1.0):
            ahead = side * d[..., axis]
            walls.append(
                np.where(ahead > 1e-9, (half - side * camera[axis]) / np.maximum(ahead, 1e-9), FAR)
            )
    rise = d[..., 2]
    walls.append(np.where(rise > 1e-9, (height - camera[2]) / np.maximum(rise, 1e-9), FAR))
    return np.asarray(np.min(walls, axis=0))


def solid_depth(
    shape: Shape,
    size: tuple[float, float, float],
    position: tuple[float, float, float],
    turned: Array,
    *,
    optics: CameraOptics,
    view: CameraView,
) -> Array:
    """Return the depth of the nearest hit per pixel, FAR where there is none."""
    d = pixel_rays(optics, view) @ turned
    o = (view.camera_in_field - np.array(position)) @ turned
    if shape is Shape.BOX:
        return _box(o, d, np.array(size))
    if shape is Shape.ELLIPSOID:
        return _sphere(o / np.array(size), d / np.array(size), 1.0)
    radius, half = size[0], size[1]
    if shape is Shape.SPHERE:
        return _sphere(o, d, radius)
    ends = (np.array([0.0, 0.0, half]), np.array([0.0, 0.0, -half]))
    side = _side(o, d, radius, half)
    if shape is Shape.CAPSULE:
        caps = [_sphere(o - end, d, radius) for end in ends]
    else:
        caps = [_disk(o - end, d, radius) for end in ends]
    return np.minimum(side, np.minimum(caps[0], caps[1]))


def _first(near: Array, valid: NDArray[np.bool_]) -> Array:
    return np.where(valid & (near > 0.0), near, FAR)


def _sphere(o: Array, d: Array, radius: float) -> Array:
    a, b, c = (d * d).sum(-1), d @ o, o @ o - radius**2
    root = b * b - a * c
    return _first((-b - np.sqrt(np.maximum(root, 0.0))) / a, root > 0.0)


def _side(o: Array, d: Array, radius: float, half: float) -> Array:
    a, b = (d[..., :2] ** 2).sum(-1), d[..., :2] @ o[:2]
    root = b * b - a * (o[:2] @ o[:2] - radius**2)
    t = (-b - np.sqrt(np.maximum(root, 0.0))) / np.maximum(a, 1e-12)
    return _first(t, (root > 0.0) & (np.abs(o[2] + t * d[..., 2]) <= half))


def _disk(o: Array, d: Array, radius: float) -> Array:
    t = -o[2] / np.where(np.abs(d[..., 2]) > 1e-12, d[..., 2], 1e-12)
    hit = o[:2] + t[..., None] * d[..., :2]
    return _first(t, (hit**2).sum(-1) <= radius**2)


def _box(o: Array, d: Array, half: Array) -> Array:
    safe = np.where(np.abs(d) > 1e-12, d, 1e-12)
    low, high = (-half - o) / safe, (half - o) / safe
    enter, leave = np.minimum(low, high).max(-1), np.maximum(low, high).min(-1)
    return _first(enter, enter < leave)
