"""The objects of a scene as arrays: one row per primitive, one per net panel."""

import enum
import math
from dataclasses import dataclass, fields

import numpy as np

from kickabout.framework.compilation import kernel
from kickabout.simulation.camera.rendering.arrays import Float64Array, Int32Array


class SceneClass(enum.IntEnum):
    """Values of the class image."""

    BACKGROUND = 0  # walls, floor beside the carpet
    FIELD = 1  # green carpet
    LINE = 2
    BALL = 3
    ROBOT = 4
    JERSEY = 5  # of a robot
    GOAL = 6  # posts, crossbar, frame
    NET = 7
    CLUTTER = 8  # people, tables, banners
    LANDMARK = 9  # colored cylinders
    WALL = 10  # walls and ramps around the field


class Pattern(enum.IntEnum):
    """What is printed on a primitive."""

    NONE = 0
    BALL = 1  # black patches on a sphere


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class SceneObjects:
    """Primitives and nets; use dataclasses.replace to move them."""

    shape: Int32Array  # n, values of Shape
    size: Float64Array  # n×3, m, meaning see Shape
    position: Float64Array  # n×3, m, in the field frame
    rotation: Float64Array  # n×3×3, primitive to field
    color: Float64Array  # n×3, linear reflectance
    gloss: Float64Array  # n, 0 = matt, 1 = mirror-like highlights
    pattern: Int32Array  # n, values of Pattern
    class_id: Int32Array  # n, values of SceneClass
    instance: Int32Array  # n, 0 to 255; neighbors in the array with the same number share a shadow
    velocity: Float64Array  # n×3, m/s
    angular_velocity: Float64Array  # n×3, rad/s; only blurs printed patterns
    net_center: Float64Array  # m×3, m
    net_half_axes: Float64Array  # m×2×3, m, from the center to the middles of two edges
    net_instance: Int32Array  # m

    def __len__(self) -> int:
        return len(self.shape)


def no_objects() -> SceneObjects:
    return solid_objects(
        shape=np.zeros(0, np.int32), size=np.zeros((0, 3)), color=np.zeros((0, 3)), class_id=0
    )


def solid_objects(
    *,
    shape: Int32Array,
    size: Float64Array,
    color: Float64Array,
    class_id: int | Int32Array,
    position: Float64Array | None = None,
    rotation: Float64Array | None = None,
    gloss: float | Float64Array = 0.0,
    instance: int = 0,
) -> SceneObjects:
    """Return primitives at rest without pattern and nets."""
    count = len(shape)
    return SceneObjects(
        shape=np.asarray(shape, np.int32),
        size=np.asarray(size, np.float64).reshape(count, 3),
        position=np.zeros((count, 3)) if position is None else np.asarray(position, np.float64),
        rotation=np.tile(np.eye(3), (count, 1, 1)) if rotation is None else np.asarray(rotation),
        color=np.asarray(color, np.float64).reshape(count, 3),
        gloss=np.broadcast_to(np.asarray(gloss, np.float64), count).copy(),
        pattern=np.zeros(count, np.int32),
        class_id=np.broadcast_to(np.asarray(class_id, np.int32), count).copy(),
        instance=np.full(count, instance, np.int32),
        velocity=np.zeros((count, 3)),
        angular_velocity=np.zeros((count, 3)),
        net_center=np.zeros((0, 3)),
        net_half_axes=np.zeros((0, 2, 3)),
        net_instance=np.zeros(0, np.int32),
    )


def joined(*parts: SceneObjects) -> SceneObjects:
    """Return all parts as one, in the given order."""
    if not parts:
        return no_objects()
    return SceneObjects(
        **{
            f.name: np.concatenate([getattr(p, f.name) for p in parts])
            for f in fields(SceneObjects)
        }
    )


@kernel
def are_finite(
    position: Float64Array,
    rotation: Float64Array,
    size: Float64Array,
    velocity: Float64Array,
    angular_velocity: Float64Array,
) -> bool:
    """Return whether all numbers of some primitives are finite; one sum shows it."""
    total = 0.0
    for n in range(position.shape[0]):
        for i in range(3):
            total += position[n, i] + size[n, i] + velocity[n, i] + angular_velocity[n, i]
            total += rotation[n, i, 0] + rotation[n, i, 1] + rotation[n, i, 2]
    return math.isfinite(total)
