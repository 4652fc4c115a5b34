"""Standard topics of Foxglove, derived from ours.

They show what ours hold, in the schemas that viewers draw: frames, scenes, images, marks on images,
poses, a log, and errors of the estimates as curves. Nothing is computed for them in a match.
"""

import math
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from foxglove.messages import Log, LogLevel

from kickabout.recording.event_texts import EventTexts
from kickabout.recording.format.messages import Annotation
from kickabout.recording.format.messages import CompressedImage as RecordedImage
from kickabout.recording.program import RobotProgram
from kickabout.recording.viewers import frames, furniture, images, scenes
from kickabout.recording.viewers.derivation import (
    REFEREE,
    ErrorTracker,
    ThreadRoles,
    decision_text,
    field_of_programs,
    kinds_of_programs,
    robot_and_thread,
)
from kickabout.recording.viewers.percepts import PerceptShapes
from kickabout.recording.viewers.shapes import stamp
from kickabout.representations import (
    BallModel,
    BallPercept,
    CameraInfo,
    CameraMatrix,
    FieldBoundaryPercept,
    IntersectionsPercept,
    LinesPercept,
    ObstacleModel,
    PenaltyMarkPercept,
    RobotPose,
    RobotsPercept,
    TeamBall,
    TorsoState,
    TrueWorld,
)
from kickabout.robots.kind import RobotKind

Found = Iterator[tuple[str, Any]]

PREFIX = "foxglove"  # of the topics
OBSTACLE_HEIGHT = 0.5  # m, if the program that knows them is not recorded
PERCEPTS: dict[type, Callable[[PerceptShapes, int, Any], Found]] = {
    LinesPercept: PerceptShapes.lines,
    BallPercept: PerceptShapes.ball,
    RobotsPercept: PerceptShapes.robots,
    PenaltyMarkPercept: PerceptShapes.penalty_mark,
    IntersectionsPercept: PerceptShapes.intersections,
    FieldBoundaryPercept: PerceptShapes.boundary,
}
# Of our topics; others have no standard form. Other threads have copies of what cameras provide.
SOURCES = {
    *PERCEPTS,
    *(TrueWorld, RobotPose, TorsoState, CameraMatrix, CameraInfo, BallModel, TeamBall),
    *(ObstacleModel, RecordedImage, Annotation),
}


class StandardTopics:
    """Derives the standard topics of one match; its messages are given in order of time.

    Scenes that stay as they are may be repeated, for viewers that connect later.
    """

    def __init__(self, programs: Mapping[str, RobotProgram], *, repeat: float = math.inf) -> None:
        self._repeat = repeat * 1e9  # ns
        self._kinds = kinds_of_programs(programs)
        self._roles = ThreadRoles(programs)
        self._field = field_of_programs(programs)
        self._texts = EventTexts()
        self._cameras: dict[tuple[str, str], PerceptShapes] = {}
        self._infos: dict[tuple[str, str], CameraInfo] = {}
        self._scaled: set[tuple[str, str]] = set()  # cameras whose recorded size is known
        self._shown: dict[str, int] = {}  # scenes that stay as they are: topic → time in ns
        self._errors = ErrorTracker()
        self._home_direction = 1.0

    def derived(self, topic: str, time: int, value: Any) -> Found:
        """Yield topics and messages that follow from a value; the time is in ns."""
        for name, message in self._derived(topic, time, value):
            yield f"{PREFIX}/{name}", message

    def _derived(self, topic: str, time: int, value: Any) -> Found:
        yield from self._at_times("field", time, lambda: furniture.of_field(time, self._field))
        direction = self._home_direction
        yield from self._at_times("transforms", time, lambda: frames.team_fields(time, direction))
        if topic.startswith(REFEREE):
            yield from self._decision(topic.removeprefix(REFEREE), time, value)
        elif isinstance(value, TrueWorld):
            yield from self._truth(time, value)
        elif isinstance(value, Annotation):
            name = f"{topic.removesuffix('annotations').strip('/')} {value.source}".strip()
            yield "log", _log(time, name or "match", value.text)
        else:
            robot, thread = robot_and_thread(topic)
            yield from self._of_robot(robot, thread, time, value)

    def _at_times(self, name: str, time: int, made: Callable[[], Any]) -> Found:
        if name not in self._shown or time >= self._shown[name] + self._repeat:
            self._shown[name] = time
            yield name, made()

    def _decision(self, kind: str, time: int, value: Any) -> Found:
        words = decision_text(self._texts, kind, value)
        if words:
            level = LogLevel.Warning if kind == "PenaltyGiven" else LogLevel.Info
            yield "log", _log(time, "referee", words, level)

    def _truth(self, time: int, world: TrueWorld) -> Found:
        self._errors.world(world)
        if world.home_direction != self._home_direction:
            self._home_direction = world.home_direction
            yield "transforms", frames.team_fields(time, world.home_direction)
        yield from frames.of_world(time, world)
        ball = self._field.ball
        yield from self._at_times("truth/ball", time, lambda: scenes.of_true_ball(time, ball))
        for name in world.robots:
            robot = name.replace(" ", "/")
            kind = self._kinds.get(robot)
            if kind is not None:
                yield from self._body(f"truth/{robot}", time, name, kind)

    def _body(self, topic: str, time: int, name: str, kind: RobotKind) -> Found:
        yield from self._at_times(topic, time, lambda: scenes.of_true_robot(time, name, kind))

    def _of_robot(self, robot: str, thread: str, time: int, value: Any) -> Found:
        if isinstance(value, RobotPose):
            yield from frames.of_pose(time, robot, value)
            kind = self._kinds.get(robot)
            if kind is not None:
                name = f"{robot}/beliefs/robot"
                yield from self._at_times(
                    name, time, lambda: scenes.of_believed_robot(time, robot, kind)
                )
            errors = self._errors.of(robot, value)
            if errors is not None:
                yield f"{robot}/errors", errors
        elif isinstance(value, TorsoState):
            if self._roles.has_body(robot, thread):
                yield from frames.of_torso(time, robot, value)
        elif isinstance(value, BallModel):
            self._errors.ball(robot, value)
            yield from scenes.of_ball_model(time, robot, value, self._field.ball.radius)
        elif isinstance(value, TeamBall):
            yield from scenes.of_team_ball(time, robot, value, self._field.ball.radius)
        elif isinstance(value, ObstacleModel):
            yield from scenes.of_obstacles(time, robot, value, self._height(robot))
        elif camera := self._roles.camera(robot, thread):
            yield from self._of_camera(robot, camera, time, value)

    def _height(self, robot: str) -> float:
        """Return how high obstacles are shown: as high as the robot that knows them."""
        kind = self._kinds.get(robot)
        return kind.shape.height if kind else OBSTACLE_HEIGHT

    def _of_camera(self, robot: str, camera: str, time: int, value: Any) -> Found:
        frame = f"{robot}/{camera}"
        shapes = self._cameras.setdefault((robot, camera), PerceptShapes(robot, camera))
        if isinstance(value, CameraMatrix):
            yield from frames.of_camera(time, robot, camera, value)
        elif isinstance(value, CameraInfo):
            self._infos[robot, camera] = value
            yield f"{frame}/calibration", images.of_camera(time, frame, value, shapes.scale)
        elif isinstance(value, RecordedImage):
            info = self._infos.get((robot, camera))
            if info is not None and info.width and (robot, camera) not in self._scaled:
                self._scaled.add((robot, camera))
                shapes.scale = images.width_of(value) / info.width
                yield f"{frame}/calibration", images.of_camera(time, frame, info, shapes.scale)
            yield f"{frame}/image", images.of_image(time, frame, value)
        elif type(value) in PERCEPTS:
            yield from PERCEPTS[type(value)](shapes, time, value)


def _log(time: int, name: str, words: str, level: LogLevel = LogLevel.Info) -> Log:
    return Log(timestamp=stamp(time), level=level, message=words, name=name)
