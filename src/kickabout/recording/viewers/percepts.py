"""Percepts: as shapes on the field around the robot, and as marks on the image."""

from collections.abc import Iterator, Sequence
from typing import Any

from foxglove.messages import (
    CircleAnnotation,
    ImageAnnotations,
    Point2,
    PointsAnnotation,
    PointsAnnotationType,
    SceneUpdate,
)

from kickabout.recording.viewers.shapes import (
    GRAY,
    ORANGE,
    YELLOW,
    Rgb,
    arrow,
    color,
    cylinder,
    scene,
    segments,
    sphere,
    stamp,
    strip,
    text,
)
from kickabout.representations import (
    BallPercept,
    FieldBoundaryPercept,
    IntersectionsPercept,
    LinesPercept,
    PenaltyMarkPercept,
    RobotsPercept,
)
from kickabout.representations.percepts import Seen

Found = Iterator[tuple[str, SceneUpdate | ImageAnnotations]]
Pixel = tuple[float, float]


class PerceptShapes:
    """Draws the percepts of one camera; image positions are scaled to the recorded images."""

    def __init__(self, robot: str, camera: str) -> None:
        self.robot, self.camera = robot, camera
        self.scale = 1.0  # of recorded images

    def lines(self, time: int, percept: LinesPercept) -> Found:
        ends = [(*line.start_in_robot, *line.end_in_robot) for line in percept.lines]
        yield self._on_field(time, "lines", lines=[segments(ends, YELLOW)])
        marked = [[tuple(line.start_in_image), tuple(line.end_in_image)] for line in percept.lines]
        points = [self._points(PointsAnnotationType.LineStrip, line, YELLOW) for line in marked]
        yield self._on_image(time, "lines", points=points)

    def ball(self, time: int, ball: BallPercept) -> Found:
        seen = ball.seen is not Seen.NO
        x, y = ball.position_in_robot
        shown = [sphere((x, y), 0.05, ORANGE)] if seen else []
        yield self._on_field(time, "ball", spheres=shown)
        ring = CircleAnnotation(
            timestamp=stamp(time),
            position=self._pixel(*ball.center_in_image),
            diameter=2.0 * ball.radius_px * self.scale,
            thickness=2.0,
            outline_color=color(ORANGE),
        )
        yield self._on_image(time, "ball", circles=[ring] if seen else [])

    def robots(self, time: int, percept: RobotsPercept) -> Found:
        places = [tuple(each.position_in_robot) for each in percept.robots]
        shown = [cylinder((x, y), 0.12, 0.4, YELLOW, 0.5) for x, y in places]
        yield self._on_field(time, "robots", cylinders=shown)
        boxes = []
        for each in percept.robots:
            left, top, right, bottom = each.box_in_image
            corners = [(left, top), (right, top), (right, bottom), (left, bottom)]
            boxes.append(self._points(PointsAnnotationType.LineLoop, corners, YELLOW))
        yield self._on_image(time, "robots", points=boxes)

    def penalty_mark(self, time: int, mark: PenaltyMarkPercept) -> Found:
        x, y = mark.position_in_robot
        shown = [cylinder((x, y), 0.08, 0.01, YELLOW)] if mark.seen else []
        yield self._on_field(time, "penalty_mark", cylinders=shown)
        points = [tuple(mark.center_in_image)] if mark.seen else []
        marked = self._points(PointsAnnotationType.Points, points, YELLOW, thickness=8.0)
        yield self._on_image(time, "penalty_mark", points=[marked])

    def intersections(self, time: int, percept: IntersectionsPercept) -> Found:
        poses = [each.pose_in_robot for each in percept.intersections]
        names = [each.kind.value for each in percept.intersections]
        yield self._on_field(
            time,
            "intersections",
            arrows=[arrow(pose, 0.2, YELLOW) for pose in poses],
            texts=[
                text(name, (pose.x, pose.y), 0.1, YELLOW)
                for name, pose in zip(names, poses, strict=True)
            ],
        )

    def boundary(self, time: int, percept: FieldBoundaryPercept) -> Found:
        shown = [strip(percept.points_in_robot, GRAY)] if percept.valid else []
        yield self._on_field(time, "boundary", lines=shown)
        points = percept.points_in_image.tolist() if percept.valid else []
        marked = self._points(PointsAnnotationType.LineStrip, points, GRAY)
        yield self._on_image(time, "boundary", points=[marked])

    def _on_field(self, time: int, name: str, **shapes: Any) -> tuple[str, SceneUpdate]:
        topic = f"{self.robot}/percepts/{self.camera}/{name}"
        return topic, scene(time, f"{self.robot}/robot", f"{self.camera} {name}", **shapes)

    def _on_image(self, time: int, name: str, **marks: Any) -> tuple[str, ImageAnnotations]:
        topic = f"{self.robot}/{self.camera}/marks/{name}"
        return topic, ImageAnnotations(timestamp=stamp(time), **marks)

    def _pixel(self, x: float, y: float) -> Point2:
        return Point2(x=x * self.scale, y=y * self.scale)

    def _points(
        self,
        kind: PointsAnnotationType,
        points: Sequence[Sequence[float]],
        rgb: Rgb,
        *,
        thickness: float = 2.0,
    ) -> PointsAnnotation:
        return PointsAnnotation(
            type=kind,
            points=[self._pixel(x, y) for x, y in points],
            outline_color=color(rgb),
            thickness=thickness,
        )
