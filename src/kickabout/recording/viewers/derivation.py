"""What all viewers derive from our topics: typed values, texts of events, errors of estimates."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from kickabout.body.thread_camera import camera_of
from kickabout.geometry import Field, Pose2, Robot, World, matrix_from_quaternion
from kickabout.recording.event_texts import EventTexts
from kickabout.recording.format.codec import converter
from kickabout.recording.format.messages import COMPRESSED_IMAGE, CompressedImage
from kickabout.recording.format.reader import Recorded, Recording
from kickabout.recording.program import RobotProgram
from kickabout.representations import (
    BallModel,
    FieldDimensions,
    RobotPose,
    SensorFrame,
    TrueWorld,
)
from kickabout.robots.kind import RobotKind, robot_kind

REFEREE = "referee/"  # prefix of the topics of decisions
MOTION, COGNITION = "motion", "cognition"  # usual names of threads without a camera
SIDES = {"home": 1.0, "away": -1.0}


def value_of(recording: Recording, message: Recorded, kinds: set[type]) -> Any:
    """Return the value of a message if viewers need it, else None; decisions stay plain."""
    kind = recording.kind_of(message.topic)
    if message.topic.startswith(REFEREE):
        return message.plain
    if kind in kinds:
        return recording.typed(message)
    if recording.topics[message.topic].kind == COMPRESSED_IMAGE:
        return converter(CompressedImage)(message.plain)
    return None


def robot_and_thread(topic: str) -> tuple[str, str]:
    """Return "home/1" and "cognition" for "home/1/cognition/BallModel"."""
    thread_topic, _, _ = topic.rpartition("/")
    robot, _, thread = thread_topic.rpartition("/")
    return robot, thread


def kinds_of_programs(programs: Mapping[str, RobotProgram]) -> dict[str, RobotKind]:
    """Return the kinds of all robots, by names such as "home/1"."""
    return {
        name.replace(" ", "/"): robot_kind(program.team.robot, program.team.packages)
        for name, program in programs.items()
    }


class ThreadRoles:
    """Which camera a recorded thread has, and which threads run in the frames of the body.

    Without a recorded program, threads have the names that they have in most teams.
    """

    def __init__(self, programs: Mapping[str, RobotProgram]) -> None:
        self._programs = {name.replace(" ", "/"): program for name, program in programs.items()}
        kinds = kinds_of_programs(programs)
        plans = [(r, plan) for r, p in self._programs.items() for plan in p.team.threads]
        self._cameras = {
            (robot, plan.name): camera_of(plan)
            for robot, plan in plans
            if camera_of(plan) in [camera.name for camera in kinds[robot].cameras]
        }
        self._bodies = {(r, plan.name) for r, plan in plans if SensorFrame.__name__ in plan.inputs}

    @property
    def cameras(self) -> list[tuple[str, str]]:
        """Names of robots and their cameras, in the order of threads."""
        return [(robot, camera) for (robot, _), camera in self._cameras.items()]

    def camera(self, robot: str, thread: str) -> str:
        """Return the camera of a thread; empty if it has none."""
        if robot in self._programs:
            return self._cameras.get((robot, thread), "")
        return "" if thread in (COGNITION, MOTION) else thread

    def has_body(self, robot: str, thread: str) -> bool:
        """Return whether a thread gets sensor frames."""
        return (robot, thread) in self._bodies or (robot not in self._programs and thread == MOTION)


def decision_text(texts: EventTexts, kind: str, decided: Mapping[str, Any]) -> str:
    """Return the text of a decision of the referee; empty if it has none."""
    return str(decided["text"]) if kind == "Announcement" else texts.text(kind, decided)


def field_of_programs(programs: Mapping[str, RobotProgram]) -> FieldDimensions:
    constants = [each for program in programs.values() for each in program.constants]
    return next(
        (each for each in constants if isinstance(each, FieldDimensions)), FieldDimensions()
    )


def team_to_world(robot: str, home_direction: float) -> Pose2[Field, World]:
    """Return the pose of the field as a robot's team sees it."""
    attacks = SIDES.get(robot.partition("/")[0], 1.0) * home_direction
    return Pose2(theta=0.0 if attacks > 0.0 else math.pi)


@dataclass(frozen=True, slots=True, kw_only=True)
class EstimateErrors:
    """How far the estimates of a robot are from the truth."""

    position: float  # m
    heading: float  # rad
    ball: float | None = None  # m


class ErrorTracker:
    """Compares the estimates of robots with the newest true world."""

    def __init__(self) -> None:
        self._world = TrueWorld()
        self._balls: dict[str, BallModel] = {}

    def world(self, world: TrueWorld) -> None:
        self._world = world

    def ball(self, robot: str, ball: BallModel) -> None:
        self._balls[robot] = ball

    def of(self, robot: str, pose: RobotPose) -> EstimateErrors | None:
        """Return the errors of a robot's estimates; None if its true pose is not recorded."""
        world, name = self._world, robot.replace("/", " ")
        if name not in world.robots:
            return None
        index = world.robots.index(name)
        estimate = team_to_world(robot, world.home_direction) @ pose.robot_to_field
        x, y, _ = world.torso_positions[index].tolist()
        rotation = matrix_from_quaternion(world.torso_quaternions[index])
        heading = math.atan2(rotation[1, 0], rotation[0, 0]) - estimate.theta
        return EstimateErrors(
            position=math.hypot(estimate.x - x, estimate.y - y),
            heading=abs(math.remainder(heading, math.tau)),
            ball=self._ball_error(robot, estimate),
        )

    def _ball_error(self, robot: str, estimate: Pose2[Robot, World]) -> float | None:
        ball = self._balls.get(robot)
        if ball is None or not ball.known:
            return None
        found = estimate @ ball.position_in_robot
        x, y, _ = self._world.ball_position.tolist()
        return math.hypot(found.x - x, found.y - y)
