"""Recordings for Rerun: poses, images, percepts, beliefs, events and errors, with a blueprint.

The entities form a tree, in which each inherits the pose of what is above it, such as
`field/home/1/torso/upper`.
"""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np
import rerun as rr
import rerun.blueprint as rrb

from kickabout.geometry import Pose3, Vector2
from kickabout.geometry.arrays import readonly
from kickabout.pictures.codec import decoded
from kickabout.recording.event_texts import EventTexts
from kickabout.recording.format.messages import Annotation, CompressedImage
from kickabout.recording.format.reader import Recording
from kickabout.recording.replacing import replacing
from kickabout.recording.viewers.derivation import (
    REFEREE,
    ErrorTracker,
    ThreadRoles,
    decision_text,
    field_of_programs,
    kinds_of_programs,
    robot_and_thread,
    team_to_world,
    value_of,
)
from kickabout.recording.viewers.rerun_field import field_entities, paint
from kickabout.representations import (
    BallModel,
    BallPercept,
    CameraInfo,
    CameraMatrix,
    LinesPercept,
    ObstacleModel,
    RobotPose,
    TorsoState,
    TrueWorld,
)
from kickabout.representations.percepts import Seen

TIMELINE = "match time"
WORLD = "field"
COLORS = {"home": (50, 130, 255), "away": (255, 60, 50)}
ORANGE, YELLOW, GRAY = (255, 130, 30), (255, 230, 50), (150, 150, 150)
UNKNOWN_ROBOT = (0.1, 0.1, 0.1)  # m, half size of a robot without a recorded program
SOURCES: set[type] = {
    *(TrueWorld, RobotPose, TorsoState, CameraMatrix, CameraInfo, BallModel, ObstacleModel),
    *(LinesPercept, BallPercept, Annotation),
}
# Rerun's camera frames have z along the optical axis, x to the right and y down.
OPTICAL: Pose3[Any, Any] = Pose3(readonly([[0.0, 0.0, 1.0], [-1.0, 0.0, 0.0], [0.0, -1.0, 0.0]]))


def write_rerun(recording: Recording, target: Path) -> int:
    """Write a recording for Rerun; return the number of logged values."""
    with replacing(target) as unfinished:
        stream = rr.RecordingStream("kickabout", recording_id=recording.path.stem)
        stream.set_log_time_enabled(False)  # the time of day
        stream.save(unfinished, default_blueprint=blueprint(recording))
        count = _Logging(recording, stream).run()
        stream.flush()
        stream.disconnect()
    return count


def blueprint(recording: Recording) -> rrb.Blueprint:
    """Return the arrangement of views: field, a camera, errors of estimates, events."""
    robot, camera = next(iter(ThreadRoles(recording.programs).cameras), ("home/1", "camera"))
    errors = rrb.TimeSeriesView(name="errors of estimates", origin="/errors")
    return rrb.Blueprint(
        rrb.Horizontal(
            rrb.Vertical(
                rrb.Spatial3DView(name="field", origin=f"/{WORLD}"), errors, row_shares=[3, 1]
            ),
            rrb.Vertical(
                rrb.Spatial2DView(
                    name=f"{robot} {camera}", origin=f"/{WORLD}/{robot}/torso/{camera}"
                ),
                rrb.TextLogView(name="events", origin="/log"),
            ),
            column_shares=[2, 1],
        )
    )


class _Logging:
    """Logs the messages of a recording in order of time."""

    def __init__(self, recording: Recording, stream: rr.RecordingStream) -> None:
        self._recording, self._stream = recording, stream
        self._texts, self._errors = EventTexts(), ErrorTracker()
        self._roles = ThreadRoles(recording.programs)
        self._kinds = kinds_of_programs(recording.programs)
        self._field = field_of_programs(recording.programs)
        self._direction = 1.0  # along x, in which the home team attacks
        self._scales: dict[str, float] = {}  # of recorded images, by entity
        self._infos: dict[str, CameraInfo] = {}
        self._count = 0

    def run(self) -> int:
        self._log(WORLD, rr.ViewCoordinates.FLU, static=True)
        for name, content in field_entities(self._field):
            self._log(f"{WORLD}/{name}", content, static=True)
        for message in self._recording.messages() if self._recording.topics else ():
            value = value_of(self._recording, message, SOURCES)
            if value is not None:
                self._stream.set_time(TIMELINE, duration=message.time)
                self._take(message.topic, value)
        return self._count

    def _log(self, entity: str, *content: Any, static: bool = False) -> None:
        self._stream.log(entity, *content, static=static)
        self._count += 1

    def _take(self, topic: str, value: Any) -> None:
        if topic.startswith(REFEREE):
            words = decision_text(self._texts, topic.removeprefix(REFEREE), value)
            if words:
                self._log("log/referee", rr.TextLog(words, level="INFO"))
        elif isinstance(value, Annotation):
            self._log(f"log/{topic}", rr.TextLog(f"{value.source} {value.text}", level="INFO"))
        elif isinstance(value, TrueWorld):
            self._truth(value)
        else:
            self._of_robot(*robot_and_thread(topic), value)

    def _truth(self, world: TrueWorld) -> None:
        self._errors.world(world)
        self._direction = world.home_direction
        colors = [COLORS.get(name.partition(" ")[0], GRAY) for name in world.robots]
        boxes = rr.Boxes3D(
            centers=world.torso_positions,
            half_sizes=[self._half_size(name) for name in world.robots],
            quaternions=np.roll(world.torso_quaternions, -1, axis=1),
            colors=colors,
            labels=list(world.robots),
        )
        self._log(f"{WORLD}/truth/robots", boxes)
        known = self._field.ball
        ball = rr.Points3D([world.ball_position], radii=known.radius, colors=paint(known.color))
        self._log(f"{WORLD}/truth/ball", ball)

    def _half_size(self, name: str) -> tuple[float, float, float]:
        """Return half of a standing robot's extent around its torso."""
        kind = self._kinds.get(name.replace(" ", "/"))
        if kind is None:
            return UNKNOWN_ROBOT
        above = kind.shape.height - kind.upright.torso_height
        return kind.shape.radius, kind.shape.half_width, max(above, kind.upright.torso_height)

    def _of_robot(self, robot: str, thread: str, value: Any) -> None:
        entity = f"{WORLD}/{robot}"
        if isinstance(value, RobotPose):
            pose = team_to_world(robot, self._direction) @ value.robot_to_field
            moved: Pose3[Any, Any] = Pose3.from_pose2(pose)
            rgb = COLORS.get(robot.partition("/")[0], GRAY)
            self._log(entity, _transform(moved))
            self._log(f"{entity}/heading", rr.Arrows3D(vectors=[(0.3, 0.0, 0.0)], colors=rgb))
            self._plot_errors(robot, value)
        elif isinstance(value, TorsoState) and self._roles.has_body(robot, thread):
            self._log(f"{entity}/torso", _transform(value.torso_to_robot))
        elif isinstance(value, BallModel):
            self._errors.ball(robot, value)
            places = [value.position_in_robot] if value.known else []
            self._log(
                f"{entity}/ball", _spheres(places, [self._field.ball.radius] * len(places), ORANGE)
            )
        elif isinstance(value, ObstacleModel):
            places = [each.center_in_robot for each in value.obstacles]
            radii = [each.radius for each in value.obstacles]
            self._log(f"{entity}/obstacles", _spheres(places, radii, GRAY))
        elif camera := self._roles.camera(robot, thread):
            self._of_camera(entity, camera, value)

    def _plot_errors(self, robot: str, pose: RobotPose) -> None:
        errors = self._errors.of(robot, pose)
        if errors is not None:
            self._log(f"errors/{robot}/position", rr.Scalars(errors.position))
            self._log(f"errors/{robot}/heading", rr.Scalars(errors.heading))
            if errors.ball is not None:
                self._log(f"errors/{robot}/ball", rr.Scalars(errors.ball))

    def _of_camera(self, robot: str, camera: str, value: Any) -> None:
        entity = f"{robot}/torso/{camera}"
        scale = self._scales.get(entity, 1.0)
        if isinstance(value, CameraMatrix) and value.valid:
            self._log(entity, _transform(value.camera_to_torso @ OPTICAL))
        elif isinstance(value, CameraInfo):
            self._infos[entity] = value
            self._log(entity, _pinhole(value, scale))
        elif isinstance(value, CompressedImage):
            self._image(entity, value)
        elif isinstance(value, BallPercept):
            seen = value.seen is not Seen.NO
            centers = [np.array(tuple(value.center_in_image)) * scale] if seen else []
            rings = rr.Points2D(centers, radii=value.radius_px * scale, colors=ORANGE)
            self._log(f"{entity}/ball", rings)
        elif isinstance(value, LinesPercept):
            ends = [(line.start_in_image, line.end_in_image) for line in value.lines]
            strips = [[(x * scale, y * scale) for x, y in line] for line in ends]
            self._log(f"{entity}/lines", rr.LineStrips2D(strips, colors=YELLOW))
            found = [(line.start_in_robot, line.end_in_robot) for line in value.lines]
            flat = [[(x, y, 0.0) for x, y in line] for line in found]
            self._log(f"{robot}/lines_{camera}", rr.LineStrips3D(flat, colors=YELLOW))

    def _image(self, entity: str, image: CompressedImage) -> None:
        info = self._infos.get(entity)
        if entity not in self._scales and info is not None and info.width:
            pixels = decoded(image.data)
            self._scales[entity] = 1.0 if pixels is None else pixels.shape[1] / info.width
            self._log(entity, _pinhole(info, self._scales[entity]))
        self._log(entity, rr.EncodedImage(contents=image.data, media_type="image/jpeg"))


def _transform(pose: Pose3[Any, Any]) -> rr.Transform3D:
    return rr.Transform3D(translation=pose.translation, mat3x3=pose.rotation)


def _pinhole(info: CameraInfo, scale: float) -> rr.Pinhole:
    return rr.Pinhole(
        focal_length=[scale * length for length in info.focal_length],
        principal_point=[scale * place for place in info.center],
        resolution=[scale * info.width, scale * info.height],
        camera_xyz=rr.ViewCoordinates.RDF,
        image_plane_distance=0.3,
    )


def _spheres(
    places: Iterable[Vector2[Any]], radii: list[float], rgb: tuple[int, int, int]
) -> rr.Points3D:
    centers = [(place.x, place.y, radius) for place, radius in zip(places, radii, strict=True)]
    return rr.Points3D(centers, radii=radii, colors=rgb)
