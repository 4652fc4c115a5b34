"""Appearances of robots for training: from a NAO made of primitives to varied robots."""

import math
from dataclasses import replace

import numpy as np

from kickabout.robots.appearance import Shape
from kickabout.simulation.camera.rendering.arrays import Float64Array
from kickabout.simulation.camera.scene.objects import SceneClass, SceneObjects

BOXY = 0.4  # fraction of foreign robots with boxes as parts
PLAIN = 0.4  # fraction without numbers
# fractions: one color; one of three colors for each part; one for shells and one for joints
UNIFORM, MOTLEY, REPAINTED = 0.3, 0.2, 0.35
JOINT_SHADE = 0.4  # reflectance, darker parts of a NAO are its joints
ROUND_TO_EDGED = 0.86  # half edge of a box, in radii of the replaced part


def restyled(robot: SceneObjects, rng: np.random.Generator) -> SceneObjects:
    """Return a NAO with other shades of white and gray, and slightly varied limbs."""
    count = len(robot)
    shade = np.exp(rng.normal(0.0, 0.15) + rng.normal(0.0, 0.08, (count, 1)))
    tint = np.exp(rng.normal(0.0, 0.04, 3))
    sizes = np.exp(rng.normal(0.0, 0.05, (count, 1)))
    return replace(
        robot, color=np.clip(robot.color * shade * tint, 0.0, 0.95), size=robot.size * sizes
    )


def foreign(robot: SceneObjects, rng: np.random.Generator) -> SceneObjects:
    """Return another humanoid, varied in height, girth, shapes, colors and numbers."""
    robot = _proportioned(robot, rng)
    if rng.random() < BOXY:
        robot = _edged(robot, rng)
    if rng.random() < PLAIN:
        robot = _unnumbered(robot)
    choice = rng.random()
    if choice < UNIFORM:
        robot = _uniform(robot, rng)
    elif choice < UNIFORM + MOTLEY:
        robot = _motley(robot, rng)
    elif choice < UNIFORM + MOTLEY + REPAINTED:
        robot = _repainted(robot, rng)
    return replace(robot, gloss=np.full(len(robot), rng.uniform(0.0, 0.4)))


def _proportioned(robot: SceneObjects, rng: np.random.Generator) -> SceneObjects:
    """Scale the height and the girth of a robot at its position."""
    scale, girth = math.exp(rng.normal(0.0, 0.07)), math.exp(rng.normal(0.0, 0.14))
    middle = robot.position.mean(axis=0) * (1.0, 1.0, 0.0)
    thickness = girth * np.exp(rng.normal(0.0, 0.1, len(robot)))
    size = scale * robot.size * thickness[:, None]
    is_limb = np.isin(robot.shape, (Shape.CAPSULE, Shape.CYLINDER))
    size[is_limb, 1] = scale * robot.size[is_limb, 1]
    return replace(robot, position=middle + scale * (robot.position - middle), size=size)


def _edged(robot: SceneObjects, rng: np.random.Generator) -> SceneObjects:
    """Replace some or all parts with boxes."""
    chosen = rng.random(len(robot)) < rng.uniform(0.3, 1.2)
    size = robot.size.copy()
    limbs = chosen & np.isin(robot.shape, (Shape.CAPSULE, Shape.CYLINDER))
    ends = np.where(robot.shape == Shape.CAPSULE, robot.size[:, 0], 0.0)
    size[limbs, 0] = size[limbs, 1] = ROUND_TO_EDGED * robot.size[limbs, 0]
    size[limbs, 2] = robot.size[limbs, 1] + ROUND_TO_EDGED * ends[limbs]
    spheres = chosen & (robot.shape == Shape.SPHERE)
    size[spheres] = ROUND_TO_EDGED * robot.size[spheres, :1]
    eggs = chosen & (robot.shape == Shape.ELLIPSOID)
    size[eggs] = ROUND_TO_EDGED * robot.size[eggs]
    shape = np.where(chosen, int(Shape.BOX), robot.shape).astype(np.int32)
    return replace(robot, shape=shape, size=size)


def _unnumbered(robot: SceneObjects) -> SceneObjects:
    """Give all parts of the jersey the color of its first part."""
    jersey = np.flatnonzero(robot.class_id == SceneClass.JERSEY)
    color = robot.color.copy()
    color[jersey] = color[jersey[:1]]
    return replace(robot, color=color)


def _repainted(robot: SceneObjects, rng: np.random.Generator) -> SceneObjects:
    """Give shells and joints one color each, which may be the same."""
    is_body = robot.class_id == SceneClass.ROBOT
    is_joint = is_body & (robot.color.mean(axis=1) < JOINT_SHADE)
    shell = _paint(rng, 0.15, 0.9)
    joint = shell if rng.random() < 0.3 else _paint(rng, 0.03, 0.6)
    color = np.where(is_body[:, None], np.where(is_joint[:, None], joint, shell), robot.color)
    shades = np.exp(rng.normal(0.0, 0.08, (len(robot), 1)))
    return replace(robot, color=np.clip(color * shades, 0.0, 0.95))


def _uniform(robot: SceneObjects, rng: np.random.Generator) -> SceneObjects:
    """Give all parts of the body the same color."""
    is_body = (robot.class_id == SceneClass.ROBOT)[:, None]
    return replace(robot, color=np.where(is_body, _paint(rng, 0.2, 0.9), robot.color))


def _motley(robot: SceneObjects, rng: np.random.Generator) -> SceneObjects:
    """Give each part of the body one of three colors at random."""
    paints = np.stack((_paint(rng, 0.5, 0.9), _paint(rng, 0.05, 0.9), _paint(rng, 0.03, 0.4)))
    is_body = (robot.class_id == SceneClass.ROBOT)[:, None]
    chosen = paints[rng.integers(len(paints), size=len(robot))]
    return replace(robot, color=np.where(is_body, chosen, robot.color))


def _paint(rng: np.random.Generator, low: float, high: float) -> Float64Array:
    """Return a random color, mostly of low saturation."""
    strength = float(rng.choice((0.1, 0.1, 0.7)))
    return np.asarray(rng.uniform(low, high) * (1.0 - strength * rng.random(3)))
