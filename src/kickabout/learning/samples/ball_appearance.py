"""Balls and other objects for training: from random numbers to scene objects."""

import math
from dataclasses import replace

import numpy as np

from kickabout.geometry import Vec3, rotation_from_roll_pitch_yaw
from kickabout.robots.appearance import Rgb, Shape
from kickabout.simulation.camera.rendering.arrays import Float64Array
from kickabout.simulation.camera.scene.objects import (
    Pattern,
    SceneClass,
    SceneObjects,
    joined,
    solid_objects,
)
from kickabout.simulation.camera.scene.scene_parts import ball_objects

BALL_INSTANCE = 1
_BUMP = 0.015  # radii by which a patch protrudes from the ball
_GOLDEN = (1.0 + math.sqrt(5.0)) / 2.0
FOREIGN_COLORS: tuple[Rgb, ...] = (
    (0.70, 0.22, 0.02),
    (0.60, 0.04, 0.04),
    (0.05, 0.10, 0.50),
    (0.70, 0.60, 0.05),
    (0.45, 0.10, 0.45),
    (0.20, 0.20, 0.20),
    (0.03, 0.03, 0.03),
)


def random_rotation(rng: np.random.Generator) -> Float64Array:
    roll, pitch, yaw = rng.uniform(-math.pi, math.pi, 3).tolist()
    return rotation_from_roll_pitch_yaw(roll, pitch, yaw)


def random_ball(
    rng: np.random.Generator, ball_in_field: Vec3, *, radius: float, style: float
) -> SceneObjects:
    """Return a black and white ball; `style` in 0 … 1 selects the pattern. A third move."""
    shade = float(rng.uniform(0.5, 0.85))
    ball = ball_objects(
        radius=radius,
        ball_in_field=ball_in_field,
        rotation=random_rotation(rng),
        color=(shade, shade, shade * float(rng.uniform(0.9, 1.05))),
        instance=BALL_INSTANCE,
    )
    if rng.random() < 0.33:
        velocity = np.array((*rng.normal(0.0, 0.8, 2).tolist(), 0.0))
        spin = np.array((-velocity[1], velocity[0], 0.0)) / radius
        ball = replace(ball, velocity=velocity[None], angular_velocity=spin[None])
    if style < 0.6:
        return ball
    plain = replace(ball, pattern=np.array([Pattern.NONE], np.int32))
    centers, angle = _patch_layout(rng, (style - 0.6) / 0.4)
    patches = _patches(plain, centers @ random_rotation(rng).T, angle, rng)
    return joined(plain, patches)


def _patch_layout(rng: np.random.Generator, kind: float) -> tuple[Float64Array, float]:
    """Return the directions of the black patches and their angular radius."""
    if kind < 0.3:  # corners of a cube: eight
        corners = np.array([(x, y, z) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)])
        return corners / math.sqrt(3.0), float(rng.uniform(0.26, 0.40))
    if kind < 0.6:  # corners of an icosahedron: twelve
        ring = [(0.0, a, b) for a in (-1.0, 1.0) for b in (-_GOLDEN, _GOLDEN)]
        corners = np.array([np.roll(point, turn) for point in ring for turn in range(3)])
        return corners / math.hypot(1.0, _GOLDEN), float(rng.uniform(0.26, 0.42))
    if kind < 0.8:  # random directions
        points = rng.standard_normal((int(rng.integers(7, 18)), 3))
        return points / np.linalg.norm(points, axis=1)[:, None], float(rng.uniform(0.22, 0.38))
    return np.concatenate((np.eye(3), -np.eye(3))), float(rng.uniform(0.36, 0.52))  # six


def _patches(
    ball: SceneObjects, directions: Float64Array, angle: float, rng: np.random.Generator
) -> SceneObjects:
    """Return spheres in the ball of which only caps of this angular radius protrude."""
    radius, count = float(ball.size[0, 0]), len(directions)
    depth = (2.0 * _BUMP + _BUMP**2) / (2.0 * (1.0 + _BUMP) - 2.0 * math.cos(angle))
    dark = float(rng.uniform(0.01, 0.08))
    patches = solid_objects(
        shape=np.full(count, Shape.SPHERE, np.int32),
        size=np.full((count, 3), radius * (1.0 + _BUMP - depth)),
        position=ball.position + radius * depth * directions,
        color=np.full((count, 3), dark),
        gloss=0.12,
        class_id=SceneClass.BALL,
        instance=BALL_INSTANCE,
    )
    return replace(patches, velocity=np.repeat(ball.velocity, count, axis=0))


def foreign_thing(rng: np.random.Generator, position: tuple[float, float]) -> SceneObjects:
    """Return an object on the field that is not a ball: a plain sphere, box or cylinder."""
    kind = int(rng.integers(5))
    color = np.array([FOREIGN_COLORS[int(rng.integers(len(FOREIGN_COLORS)))]])
    size = rng.uniform(0.03, 0.08, 3)
    if kind >= 3:
        color = np.full((1, 3), rng.uniform(0.1, 0.8))
    shape = (Shape.SPHERE, Shape.SPHERE, Shape.BOX, Shape.BOX, Shape.CYLINDER)[kind]
    height = float(size[2] if shape is Shape.BOX else size[1] if kind == 4 else size[0])
    return solid_objects(
        shape=np.array([shape], np.int32),
        size=size[None],
        position=np.array([(*position, height)]),
        rotation=rotation_from_roll_pitch_yaw(0.0, 0.0, float(rng.uniform(-3.1, 3.1)))[None],
        color=color,
        gloss=float(rng.uniform(0.0, 0.3)),
        class_id=SceneClass.CLUTTER,
    )


def bare_patch(rng: np.random.Generator, position: tuple[float, float], color: Rgb) -> SceneObjects:
    """Return a flat piece of carpet that hides a part of a line."""
    size = np.array([(*rng.uniform(0.02, 0.08, 2).tolist(), 0.0004)])
    return solid_objects(
        shape=np.array([Shape.BOX], np.int32),
        size=size,
        position=np.array([(*position, 0.0003)]),
        rotation=rotation_from_roll_pitch_yaw(0.0, 0.0, float(rng.uniform(-3.1, 3.1)))[None],
        color=np.array([color]),
        class_id=SceneClass.FIELD,
    )
