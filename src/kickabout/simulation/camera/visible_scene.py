"""Visible scene: from snapshots to the ball and all robots as scene objects."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache

import numpy as np

from kickabout.framework.compilation import kernel
from kickabout.geometry import FloatArray, matrix_from_quaternion
from kickabout.geometry.arrays import IndexArray
from kickabout.representations import FieldDimensions
from kickabout.representations.field import Ball
from kickabout.robots.forward_kernels import forward
from kickabout.robots.kind import RobotKind
from kickabout.simulation.camera.scene.objects import Pattern, SceneObjects, joined
from kickabout.simulation.camera.scene.scene_parts import RobotFigure, ball_objects
from kickabout.simulation.physics.snapshot import Snapshot
from kickabout.simulation.referee.view import RobotId, TeamSide
from kickabout.soccer.colors import jersey_color, paint_color


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _Primitives:
    """Primitives of a match: the ball is row 0, those of the robots follow in their order."""

    objects: SceneObjects  # with everything but their poses
    robots_of_kind: dict[RobotKind, IndexArray]
    ends: IndexArray  # row after the last one of the ball and of each robot
    links: IndexArray  # to which rows are fixed; the ball's entry is not used, here and below
    position_in_link: FloatArray
    rotation_in_link: FloatArray


class VisibleScene:
    """The ball and the robots of a match as scene objects.

    The objects of the newest snapshot are kept, because all cameras of a process take pictures
    of the same one.
    """

    def __init__(
        self, ids: Sequence[RobotId], field: FieldDimensions, jerseys: tuple[str, str]
    ) -> None:
        self._match = (tuple(ids), jerseys, field.ball)
        self._newest: tuple[Snapshot, SceneObjects] | None = None

    def objects(self, snapshot: Snapshot) -> SceneObjects:
        """Return the ball (instance 1) and the robots (from instance 2 on, in their order)."""
        if self._newest is None or self._newest[0] is not snapshot:
            self._newest = (
                snapshot,
                _placed(snapshot, _primitives_of(snapshot.kinds, *self._match)),
            )
        return self._newest[1]


def _placed(snapshot: Snapshot, primitives: _Primitives) -> SceneObjects:
    """Return the objects of a match where they are in a snapshot."""
    count = len(primitives.objects)
    position, rotation = np.empty((count, 3)), np.empty((count, 3, 3))
    velocity = np.zeros((count, 3))
    position[0], velocity[0] = snapshot.ball_position, snapshot.ball_velocity
    rotation[0] = matrix_from_quaternion(snapshot.ball_quaternion)
    for kind, robots in primitives.robots_of_kind.items():
        kinematics = kind.kinematics()
        frames = len(kinematics.tree)
        _place_robots(
            robots,
            snapshot.joint_angles,
            snapshot.torso_quaternions,
            snapshot.torso_positions,
            kinematics.tree,
            kinematics.geometry,
            primitives.ends,
            primitives.links,
            primitives.position_in_link,
            primitives.rotation_in_link,
            np.empty((frames, 3, 3)),
            np.empty((frames, 3)),
            position,
            rotation,
        )
    return replace(primitives.objects, position=position, rotation=rotation, velocity=velocity)


@cache
def _primitives_of(
    kinds: tuple[RobotKind, ...],
    ids: tuple[RobotId, ...],
    jerseys: tuple[str, str],
    dimensions: Ball,
) -> _Primitives:
    ball = _ball(dimensions)
    figures, rows = [], []
    for index, (robot, kind) in enumerate(zip(ids, kinds, strict=True)):
        jersey = jerseys[0] if robot.team is TeamSide.HOME else jerseys[1]
        primitives = kind.appearance(jersey=jersey_color(jersey), number=robot.number)
        figure = RobotFigure(primitives, instance=index + 2)
        figures.append(figure)
        rows.append(np.array([kind.row(name) for name in figure.links])[figure.link])
    return _Primitives(
        objects=joined(ball, *(figure.template for figure in figures)),
        robots_of_kind={
            kind: np.array([row for row, other in enumerate(kinds) if other is kind])
            for kind in dict.fromkeys(kinds)
        },
        ends=np.cumsum([1, *(len(figure.link) for figure in figures)]),
        links=np.concatenate([np.zeros(1, np.int64), *rows]),
        position_in_link=np.concatenate([np.zeros((1, 3)), *(f.position_in_link for f in figures)]),
        rotation_in_link=np.concatenate(
            [np.zeros((1, 3, 3)), *(f.rotation_in_link for f in figures)]
        ),
    )


def _ball(ball: Ball) -> SceneObjects:
    made = ball_objects(
        radius=ball.radius, ball_in_field=np.zeros(3), rotation=np.eye(3), instance=1
    )
    if not ball.color:
        return made
    color = np.array([paint_color(ball.color)])
    return replace(made, color=color, pattern=np.array([Pattern.NONE], np.int32))


@kernel
def _place_robots(
    robots: IndexArray,
    joint_angles: FloatArray,
    torso_quaternions: FloatArray,
    torso_positions: FloatArray,
    tree: IndexArray,
    dimensions: FloatArray,
    ends: IndexArray,
    links: IndexArray,
    position_in_link: FloatArray,
    rotation_in_link: FloatArray,
    link_rotations: FloatArray,
    link_positions: FloatArray,
    position: FloatArray,
    rotation: FloatArray,
) -> None:
    """Set position and rotation of the primitives of these robots; link poses are scratch."""
    center_of_mass = np.empty(3)
    for robot in robots:
        forward(
            joint_angles[robot], tree, dimensions, link_rotations, link_positions, center_of_mass
        )
        _transform_to_world(
            matrix_from_quaternion(torso_quaternions[robot]),
            torso_positions[robot],
            link_rotations,
            link_positions,
        )
        for row in range(ends[robot], ends[robot + 1]):
            link = link_rotations[links[row]]
            for i in range(3):
                a, b, c = link[i, 0], link[i, 1], link[i, 2]
                inside, turn = position_in_link[row], rotation_in_link[row]
                position[row, i] = link_positions[links[row], i] + (
                    a * inside[0] + b * inside[1] + c * inside[2]
                )
                for k in range(3):
                    rotation[row, i, k] = a * turn[0, k] + b * turn[1, k] + c * turn[2, k]


@kernel
def _transform_to_world(
    torso_rotation: FloatArray, torso: FloatArray, rotations: FloatArray, positions: FloatArray
) -> None:
    """Transform link poses from the torso's frame to the world's."""
    for link in range(positions.shape[0]):
        x, y, z = positions[link, 0], positions[link, 1], positions[link, 2]
        for i in range(3):
            a, b, c = torso_rotation[i, 0], torso_rotation[i, 1], torso_rotation[i, 2]
            positions[link, i] = torso[i] + (a * x + b * y + c * z)
        for k in range(3):
            x, y, z = rotations[link, 0, k], rotations[link, 1, k], rotations[link, 2, k]
            for i in range(3):
                a, b, c = torso_rotation[i, 0], torso_rotation[i, 1], torso_rotation[i, 2]
                rotations[link, i, k] = a * x + b * y + c * z
