"""Messages of Foxglove from values of ours: times, poses, colors and shapes."""

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from foxglove.messages import (
    ArrowPrimitive,
    Color,
    CylinderPrimitive,
    FrameTransform,
    LinePrimitive,
    LinePrimitiveLineType,
    Point3,
    Pose,
    Quaternion,
    SceneEntity,
    SceneUpdate,
    SpherePrimitive,
    TextPrimitive,
    Timestamp,
    Vector3,
)

from kickabout.geometry import FloatArray, Pose2, Pose3, quaternion_from_matrix

WHITE, ORANGE, YELLOW, GRAY = (1.0, 1.0, 1.0), (1.0, 0.5, 0.1), (1.0, 0.9, 0.2), (0.6, 0.6, 0.6)
TEAM_COLORS = {"home": (0.2, 0.5, 1.0), "away": (1.0, 0.25, 0.2)}
LINE_WIDTH = 0.02  # m
LIFT = 0.01  # m, by which flat shapes are above the carpet

Rgb = tuple[float, float, float]
Point = tuple[float, float]
NO_TURN = Quaternion(x=0.0, y=0.0, z=0.0, w=1.0)


def stamp(time: int) -> Timestamp:
    """Return a time in ns as Foxglove's."""
    return Timestamp(time // 10**9, time % 10**9)


def color(rgb: Rgb, alpha: float = 1.0) -> Color:
    return Color(r=rgb[0], g=rgb[1], b=rgb[2], a=alpha)


def vector(values: Sequence[float] | FloatArray) -> Vector3:
    return Vector3(x=float(values[0]), y=float(values[1]), z=float(values[2]))


def turn(quaternion: FloatArray) -> Quaternion:
    """Return a quaternion of ours, which begins with w."""
    w, x, y, z = quaternion.tolist()
    return Quaternion(x=x, y=y, z=z, w=w)


def transform(time: int, parent: str, child: str, pose: Pose3[Any, Any]) -> FrameTransform:
    """Return the transform from a child frame to its parent."""
    return quaternion_transform(
        time, parent, child, pose.translation, quaternion_from_matrix(pose.rotation)
    )


def quaternion_transform(
    time: int, parent: str, child: str, translation: FloatArray, quaternion: FloatArray
) -> FrameTransform:
    return FrameTransform(
        timestamp=stamp(time),
        parent_frame_id=parent,
        child_frame_id=child,
        translation=vector(translation),
        rotation=turn(quaternion),
    )


def at(x: float, y: float, z: float = 0.0) -> Pose:
    return Pose(position=Vector3(x=x, y=y, z=z), orientation=NO_TURN)


def flat_pose(pose: Pose2[Any, Any]) -> Pose:
    upright: Pose3[Any, Any] = Pose3.from_pose2(pose)
    quaternion = quaternion_from_matrix(upright.rotation)
    return Pose(position=vector(upright.translation), orientation=turn(quaternion))


def sphere(center: Point, radius: float, rgb: Rgb, alpha: float = 1.0) -> SpherePrimitive:
    """Return a sphere on the ground."""
    return ball_at(at(*center, radius), radius, rgb, alpha)


def ball_at(pose: Pose, radius: float, rgb: Rgb, alpha: float = 1.0) -> SpherePrimitive:
    size = Vector3(x=2.0 * radius, y=2.0 * radius, z=2.0 * radius)
    return SpherePrimitive(pose=pose, size=size, color=color(rgb, alpha))


def cylinder(
    center: Point,
    radius: float,
    height: float,
    rgb: Rgb,
    alpha: float = 1.0,
    *,
    bottom: float = 0.0,
) -> CylinderPrimitive:
    """Return an upright cylinder, by default on the ground."""
    return CylinderPrimitive(
        pose=at(*center, bottom + height / 2.0),
        size=Vector3(x=2.0 * radius, y=2.0 * radius, z=height),
        bottom_scale=1.0,
        top_scale=1.0,
        color=color(rgb, alpha),
    )


def arrow(pose: Pose2[Any, Any], length: float, rgb: Rgb) -> ArrowPrimitive:
    """Return a flat arrow of this length along the x axis of a pose."""
    head = min(0.08, length / 2.0)
    return ArrowPrimitive(
        pose=flat_pose(pose),
        shaft_length=length - head,
        shaft_diameter=0.02,
        head_length=head,
        head_diameter=0.05,
        color=color(rgb),
    )


def text(words: str, center: Point, height: float, rgb: Rgb = WHITE) -> TextPrimitive:
    return TextPrimitive(
        pose=at(*center, height), billboard=True, font_size=0.12, color=color(rgb), text=words
    )


def segments(
    ends: Iterable[tuple[float, float, float, float]], rgb: Rgb, width: float = LINE_WIDTH
) -> LinePrimitive:
    """Return separate lines on the ground, given both ends of each."""
    points = [point for x, y, u, v in ends for point in (_ground(x, y), _ground(u, v))]
    return _line(LinePrimitiveLineType.LineList, points, rgb, width)


def strip(points: FloatArray, rgb: Rgb, width: float = LINE_WIDTH) -> LinePrimitive:
    """Return a line on the ground through points, one per row."""
    found = [_ground(x, y) for x, y in points.tolist()]
    return _line(LinePrimitiveLineType.LineStrip, found, rgb, width)


def circle(radius: float, rgb: Rgb, width: float = LINE_WIDTH) -> LinePrimitive:
    angles = np.linspace(0.0, 2.0 * np.pi, 49)
    return strip(radius * np.column_stack((np.cos(angles), np.sin(angles))), rgb, width)


def _ground(x: float, y: float) -> Point3:
    return Point3(x=x, y=y, z=LIFT)


def _line(
    kind: LinePrimitiveLineType, points: list[Point3], rgb: Rgb, width: float
) -> LinePrimitive:
    return LinePrimitive(
        type=kind, pose=at(0.0, 0.0), thickness=width, points=points, color=color(rgb)
    )


def scene(
    time: int,
    frame: str,
    name: str,
    *,
    arrows: list[ArrowPrimitive] | None = None,
    cylinders: list[CylinderPrimitive] | None = None,
    lines: list[LinePrimitive] | None = None,
    spheres: list[SpherePrimitive] | None = None,
    texts: list[TextPrimitive] | None = None,
) -> SceneUpdate:
    """Return shapes that move with their frame and replace the earlier ones of the same name."""
    entity = SceneEntity(
        timestamp=stamp(time),
        frame_id=frame,
        id=name,
        frame_locked=True,
        arrows=arrows or [],
        cylinders=cylinders or [],
        lines=lines or [],
        spheres=spheres or [],
        texts=texts or [],
    )
    return SceneUpdate(deletions=[], entities=[entity])
