"""Comparison of percepts with ground truth: finds, misses and false detections in an image."""

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from kickabout.evaluation.perception.perception_scenes import LabeledImage, TrueRobot
from kickabout.evaluation.perception.perception_truth import (
    SAMPLE,
    LineTruth,
    boundary_truth,
    circle_points,
    in_robot,
    line_truth,
    mark_is_visible,
    marks_in_robot,
    mirrored_pose_error,
    painted_at,
    true_projection,
    visible_intersections,
)
from kickabout.geometry import FloatArray, Points2
from kickabout.perception.camera.camera_projection import (
    CameraProjection,
    image_to_robot,
    robot_to_image,
)
from kickabout.representations import (
    BallPercept,
    CenterCirclePercept,
    FieldBoundaryPercept,
    FieldFeaturesPercept,
    ImageCoordinateSystem,
    IntersectionsPercept,
    LinesPercept,
    PenaltyMarkPercept,
    RobotPercept,
    RobotsPercept,
    Seen,
    TeamSeen,
)
from kickabout.simulation.camera.scene.objects import SceneClass

CIRCLE_FRACTION = 0.5  # of the circle's points in view, for it to count as visible
MIN_COLUMNS = 0.4  # fraction of the columns in which the carpet's end is in view
BALL_PIXELS = 12  # of the ball in view, for it to count as visible
BALL_FRACTION = 0.5  # of the ball's disk in view, too
BALL_TOLERANCE = 2.0  # px by which a detected center may be outside the ball's disk
ROBOT_PIXELS = 150  # of a robot in view in an image 640 px wide
ROBOT_FRACTION = 0.4  # of a standing robot's box in the image; unoccluded robots fill 0.5 to 0.9
MIN_ROBOT_FRACTION = 0.2  # of a robot's height in the image
FEET_MARGIN = 2  # px, between a robot and the image's lower edge
ROBOT_HEIGHT, ROBOT_ASPECT_RATIO = 0.55, 0.42  # m; width by height


@dataclass(frozen=True, slots=True, kw_only=True)
class EvaluationEvent:
    """An object that was found, missed, or detected where there is none."""

    what: str  # "lines", "circle", "intersections", "mark", "boundary", "ball", "robots", …
    outcome: str  # "found", "missed" or "false"
    distance: float = 0.0  # m
    weight: float = 1.0  # m of lines, else 1
    error: float | None = None  # m on the ground, px of the boundary
    right: bool | None = None  # kind of intersection, jersey; point of the boundary within 1 σ
    condition: str = ""
    camera: str = ""


def evaluation_events(shot: LabeledImage, seen: Mapping[type, Any]) -> list[EvaluationEvent]:
    """Compare percepts of an image with ground truth; return all events."""
    events = [*_ball(shot, seen), *_robots(shot, seen)]
    if shot.field is not None and shot.robot_to_field is not None and shot.labels is not None:
        projection = true_projection(shot, seen.get(ImageCoordinateSystem, ImageCoordinateSystem()))
        events += [*_lines(shot, seen, projection), *_circle(shot, seen, projection)]
        events += [*_intersections(shot, seen, projection), *_mark(shot, seen, projection)]
        events += [*_boundary(shot, seen), *_features(shot, seen)]
    return events


def _event(
    shot: LabeledImage,
    what: str,
    outcome: str,
    *,
    distance: float = 0.0,
    weight: float = 1.0,
    error: float | None = None,
    right: bool | None = None,
) -> EvaluationEvent:
    return EvaluationEvent(
        what=what,
        outcome=outcome,
        distance=distance,
        weight=weight,
        error=error,
        right=right,
        condition=shot.condition,
        camera=shot.info.camera,
    )


def _lines(
    shot: LabeledImage, seen: Mapping[type, Any], projection: CameraProjection
) -> Iterator[EvaluationEvent]:
    if LinesPercept not in seen:
        return
    truth = line_truth(shot, projection)
    segments = [(*line.start_in_image, *line.end_in_image) for line in seen[LinesPercept].lines]
    found = _covered(truth, np.array(segments).reshape(-1, 4), shot.image.width)
    for i in np.flatnonzero(truth.visible):
        outcome = "found" if found[i] else "missed"
        yield _event(shot, "lines", outcome, distance=float(truth.distances[i]), weight=SAMPLE)
    for segment in segments:
        yield from _false_parts(shot, segment, truth, projection)


def _tolerance(width: int) -> float:
    """Return how far off a line may be in the image (px): a third of a degree."""
    return 3.0 * max(width / 640.0, 0.6)


def _covered(truth: LineTruth, segments: FloatArray, width: int) -> "np.ndarray[Any, Any]":
    """Return which true points lie on a segment of about their direction."""
    covered = np.zeros(len(truth.pixels), np.bool_)
    for x1, y1, x2, y2 in segments:
        length = max(math.hypot(x2 - x1, y2 - y1), 1e-9)
        ux, uy = (x2 - x1) / length, (y2 - y1) / length
        dx, dy = truth.pixels[:, 0] - x1, truth.pixels[:, 1] - y1
        along, across = dx * ux + dy * uy, np.abs(dy * ux - dx * uy)
        alike = np.abs(truth.directions_px[:, 0] * ux + truth.directions_px[:, 1] * uy) > 0.97
        near = (along > -_tolerance(width)) & (along < length + _tolerance(width))
        covered |= near & alike & (across <= _tolerance(width))
    return covered


def _false_parts(
    shot: LabeledImage, segment: tuple[float, ...], truth: LineTruth, projection: CameraProjection
) -> Iterator[EvaluationEvent]:
    """Return an event for each part of a detected segment that lies on no straight line."""
    ends = image_to_robot(np.array(segment).reshape(2, 2), projection, 0.0)
    if not np.isfinite(ends).all():
        yield _event(shot, "lines", "false", distance=10.0, weight=SAMPLE)
        return
    length = float(np.hypot(*(ends[1] - ends[0])))
    count = max(int(length / SAMPLE), 1)
    fraction = ((np.arange(count) + 0.5) / count).reshape(-1, 1)
    points = ends[0] * (1.0 - fraction) + ends[1] * fraction
    pixels = robot_to_image(points, projection, 0.0)
    for point, pixel in zip(points, pixels, strict=True):
        off = np.nanmin(np.hypot(*(truth.pixels - pixel).T)) if len(truth.pixels) else math.inf
        gap = np.min(np.hypot(*(truth.points_in_robot - point).T))
        if off > 2.0 * _tolerance(shot.image.width) and gap > 1.5 * SAMPLE:
            distance = float(np.hypot(*point))
            yield _event(shot, "lines", "false", distance=distance, weight=length / count)


def _circle(
    shot: LabeledImage, seen: Mapping[type, Any], projection: CameraProjection
) -> Iterator[EvaluationEvent]:
    if CenterCirclePercept not in seen:
        return
    percept: CenterCirclePercept = seen[CenterCirclePercept]
    points = circle_points(shot)
    visible = float(painted_at(shot, robot_to_image(points, projection, 0.0)).mean())
    x, y = in_robot(shot, np.zeros((1, 2)))[0].tolist()
    distance = math.hypot(x, y)
    error = math.hypot(percept.center_in_robot.x - x, percept.center_in_robot.y - y)
    good = percept.seen and error < 0.15 + 0.12 * distance
    if good:
        yield _event(shot, "circle", "found", distance=distance, error=error)
    elif visible >= CIRCLE_FRACTION:
        yield _event(shot, "circle", "missed", distance=distance)
    if percept.seen and not good:
        yield _event(shot, "circle", "false", distance=distance)


def _intersections(
    shot: LabeledImage, seen: Mapping[type, Any], projection: CameraProjection
) -> Iterator[EvaluationEvent]:
    if IntersectionsPercept not in seen:
        return
    free = list(seen[IntersectionsPercept].intersections)
    for true in visible_intersections(shot, projection):
        distance = math.hypot(true.x, true.y)
        near = [
            (math.hypot(found.pose_in_robot.x - true.x, found.pose_in_robot.y - true.y), k)
            for k, found in enumerate(free)
        ]
        error, k = min(near, default=(math.inf, -1))
        if error < 0.12 + 0.1 * distance:
            right = free.pop(k).kind is true.kind
            yield _event(
                shot, "intersections", "found", distance=distance, error=error, right=right
            )
        else:
            yield _event(shot, "intersections", "missed", distance=distance)


def _mark(
    shot: LabeledImage, seen: Mapping[type, Any], projection: CameraProjection
) -> Iterator[EvaluationEvent]:
    if PenaltyMarkPercept not in seen:
        return
    percept: PenaltyMarkPercept = seen[PenaltyMarkPercept]
    matched = False
    for mark in marks_in_robot(shot):
        distance = math.hypot(*mark)
        x, y = percept.position_in_robot
        error = math.hypot(x - mark[0], y - mark[1])
        if percept.seen and error < 0.15 + 0.1 * distance:
            matched = True
            yield _event(shot, "mark", "found", distance=distance, error=error)
        elif mark_is_visible(shot, projection, mark):
            yield _event(shot, "mark", "missed", distance=distance)
    if percept.seen and not matched:
        x, y = percept.position_in_robot
        yield _event(shot, "mark", "false", distance=math.hypot(x, y))


def _boundary(shot: LabeledImage, seen: Mapping[type, Any]) -> Iterator[EvaluationEvent]:
    truth = boundary_truth(shot)
    enough = len(truth) >= MIN_COLUMNS * shot.image.width / 8
    if FieldBoundaryPercept not in seen or not enough:
        return
    percept: FieldBoundaryPercept = seen[FieldBoundaryPercept]
    if not percept.valid or percept.extrapolated:
        yield _event(shot, "boundary", "missed")
        return
    at = percept.points_in_image
    off = np.abs(np.interp(truth[:, 0], at[:, 0], at[:, 1]) - truth[:, 1])
    sigma = np.interp(truth[:, 0], at[:, 0], percept.deviations_px)
    scale = 640.0 / shot.image.width
    for error, within_sigma in zip(off, off <= sigma, strict=True):
        yield _event(
            shot,
            "boundary",
            "found",
            weight=1.0 / len(truth),
            error=float(error) * scale,
            right=bool(within_sigma),
        )


def _features(shot: LabeledImage, seen: Mapping[type, Any]) -> Iterator[EvaluationEvent]:
    if FieldFeaturesPercept not in seen:
        return
    assert shot.robot_to_field is not None
    for feature in seen[FieldFeaturesPercept].features:
        error, turn = mirrored_pose_error(feature.robot_to_field.array, shot.robot_to_field)
        good = error < 0.6 and turn < 0.25
        yield _event(
            shot, f"feature {feature.kind.value}", "found" if good else "false", error=error
        )


def _ball(shot: LabeledImage, seen: Mapping[type, Any]) -> Iterator[EvaluationEvent]:
    if BallPercept not in seen:
        return
    percept: BallPercept = seen[BallPercept]
    is_reported = percept.seen is Seen.YES
    if shot.ball_in_robot is None:
        if is_reported:
            yield _event(shot, "ball", "false", distance=percept.position_in_robot.norm)
        return
    x, y = float(shot.ball_in_robot[0]), float(shot.ball_in_robot[1])
    distance = math.hypot(x, y)
    error = math.hypot(percept.position_in_robot.x - x, percept.position_in_robot.y - y)
    u, v, radius = _ball_circle(shot, seen)
    off = math.hypot(percept.center_in_image.x - u, percept.center_in_image.y - v)
    hit = is_reported and off < radius + BALL_TOLERANCE
    if hit:
        yield _event(shot, "ball", "found", distance=distance, error=error)
    elif _ball_is_visible(shot, radius):
        yield _event(shot, "ball", "missed", distance=distance)
    if is_reported and not hit:
        yield _event(shot, "ball", "false", distance=percept.position_in_robot.norm)


def _ball_circle(shot: LabeledImage, seen: Mapping[type, Any]) -> tuple[float, float, float]:
    """Return center and radius in px, even outside the image; NaN behind the camera."""
    assert shot.ball_in_robot is not None
    projection = true_projection(shot, seen.get(ImageCoordinateSystem, ImageCoordinateSystem()))
    x, y, height = (float(value) for value in shot.ball_in_robot)
    u, v = robot_to_image(np.array(((x, y),)), projection, height)[0].tolist()
    distance = math.dist((x, y, height), projection.position_in_robot.tolist())
    angle = math.asin(min(height / distance, 0.99))
    return u, v, float(projection.intrinsics[0]) * math.tan(angle)


def _ball_is_visible(shot: LabeledImage, radius: float) -> bool:
    """Return whether the ball is visible; without labels, whether it is inside the image."""
    if shot.labels is None:
        assert shot.ball_in_robot is not None
        return _in_image(shot, shot.ball_in_robot[:2].reshape(1, 2))
    pixels = int(np.count_nonzero(shot.labels.classes == SceneClass.BALL))
    return pixels >= max(BALL_PIXELS, BALL_FRACTION * math.pi * radius**2)


def _in_image(shot: LabeledImage, point: Points2) -> bool:
    pixel = robot_to_image(point, true_projection(shot, ImageCoordinateSystem()), 0.05)[0]
    inside_x = 0.0 <= pixel[0] < shot.info.width
    return bool(inside_x and 0.0 <= pixel[1] < shot.info.height)


def _robots(shot: LabeledImage, seen: Mapping[type, Any]) -> Iterator[EvaluationEvent]:
    if RobotsPercept not in seen:
        return
    percepts = seen[RobotsPercept].robots
    pairs = _robot_pairs(shot.robots, percepts)
    for i, robot in enumerate(shot.robots):
        distance = math.hypot(robot.x, robot.y)
        if i in pairs:
            error, percept = pairs[i][0], percepts[pairs[i][1]]
            right = None
            if percept.team is not TeamSeen.UNKNOWN and robot.own_team is not None:
                right = (percept.team is TeamSeen.OWN) == robot.own_team
            yield _event(shot, "robots", "found", distance=distance, error=error, right=right)
        elif _robot_is_visible(shot, robot):
            yield _event(shot, "robots", "missed", distance=distance)
    matched = {k for _, k in pairs.values()}
    for k, percept in enumerate(percepts):
        if k not in matched:
            yield _event(shot, "robots", "false", distance=percept.position_in_robot.norm)


def _robot_pairs(
    robots: tuple[TrueRobot, ...], percepts: tuple[RobotPercept, ...]
) -> dict[int, tuple[float, int]]:
    """Return error and percept of each robot that was found; the best matches come first."""
    fitting = []
    for i, robot in enumerate(robots):
        for k, percept in enumerate(percepts):
            position = percept.position_in_robot
            error = math.hypot(position.x - robot.x, position.y - robot.y)
            if error < 0.25 + 0.25 * math.hypot(robot.x, robot.y):
                fitting.append((error, i, k))
    pairs: dict[int, tuple[float, int]] = {}
    for error, i, k in sorted(fitting):
        if i not in pairs and all(k != taken for _, taken in pairs.values()):
            pairs[i] = (error, k)
    return pairs


def _robot_is_visible(shot: LabeledImage, robot: TrueRobot) -> bool:
    position = (robot.x, robot.y)
    if shot.labels is None:
        return _in_image(shot, np.array((position,)))
    scale = (shot.image.width / 640.0) ** 2
    shown = shot.labels.instances == robot.instance
    pixels = int(np.count_nonzero(shown))
    is_large = pixels >= ROBOT_PIXELS * scale and _in_image(shot, np.array((position,)))
    # If the feet are outside the image, it does not show how far away they are.
    if not is_large or bool(shown[-FEET_MARGIN:].any()):
        return False
    return robot.fallen or pixels >= ROBOT_FRACTION * _outline_area(shot, position)


def _outline_area(shot: LabeledImage, position: tuple[float, float]) -> float:
    """Return the area (px) of a standing robot's box in the image; infinite if it is too small."""
    projection, point = true_projection(shot, ImageCoordinateSystem()), np.array((position,))
    u, bottom = robot_to_image(point, projection, 0.0)[0].tolist()
    top = float(robot_to_image(point, projection, ROBOT_HEIGHT)[0, 1])
    half = 0.5 * ROBOT_ASPECT_RATIO * (bottom - top)
    wide = min(u + half, shot.info.width) - max(u - half, 0.0)
    high = min(bottom, shot.info.height) - max(top, 0.0)
    return wide * high if high >= MIN_ROBOT_FRACTION * (bottom - top) else math.inf
