"""Scene objects of the ball, the goals and the robots of a match."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from kickabout.representations.field import FieldDimensions, GoalKind
from kickabout.robots.appearance import Part, Primitive, Rgb, Shape
from kickabout.simulation.camera.rendering.arrays import Float64Array
from kickabout.simulation.camera.scene.field_parts import board_objects
from kickabout.simulation.camera.scene.objects import (
    Pattern,
    SceneClass,
    SceneObjects,
    joined,
    solid_objects,
)
from kickabout.soccer.boards import goal_color, goal_walls_of
from kickabout.soccer.colors import paint_color

_GLOSS = {
    Part.SHELL: 0.30,
    Part.JERSEY: 0.0,
    Part.NUMBER: 0.0,
    Part.EYE: 0.6,
    Part.JOINT: 0.12,
    Part.SOLE: 0.03,
}
_FRAME_HALF_WIDTH = 0.01  # m, bars of the goal's rear frame


def ball_objects(
    *,
    radius: float,
    ball_in_field: Float64Array,
    rotation: Float64Array,
    color: Rgb = (0.78, 0.78, 0.76),
    velocity: Float64Array | None = None,
    angular_velocity: Float64Array | None = None,
    instance: int = 0,
) -> SceneObjects:
    """Return the ball with its printed patches."""
    ball = solid_objects(
        shape=np.array([Shape.SPHERE], np.int32),
        size=np.array([[radius, radius, radius]]),
        position=np.asarray(ball_in_field, np.float64).reshape(1, 3),
        rotation=np.asarray(rotation, np.float64).reshape(1, 3, 3),
        color=np.array([color]),
        gloss=0.12,
        class_id=SceneClass.BALL,
        instance=instance,
    )
    zero = np.zeros((1, 3))
    return replace(
        ball,
        pattern=np.array([Pattern.BALL], np.int32),
        velocity=zero if velocity is None else np.asarray(velocity, np.float64).reshape(1, 3),
        angular_velocity=zero if angular_velocity is None else angular_velocity.reshape(1, 3),
    )


def goal_objects(
    field: FieldDimensions, *, color: Rgb = (0.72, 0.72, 0.72), instances: tuple[int, int] = (0, 0)
) -> SceneObjects:
    """Return both goals: the opponent's has the first instance number, our own the second."""
    return joined(
        _goal(field, side=1.0, color=color, instance=instances[0]),
        _goal(field, side=-1.0, color=color, instance=instances[1]),
    )


def _box_goal(field: FieldDimensions, *, side: float, color: Rgb, instance: int) -> SceneObjects:
    """Return the walls of a goal; outer faces of another color are no part of it for labels."""
    walls, outside = goal_walls_of(field, side), field.goal.outside
    inner = [wall for wall in walls if not outside or wall.color != outside]
    boards = board_objects(inner, SceneClass.GOAL, plain=color, instance=instance)
    if not outside:
        return boards
    outer = [wall for wall in walls if wall.color == outside]
    return joined(boards, board_objects(outer, SceneClass.WALL))


def _goal(field: FieldDimensions, *, side: float, color: Rgb, instance: int) -> SceneObjects:
    goal = field.goal
    if goal.kind is GoalKind.BOX:
        return _box_goal(field, side=side, color=color, instance=instance)
    color = paint_color(goal_color(goal, side)) if goal_color(goal, side) else color
    front, rear = side * goal.post_x, side * (goal.post_x + goal.depth)
    middle, half_depth = (front + rear) / 2, goal.depth / 2
    top, bar = goal.crossbar_z - goal.post_radius, _FRAME_HALF_WIDTH
    post_half = goal.crossbar_z / 2
    across = np.array([[1.0, 0.0, 0.0], [0.0, 0.0, 1.0], [0.0, -1.0, 0.0]])
    shapes: list[Shape] = [Shape.CYLINDER] * 2 + [Shape.CAPSULE] + [Shape.BOX] * 7
    sizes = [(goal.post_radius, post_half, 0.0)] * 2 + [(goal.post_radius, goal.post_y, 0.0)]
    positions = [(front, y, post_half) for y in (goal.post_y, -goal.post_y)]
    positions.append((front, 0.0, goal.crossbar_z))
    for y in (goal.post_y, -goal.post_y):
        for z in (bar, top):
            sizes.append((half_depth, bar, bar))
            positions.append((middle, y, z))
        sizes.append((bar, bar, top / 2))
        positions.append((rear, y, top / 2))
    sizes.append((bar, goal.post_y, bar))
    positions.append((rear, 0.0, bar))
    rotations = np.tile(np.eye(3), (len(shapes), 1, 1))
    rotations[2] = across
    solids = solid_objects(
        shape=np.array(shapes, np.int32),
        size=np.array(sizes),
        position=np.array(positions),
        rotation=rotations,
        color=np.tile(color, (len(shapes), 1)),
        gloss=0.15,
        class_id=SceneClass.GOAL,
        instance=instance,
    )
    width, height = goal.post_y, top / 2
    return replace(
        solids,
        net_center=np.array(
            [
                (rear, 0.0, height),
                (middle, width, height),
                (middle, -width, height),
                (middle, 0.0, top),
            ]
        ),
        net_half_axes=np.array(
            [
                [(0.0, width, 0.0), (0.0, 0.0, height)],
                [(half_depth, 0.0, 0.0), (0.0, 0.0, height)],
                [(half_depth, 0.0, 0.0), (0.0, 0.0, height)],
                [(half_depth, 0.0, 0.0), (0.0, width, 0.0)],
            ]
        ),
        net_instance=np.full(4, instance, np.int32),
    )


class RobotFigure:
    """A robot's primitives, which can be placed by the poses of its links."""

    def __init__(self, primitives: Sequence[Primitive], *, instance: int) -> None:
        parts = [p.part for p in primitives]
        self.links: tuple[str, ...] = tuple(dict.fromkeys(p.link for p in primitives))
        self.link = np.array([self.links.index(p.link) for p in primitives], np.int64)
        self.position_in_link = np.array([p.position_in_link for p in primitives])
        self.rotation_in_link = np.stack(
            [_rotation_of_quaternion(p.quaternion_in_link) for p in primitives]
        )
        self.template = solid_objects(
            shape=np.array([p.shape for p in primitives], np.int32),
            size=np.array([p.size for p in primitives]),
            color=np.array([p.color for p in primitives]),
            gloss=np.array([_GLOSS[part] for part in parts]),
            class_id=np.array(
                [
                    SceneClass.JERSEY if part in (Part.JERSEY, Part.NUMBER) else SceneClass.ROBOT
                    for part in parts
                ],
                np.int32,
            ),
            instance=instance,
        )

    def objects(
        self, *, link_rotations: Float64Array, links_in_field: Float64Array
    ) -> SceneObjects:
        """Return the primitives for link poses (l×3×3, link to field, and l×3) as in `links`."""
        rotation = link_rotations[self.link]
        offset = np.einsum("nij,nj->ni", rotation, self.position_in_link)
        return replace(
            self.template,
            position=links_in_field[self.link] + offset,
            rotation=rotation @ self.rotation_in_link,
        )

    def objects_at(
        self, link_poses: Mapping[str, tuple[Float64Array, Float64Array]]
    ) -> SceneObjects:
        """Return the primitives for link poses by name: rotation and position in the field."""
        missing = [link for link in self.links if link not in link_poses]
        if missing:
            raise ValueError(f"the poses of the robot's links {', '.join(missing)} are missing")
        poses = [link_poses[link] for link in self.links]
        return self.objects(
            link_rotations=np.stack([p[0] for p in poses]),
            links_in_field=np.stack([p[1] for p in poses]),
        )


def _rotation_of_quaternion(quaternion: tuple[float, float, float, float]) -> Float64Array:
    w, x, y, z = np.array(quaternion) / np.linalg.norm(quaternion)
    return np.array(
        [
            [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
            [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
            [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
        ]
    )
