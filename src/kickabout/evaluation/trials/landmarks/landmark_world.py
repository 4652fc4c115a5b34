"""A world without physics for localization by landmarks: a robot, its turning head, flags, goals.

As in the experiments of GermanTeam 2001, section 5.2.5: angles of the head are measured with an
error, and the robot moves otherwise than odometry says.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from kickabout.framework import FrameInfo
from kickabout.geometry import Field, Image, Pose2, Pose3, Robot, Vec, Vector2
from kickabout.geometry.pose3 import sealed
from kickabout.modeling.pose.seen_edges import KnownField, LandmarkPercepts, OwnMotion
from kickabout.representations import (
    AttackDirection,
    CameraMatrix,
    FallState,
    FieldDimensions,
    GoalPercept,
    GoalsPercept,
    GroundContactState,
    LandmarkPercept,
    LandmarksPercept,
    Odometry,
)
from kickabout.representations.field import goal_landmark_name
from kickabout.soccer.landmark_edges import beacon_edges, goal_edges

IMAGE_TIME = 0.04  # s
HALF_VIEW = math.radians(28.8)  # horizontally, of an ERS-210
CAMERA_HEIGHT = 0.22  # m
NECK, NOSE = 0.075, 0.067  # m, from the robot's middle to the neck, from there to the camera
SCAN_RANGE, SCAN_SPEED = 1.4, 1.6  # rad, rad/s
SCAN_TIME = 4.0 * SCAN_RANGE / SCAN_SPEED  # s, to one side, to the other one, and back
SPEED, MAX_TURN = 0.2, 0.8  # m/s, rad/s
NEAR = 0.12  # m, at which flags fill the image


@dataclass(frozen=True, slots=True, kw_only=True)
class WorldErrors:
    """Limits of uniformly distributed errors."""

    head: float = math.radians(5.0)  # rad, of the measured angle of the head in each image
    motion: tuple[float, float, float] = (0.05, 0.01, 0.2)  # fractions of odometry's x, y and turn
    edge: float = 0.006  # rad, of each edge in the image, about a pixel
    distance: float = 0.15  # fraction of distances measured by size


NO_ERRORS = WorldErrors(head=0.0, motion=(0.0, 0.0, 0.0), edge=0.0, distance=0.0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Moment:
    """All inputs of a localization in one image, and the truth."""

    frame: FrameInfo
    seen: LandmarkPercepts
    known: KnownField
    motion: OwnMotion
    truth: Pose2[Robot, Field]


class LandmarkWorld:
    """A robot that stands or walks on arcs while its head scans for landmarks."""

    def __init__(self, field: FieldDimensions, *, seed: int, errors: WorldErrors) -> None:
        self.field = field
        self.errors = errors
        self.random = np.random.default_rng(seed)
        self.known = KnownField(field=field, attack=AttackDirection(along_world_x=1.0))
        self.truth = self.anywhere()
        self.odometry: Pose2[Robot, Robot] = Pose2()
        self.target = self.anywhere()
        self.cycle = 0

    def anywhere(self) -> Pose2[Robot, Field]:
        """Return a random pose that is not close to the walls."""
        x, y = self.field.goal_line_x - 0.25, self.field.side_line_y - 0.2
        return Pose2(*self.random.uniform((-x, -y, -math.pi), (x, y, math.pi)).tolist())

    def moments(self, seconds: float, *, walks: bool) -> Iterator[Moment]:
        """Yield one moment for each image."""
        for _ in range(round(seconds / IMAGE_TIME)):
            if walks:
                self._walk()
            frame = FrameInfo(time=self.cycle * IMAGE_TIME, dt=IMAGE_TIME, cycle=self.cycle)
            yield Moment(
                frame=frame,
                seen=self._seen(),
                known=self.known,
                motion=OwnMotion(
                    odometry=Odometry(robot_to_start=self.odometry),
                    fall=FallState(),
                    ground=GroundContactState(),
                ),
                truth=self.truth,
            )
            self.cycle += 1

    @property
    def pan(self) -> float:
        """The angle of the head, which turns back and forth."""
        phase = self.cycle * IMAGE_TIME / SCAN_TIME % 1.0
        return SCAN_RANGE * (1.0 - 4.0 * abs((phase + 0.75) % 1.0 - 0.5))

    def _walk(self) -> None:
        """Walk to a random target while turning to it."""
        to = self.truth.inverse() @ self.target.position
        if to.norm < 0.25:
            self.target = self.anywhere()
        angle = math.atan2(to.y, to.x)
        turn = max(-MAX_TURN, min(MAX_TURN, 2.0 * angle))
        forward = SPEED if abs(angle) < 1.0 else 0.0
        step = np.array((forward, 0.1 * SPEED * math.sin(0.5 * self.cycle), turn)) * IMAGE_TIME
        off = self.random.uniform(-1.0, 1.0, 3) * self.errors.motion
        self.odometry = self.odometry @ Pose2.from_array(step)
        self.truth = self.truth @ Pose2.from_array(step * (1.0 + off))

    def _seen(self) -> LandmarkPercepts:
        pan, error = self.pan, float(self.random.uniform(-1.0, 1.0)) * self.errors.head
        camera = np.array((NECK + NOSE * math.cos(pan), NOSE * math.sin(pan), CAMERA_HEIGHT))
        position = self.truth @ Vector2(camera[0], camera[1])
        flags = self._flags(position, pan, error)
        goals = self._goals(position, pan, error)
        return LandmarkPercepts(
            landmarks=LandmarksPercept(landmarks=tuple(flags)),
            goals=GoalsPercept(goals=tuple(goals)),
            matrix=CameraMatrix(camera_to_robot=Pose3(np.eye(3), sealed(camera)), valid=True),
        )

    def _in_view(self, edges: tuple[float, float], pan: float) -> list[float | None]:
        """Return the bearings of a left and a right edge in the robot's frame, if in the image."""
        bearings = [math.remainder(edge - self.truth.theta, math.tau) for edge in edges]
        return [
            bearing if abs(math.remainder(bearing - pan, math.tau)) < HALF_VIEW else None
            for bearing in bearings
        ]

    def _flags(self, camera: Vector2[Field], pan: float, error: float) -> Iterator[LandmarkPercept]:
        for flag in self.field.landmarks:
            distance = camera.distance_to(Vector2(*flag.position))
            if distance < NEAR:
                continue
            edges = beacon_edges(camera.x, camera.y, *flag.position, flag.radius)
            left, right = self._in_view(edges, pan)
            if left is None and right is None:
                continue
            middle = self.truth.inverse() @ Vector2(*flag.position)
            yield LandmarkPercept(
                name=flag.name,
                center_in_image=Vector2[Image](),
                width_px=1.0,
                height_px=1.0,
                bearing=math.remainder(math.atan2(middle.y, middle.x) + error, math.tau),
                distance=self._measured(middle.norm),
                covariance=np.eye(2),
                left_bearing=None if left is None else left + error + self._edge(),
                right_bearing=None if right is None else right + error + self._edge(),
            )

    def _goals(self, camera: Vector2[Field], pan: float, error: float) -> Iterator[GoalPercept]:
        goal = self.field.goal
        for side, color in zip((1.0, -1.0), goal.colors, strict=True):
            edges = goal_edges(camera.x, camera.y, side * goal.post_x, goal.post_y)
            if math.isnan(edges[0]):
                continue
            left, right = self._in_view(edges, pan)
            if left is None and right is None:
                continue
            back: Vector2[Field] = Vector2(side * (goal.post_x + goal.depth), 0.0)
            yield GoalPercept(
                color=color,
                box_in_image=(0.0, 0.0, 1.0, 1.0),
                left_bearing=(pan + HALF_VIEW if left is None else left) + error + self._edge(),
                right_bearing=(pan - HALF_VIEW if right is None else right) + error + self._edge(),
                variance=1e-3,
                left_is_post=left is not None,
                right_is_post=right is not None,
                distance=self._measured(camera.distance_to(back)),
            )

    def _edge(self) -> float:
        return float(self.random.uniform(-1.0, 1.0)) * self.errors.edge

    def _measured(self, distance: float) -> float:
        return distance * (1.0 + float(self.random.uniform(-1.0, 1.0)) * self.errors.distance)


def landmark_names(field: FieldDimensions) -> tuple[str, ...]:
    """Return the names of all flags and goals."""
    colors = [color for color in field.goal.colors if color]
    flags = [flag.name for flag in field.landmarks]
    return (*flags, *(goal_landmark_name(color) for color in colors))


def error_of(estimate: Pose2[Robot, Field], truth: Pose2[Robot, Field]) -> Vec:
    """Return the errors of position (m) and heading (rad)."""
    turn = abs(math.remainder(estimate.theta - truth.theta, math.tau))
    return np.array((estimate.position.distance_to(truth.position), turn))
