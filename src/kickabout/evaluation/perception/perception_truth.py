"""Ground truth of perception: from a labeled image to the lines and marks visible in it."""

import math
from dataclasses import dataclass

import numpy as np

from kickabout.evaluation.perception.perception_scenes import LabeledImage
from kickabout.geometry import (
    BoolArray,
    Field,
    FloatArray,
    Points2,
    Pose2,
    Robot,
    Vec,
    readonly,
)
from kickabout.perception.camera.camera_projection import CameraProjection, robot_to_image
from kickabout.representations import ImageCoordinateSystem, IntersectionKind
from kickabout.simulation.camera.scene.objects import SceneClass
from kickabout.simulation.oracles.observation.landmarks import LEG, intersections_of

SAMPLE = 0.05  # m, between points of lines


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class LineTruth:
    """Points of all straight lines, and which of them are visible."""

    points_in_robot: Points2  # m
    pixels: Points2  # px, NaN behind the camera
    directions_px: Points2  # unit vectors along the line in the image
    visible: BoolArray
    distances: Vec  # m, from the robot


def true_projection(shot: LabeledImage, system: ImageCoordinateSystem) -> CameraProjection:
    """Return the true camera pose with the rotation between rows that the robot estimated."""
    info = shot.info
    return CameraProjection(
        intrinsics=readonly((*info.focal_length, *info.center, 0.0, 0.0, 0.0)),
        rotation=shot.camera_to_robot.rotation,
        position_in_robot=shot.camera_to_robot.translation,
        shutter=readonly((*system.row_rotation, system.row_of_matrix)),
    )


def in_robot(shot: LabeledImage, points_in_field: Points2) -> Points2:
    assert shot.robot_to_field is not None
    back = shot.robot_to_field.inverse()
    c, s = math.cos(back.theta), math.sin(back.theta)
    x, y = points_in_field[:, 0], points_in_field[:, 1]
    return np.column_stack((back.x + c * x - s * y, back.y + s * x + c * y))


def line_truth(shot: LabeledImage, projection: CameraProjection) -> LineTruth:
    assert shot.field is not None
    starts, ends = [], []
    for x1, y1, x2, y2 in shot.field.line_segments():
        count = max(int(math.hypot(x2 - x1, y2 - y1) / SAMPLE), 1)
        fraction = np.linspace(0.0, 1.0, count + 1).reshape(-1, 1)
        points = np.array((x1, y1)) * (1.0 - fraction) + np.array((x2, y2)) * fraction
        starts.append(points[:-1])
        ends.append(points[1:])
    first, second = (in_robot(shot, np.concatenate(part)) for part in (starts, ends))
    middle = 0.5 * (first + second)
    pixels = robot_to_image(middle, projection, 0.0)
    along = robot_to_image(second, projection, 0.0) - robot_to_image(first, projection, 0.0)
    length = np.maximum(np.hypot(along[:, 0], along[:, 1]), 1e-9)
    return LineTruth(
        points_in_robot=middle,
        pixels=pixels,
        directions_px=along / length.reshape(-1, 1),
        visible=painted_at(shot, pixels),
        distances=np.hypot(middle[:, 0], middle[:, 1]),
    )


def painted_at(shot: LabeledImage, pixels: Points2) -> BoolArray:
    """Return whether the label image shows lines within a pixel of the points."""
    assert shot.labels is not None
    return shows(shot, pixels, (SceneClass.LINE,))


def shows(shot: LabeledImage, pixels: Points2, classes: tuple[SceneClass, ...]) -> BoolArray:
    """Return whether the label image has one of these classes within a pixel of the points."""
    assert shot.labels is not None
    labels = shot.labels.classes
    height, width = labels.shape
    inside = np.isfinite(pixels[:, 0]) & np.isfinite(pixels[:, 1])
    clean = np.where(inside.reshape(-1, 1), pixels, -1.0)
    column, row = np.rint(clean[:, 0]).astype(int), np.rint(clean[:, 1]).astype(int)
    inside &= (column >= 1) & (row >= 1) & (column < width - 1) & (row < height - 1)
    column, row = np.clip(column, 1, width - 2), np.clip(row, 1, height - 2)
    found = np.zeros(len(pixels), np.bool_)
    for dy in (-1, 0, 1):
        for dx in (-1, 0, 1):
            found |= np.isin(labels[row + dy, column + dx], classes)
    return found & inside


def circle_points(shot: LabeledImage, count: int = 72) -> Points2:
    assert shot.field is not None
    angles = np.arange(count) * (2.0 * math.pi / count)
    circle = shot.field.center_circle_radius * np.column_stack((np.cos(angles), np.sin(angles)))
    return in_robot(shot, circle)


@dataclass(frozen=True, slots=True, kw_only=True)
class TrueIntersection:
    """An intersection of lines with everything in view that determines its kind."""

    kind: IntersectionKind
    x: float  # m, in the robot's frame
    y: float


def visible_intersections(
    shot: LabeledImage, projection: CameraProjection
) -> list[TrueIntersection]:
    """Return the intersections that are visible with all their legs."""
    assert shot.field is not None
    intersections = intersections_of(shot.field)
    found = []
    for kind, point, direction in zip(
        intersections.kinds, intersections.points_in_field, intersections.directions, strict=True
    ):
        turns = {IntersectionKind.L: (0, 1), IntersectionKind.T: (0, 1, 3)}.get(kind, range(4))
        angles = np.array([direction + 0.5 * math.pi * turn for turn in turns])
        legs = point[:2] + LEG * np.column_stack((np.cos(angles), np.sin(angles)))
        points = in_robot(shot, np.vstack((point[:2], legs)))
        if painted_at(shot, robot_to_image(points, projection, 0.0)).all():
            found.append(TrueIntersection(kind=kind, x=float(points[0, 0]), y=float(points[0, 1])))
    return found


def marks_in_robot(shot: LabeledImage) -> list[tuple[float, float]]:
    assert shot.field is not None
    x = shot.field.penalty_mark_x
    marks = in_robot(shot, np.array(((x, 0.0), (-x, 0.0))))
    return [(float(mark[0]), float(mark[1])) for mark in marks]


def mark_is_visible(
    shot: LabeledImage, projection: CameraProjection, mark: tuple[float, float]
) -> bool:
    """Return whether the center and a ring of carpet around it are visible and unoccluded."""
    assert shot.field is not None
    angles = np.arange(8) * (0.25 * math.pi)
    ring = np.array(mark) + 0.12 * np.column_stack((np.cos(angles), np.sin(angles)))
    around = robot_to_image(ring, projection, 0.0)
    center = robot_to_image(np.array((mark,)), projection, 0.0)
    free = shows(shot, around, (SceneClass.FIELD,)).all()
    return bool(free and painted_at(shot, center)[0])


def boundary_truth(shot: LabeledImage, step: int = 8) -> FloatArray:
    """Return columns and the first rows of carpet, where nothing occludes the carpet's end."""
    assert shot.labels is not None
    classes = shot.labels.classes
    carpet = (classes == SceneClass.FIELD) | (classes == SceneClass.LINE)
    found = []
    for x in range(step // 2, classes.shape[1], step):
        rows = np.flatnonzero(carpet[:, x])
        behind = (SceneClass.BACKGROUND, SceneClass.CLUTTER)
        if len(rows) and rows[0] > 0 and classes[rows[0] - 1, x] in behind:
            found.append((float(x), float(rows[0])))
    return np.array(found).reshape(-1, 2)


def mirrored_pose_error(estimated: Vec, true: Pose2[Robot, Field]) -> tuple[float, float]:
    """Return the error (m, rad) to the true pose or its mirror image, whichever is nearer."""
    best = (math.inf, math.inf)
    for sign in (1.0, -1.0):
        dx, dy = estimated[0] - sign * true.x, estimated[1] - sign * true.y
        turn = estimated[2] - true.theta - (0.0 if sign > 0.0 else math.pi)
        angle = abs(math.atan2(math.sin(turn), math.cos(turn)))
        best = min(best, (float(math.hypot(dx, dy)), angle))
    return best
