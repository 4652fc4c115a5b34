"""Vision by color classes: runs its detectors on labeled images and compares with the truth."""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, TypeVar

import numpy as np

from kickabout.evaluation.perception.color_labels import color_labels
from kickabout.evaluation.perception.perception_scenes import LabeledImage
from kickabout.framework import Module
from kickabout.framework.module import declaration_of
from kickabout.framework.teams.robot_configuration import RobotConfiguration
from kickabout.geometry import FloatArray, Vector2
from kickabout.perception.ball.german_team_ball_detector import GermanTeamBallDetector
from kickabout.perception.camera.blob_inputs import BlobInputs
from kickabout.perception.colors.color_table_segmenter import (
    ColorTableSegmenter,
    ColorTableSegmenterParameters,
)
from kickabout.perception.colors.scan_lines import ByteArray
from kickabout.perception.landmarks.blob_range_calculator import BlobRangeCalculator
from kickabout.perception.landmarks.german_team_flag_detector import GermanTeamFlagDetector
from kickabout.perception.landmarks.german_team_goal_detector import GermanTeamGoalDetector
from kickabout.perception.robots.german_team_robot_detector import GermanTeamRobotDetector
from kickabout.representations import (
    BallPercept,
    BlobRanges,
    BlobsPercept,
    ColorClass,
    ColorRuns,
    FieldDimensions,
    GameInfo,
    GoalsPercept,
    ImageCoordinateSystem,
    LandmarksPercept,
    PlayerInfo,
    RobotsPercept,
    Seen,
)
from kickabout.representations.field import Landmark
from kickabout.simulation.camera.scene.field_parts import LAST_INSTANCE
from kickabout.simulation.camera.scene.objects import SceneClass

M = TypeVar("M", bound=Module[Any])

NO_SYSTEM = ImageCoordinateSystem()
MIN_BALL = 0.5  # fraction of the disk that is visible
MIN_BAND = 0.6  # fraction of each band of a flag that is visible
MIN_GOAL_PX = 250  # half of a whole goal's pixels, seen from the other side of the field
MAX_TURN = 0.1  # rad, between the directions of a percept and of the object
ROBOT_REACH = 0.3  # m, plus a third of the distance, within which a percept is of a robot


@dataclass(frozen=True, slots=True, kw_only=True)
class ColorPercepts:
    """What the detectors by color find in one image."""

    runs: ColorRuns
    blobs: BlobsPercept
    ranges: BlobRanges
    ball: BallPercept
    robots: RobotsPercept
    landmarks: LandmarksPercept
    goals: GoalsPercept


class ColorVision:
    """The detectors of GermanTeam 2001 with their default parameters."""

    def __init__(self, robot: str, field: FieldDimensions, *, table: str = "legged2001") -> None:
        configuration = RobotConfiguration(robot)
        self.field = field
        self.segmenter = ColorTableSegmenter.made(
            ColorTableSegmenterParameters(table=table), configuration
        )
        self.ranges = with_defaults(BlobRangeCalculator)
        self.ball = with_defaults(GermanTeamBallDetector)
        self.robots = with_defaults(GermanTeamRobotDetector)
        self.flags = with_defaults(GermanTeamFlagDetector)
        self.goals = with_defaults(GermanTeamGoalDetector)

    def percepts(self, shot: LabeledImage) -> ColorPercepts:
        """Return everything that is found in an image."""
        return self.detected(*self.segmenter.update(shot.image), shot)

    def detected(self, runs: ColorRuns, blobs: BlobsPercept, shot: LabeledImage) -> ColorPercepts:
        """Return what the detectors find in blobs, for which they need no image."""
        inputs = BlobInputs(percept=blobs, info=shot.info, matrix=shot.matrix, system=NO_SYSTEM)
        ranges = self.ranges.update(inputs)
        landmarks = self.flags.update(inputs, ranges, self.field)
        return ColorPercepts(
            runs=runs,
            blobs=blobs,
            ranges=ranges,
            ball=self.ball.update(inputs, self.field),
            robots=self.robots.update(inputs, GameInfo(), PlayerInfo()),
            landmarks=landmarks,
            goals=self.goals.update(inputs, ranges, landmarks, self.field),
        )


def with_defaults(module: type[M]) -> M:
    """Return a module with its default parameters."""
    return module(declaration_of(module).parameters())


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """An object in an image, or a percept of something that is not there."""

    sort: str  # ball, flag, goal or robot
    name: str = ""
    distance: float = 0.0  # m, true, from the robot; of a percept without an object, the measured
    visible: bool = False  # enough of it is in the image
    found: bool = False
    wrong: bool = False  # a percept of something else
    error: float = math.nan  # m for balls and robots, relative for flags: of the distance
    turn: float = math.nan  # rad, of the direction


def findings(shot: LabeledImage, percepts: ColorPercepts) -> Iterator[Finding]:
    """Return the findings of all sorts in one image."""
    assert shot.labels is not None
    assert shot.field is not None
    classes = color_labels(shot, erode=False)
    yield _ball(shot, percepts.ball)
    yield from _flags(shot, shot.field, classes, percepts.landmarks)
    yield from _goals(shot, shot.field, classes, percepts.goals)
    yield from _robots(shot, percepts.robots)


def _ball(shot: LabeledImage, percept: BallPercept) -> Finding:
    assert shot.labels is not None
    assert shot.field is not None
    assert shot.ball_in_robot is not None
    in_camera = shot.camera_to_robot.inverse() @ shot.ball_in_robot
    disk = math.pi * (shot.info.focal_length[0] * shot.field.ball.radius) ** 2
    disk /= max(float(np.linalg.norm(in_camera)), 0.05) ** 2
    pixels = int((shot.labels.classes == SceneClass.BALL).sum())
    distance = math.hypot(*shot.ball_in_robot[:2])
    hit, error, turn = False, math.nan, math.nan
    if percept.seen is not Seen.NO and pixels:
        (fx, fy), (cx, cy) = shot.info.focal_length, shot.info.center
        u = cx + 0.5 - fx * in_camera[1] / max(in_camera[0], 0.01)
        v = cy + 0.5 - fy * in_camera[2] / max(in_camera[0], 0.01)
        off = math.hypot(percept.center_in_image.x - u, percept.center_in_image.y - v)
        hit = off <= math.sqrt(disk / math.pi) + 2.0
        error = math.hypot(
            *(percept.position_in_robot - Vector2.from_array(shot.ball_in_robot[:2]))
        )
        turn = off / fx
    return Finding(
        sort="ball",
        distance=distance,
        visible=pixels >= MIN_BALL * disk,
        found=hit,
        wrong=percept.seen is not Seen.NO and not hit,
        error=error if hit else math.nan,
        turn=turn if hit else math.nan,
    )


def _flags(
    shot: LabeledImage, field: FieldDimensions, classes: ByteArray, percept: LandmarksPercept
) -> Iterator[Finding]:
    assert shot.labels is not None
    given = {landmark.name: landmark for landmark in percept.landmarks}
    for index, flag in enumerate(field.landmarks):
        here = shot.labels.instances == LAST_INSTANCE - index
        here &= shot.labels.classes == SceneClass.LANDMARK
        bearing, distance = _direction(shot, flag.position)
        landmark = given.get(flag.name)
        turn, error = math.nan, math.nan
        if landmark is not None:
            turn = math.remainder(landmark.bearing - bearing, math.tau)
            error = abs(landmark.distance / distance - 1.0)
        right = landmark is not None and here.any() and abs(turn) <= MAX_TURN
        yield Finding(
            sort="flag",
            name=flag.name,
            distance=distance,
            visible=_bands_visible(shot, flag, here, classes, distance),
            found=right,
            wrong=landmark is not None and not right,
            error=error if right else math.nan,
            turn=turn if right else math.nan,
        )


def _bands_visible(
    shot: LabeledImage, flag: Landmark, here: np.ndarray, classes: ByteArray, distance: float
) -> bool:
    fx, fy = shot.info.focal_length
    for band in flag.bands:
        if band.color == "white":
            continue
        whole = fx * 2.0 * flag.radius * fy * (band.top - band.bottom) / max(distance, 0.1) ** 2
        if (here & (classes == ColorClass[band.color.upper()])).sum() < MIN_BAND * whole:
            return False
    return True


def _goals(
    shot: LabeledImage, field: FieldDimensions, classes: ByteArray, percept: GoalsPercept
) -> Iterator[Finding]:
    assert shot.labels is not None
    given = {goal.color: goal for goal in percept.goals}
    is_goal = shot.labels.classes == SceneClass.GOAL
    on_carpet = np.zeros_like(is_goal)
    on_carpet[:-1] = shot.labels.classes[1:] == SceneClass.FIELD
    for name, side in zip(field.goal.colors, (1.0, -1.0), strict=True):
        here = is_goal & (classes == ColorClass[name.upper()])
        goal = given.get(name)
        _, distance = _direction(shot, (side * field.goal.post_x, 0.0))
        overlap = False
        if goal is not None and here.any():
            left, top, right, bottom = (int(value) for value in goal.box_in_image)
            overlap = 2 * int(here[top:bottom, left:right].sum()) >= int(here.sum())
        yield Finding(
            sort="goal",
            name=name,
            distance=distance,
            visible=int(here.sum()) >= MIN_GOAL_PX and int((here & on_carpet).sum()) >= 5,
            found=goal is not None and overlap,
            wrong=goal is not None and not overlap,
            turn=_post_error(shot, field, side, goal) if overlap else math.nan,
        )


def _post_error(shot: LabeledImage, field: FieldDimensions, side: float, goal: object) -> float:
    """Return the largest error of the directions of visible posts; NaN if none is visible."""
    errors = []
    for is_left in (True, False):
        if not getattr(goal, "left_is_post" if is_left else "right_is_post"):
            continue
        measured = getattr(goal, "left_bearing" if is_left else "right_bearing")
        y = side * field.goal.inner_half_width * (1.0 if is_left else -1.0)
        true = _bearing_from_camera(shot, (side * field.goal.post_x, y))
        errors.append(abs(math.remainder(measured - true, math.tau)))
    return max(errors, default=math.nan)


def _robots(shot: LabeledImage, percept: RobotsPercept) -> Iterator[Finding]:
    assert shot.labels is not None
    seen: set[int] = set()
    for robot in percept.robots:
        x, y = robot.position_in_robot
        best = min(shot.robots, key=lambda other: math.hypot(other.x - x, other.y - y))
        distance = math.hypot(best.x, best.y)
        error = math.hypot(best.x - x, best.y - y)
        hit = error <= ROBOT_REACH + distance / 3.0
        seen |= {best.instance} if hit else set()
        if not hit:
            yield Finding(sort="robot", distance=math.hypot(x, y), wrong=True)
    jersey = shot.labels.classes == SceneClass.JERSEY
    for other in shot.robots:
        distance = math.hypot(other.x, other.y)
        pixels = int((jersey & (shot.labels.instances == other.instance)).sum())
        near = [
            p.position_in_robot
            for p in percept.robots
            if math.hypot(p.position_in_robot.x - other.x, p.position_in_robot.y - other.y)
            <= ROBOT_REACH + distance / 3.0
        ]
        closest = min(near, key=lambda p: math.hypot(p.x - other.x, p.y - other.y), default=None)
        error = turn = math.nan
        if closest is not None:
            error = abs(math.hypot(*closest) / distance - 1.0)
            bearing = math.atan2(closest.y, closest.x) - math.atan2(other.y, other.x)
            turn = abs(math.remainder(bearing, math.tau))
        yield Finding(
            sort="robot",
            distance=distance,
            visible=pixels >= 40,
            found=closest is not None,
            error=error,
            turn=turn,
        )


def _direction(shot: LabeledImage, point: tuple[float, float]) -> tuple[float, float]:
    """Return bearing and distance of a point of the field in the robot's frame."""
    assert shot.robot_to_field is not None
    x, y = shot.robot_to_field.inverse() @ Vector2(*point)
    return math.atan2(y, x), math.hypot(x, y)


def _bearing_from_camera(shot: LabeledImage, point: tuple[float, float]) -> float:
    assert shot.robot_to_field is not None
    x, y = shot.robot_to_field.inverse() @ Vector2(*point)
    camera: FloatArray = shot.camera_to_robot.translation
    return math.atan2(y - camera[1], x - camera[0])
