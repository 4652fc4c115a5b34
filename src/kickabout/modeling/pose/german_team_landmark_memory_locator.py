"""GermanTeam's first localization: from remembered landmarks to a pose by triangulation."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from kickabout.framework import FrameInfo, Module, frozen, param
from kickabout.framework.parameter import picked
from kickabout.geometry import Field, Mat, Points2, Pose2, Robot, readonly
from kickabout.geometry.pose3 import sealed
from kickabout.modeling.odometry_increment import OdometryIncrement
from kickabout.modeling.pose.landmark_memory import (
    ANGLE,
    ANGLE_VALIDITY,
    DISTANCE,
    DISTANCE_VALIDITY,
    FIELDS,
    MemoryRules,
    Triangulation,
    moved,
    triangulated,
)
from kickabout.modeling.pose.pose_symmetry import is_near
from kickabout.modeling.pose.seen_edges import (
    KnownField,
    LandmarkPercepts,
    OwnMotion,
    extent_of,
)
from kickabout.representations import FieldDimensions, PoseQuality, RobotPose

Sighting = tuple[str, float, float]  # name, distance (m) and angle (rad) from the robot


@dataclass(frozen=True, slots=True, kw_only=True)
class GermanTeamLandmarkMemoryLocatorParameters:
    fade_by_distance: float = param(
        0.5, unit="1/m", low=0.0, doc="rate at which validities decrease while the robot walks"
    )
    fade_by_turn: float = param(
        0.2, unit="1/rad", low=0.0, doc="rate at which validities decrease while it turns"
    )
    seen_validity: float = param(
        1.0, low=0.0, high=1.0, doc="validity of an angle, and of a distance, that was just seen"
    )
    corner_validity: float = param(
        0.5, low=0.0, high=1.0, doc="validity of the distance to a corner of a goal just seen"
    )
    min_validity: float = param(
        0.1, low=0.0, high=1.0, doc="minimum validity of angles that are used"
    )
    max_mismatch: float = param(
        0.02, unit="rad", low=0.0, doc="maximum difference of angles to those of a true solution"
    )
    max_deviation: float = param(
        0.5, unit="m", low=0.0, doc="maximum deviation of a position from the mean of all"
    )
    certain_validity: float = param(
        0.5, low=0.0, high=1.0, doc="minimum validity of a pose that counts as certain"
    )
    okay_validity: float = param(
        0.1, low=0.0, high=1.0, doc="minimum validity of a pose that is uncertain but usable"
    )
    jump_distance: float = param(
        0.3, unit="m", low=0.0, doc="change of the pose, beyond odometry, that counts as a jump"
    )
    jump_angle: float = param(0.6, unit="rad", low=0.0, doc="the same for the heading")


@frozen
class KnownLandmarks:
    """The landmarks of a field in the frame of a team."""

    names: tuple[str, ...]
    positions: Points2  # m, one row for each name


class GermanTeamLandmarkMemoryLocator(Module[GermanTeamLandmarkMemoryLocatorParameters]):
    """Remembers distance and angle of six flags and four corners of goals, each with a validity.

    A landmark that is seen replaces its entry; others move with odometry. Each triple of angles
    gives a position. The pose jumps if entries do not fit together, which lost two matches in
    2001; it is here for comparison. Method: GermanTeam 2001, section 5.1.
    """

    def __init__(self, parameters: GermanTeamLandmarkMemoryLocatorParameters) -> None:
        super().__init__(parameters)
        self.memory: Mat = np.zeros((0, FIELDS))
        self.increment = OdometryIncrement()
        self.pose: Pose2[Robot, Field] = Pose2()
        self.direction: float | None = None
        self.last_jump_at = -1e9

    def update(
        self, frame: FrameInfo, seen: LandmarkPercepts, known: KnownField, motion: OwnMotion
    ) -> RobotPose:
        landmarks = known_landmarks(known.field, known.attack.along_world_x)
        rules = self._rules(known.field)
        if known.attack.along_world_x != self.direction or len(self.memory) != len(landmarks.names):
            self.direction = known.attack.along_world_x
            self.memory = np.zeros((len(landmarks.names), FIELDS))
        step = self.increment.step(motion.odometry)
        moved(self.memory, step.array, rules)
        for name, distance, angle in (*flags_seen(seen), *corners_seen(seen, known.field)):
            if name in landmarks.names:
                self._remember(landmarks.names.index(name), name, distance, angle)
        expected = self.pose @ step
        found = triangulated(landmarks.positions, self.memory, rules)
        self.pose = Pose2.from_array(found.pose) if found.used else expected
        p = self.parameters
        if not is_near(self.pose.array, expected.array, p.jump_distance, p.jump_angle):
            self.last_jump_at = frame.time
        return self._published(found)

    def _rules(self, field: FieldDimensions) -> MemoryRules:
        extent, wall = extent_of(field), field.border_depth
        return picked(
            MemoryRules, self.parameters, half_length=extent.x + wall, half_width=extent.y + wall
        )

    def _remember(self, index: int, name: str, distance: float, angle: float) -> None:
        p, entry = self.parameters, self.memory[index]
        entry[ANGLE], entry[ANGLE_VALIDITY] = angle, p.seen_validity
        if distance > 0.0:
            entry[DISTANCE] = distance
            is_corner = name.endswith(CORNERS)
            entry[DISTANCE_VALIDITY] = p.corner_validity if is_corner else p.seen_validity

    def _published(self, found: Triangulation) -> RobotPose:
        p = self.parameters
        self.debug.plot("triples used", found.used)
        self.debug.plot("triples rejected", found.rejected)
        self._draw()
        quality = PoseQuality.POOR
        if found.used and found.validity >= p.okay_validity:
            certain = found.validity >= p.certain_validity
            quality = PoseQuality.SUPERB if certain else PoseQuality.OKAY
        variance = max(found.spread, 0.01) ** 2 if found.used else 1.0
        return RobotPose(
            robot_to_field=self.pose,
            covariance=sealed(np.diag((variance, variance, variance))),
            quality=quality,
            validity=found.validity,
            last_jump_at=self.last_jump_at,
        )

    def _draw(self) -> None:
        if canvas := self.debug.field("memory", "robot"):
            for distance, _, angle, validity in self.memory.tolist():
                if validity > 0.0:
                    at = (distance * np.cos(angle), distance * np.sin(angle))
                    canvas.circle(at, 0.02 + 0.08 * validity, color="magenta")


CORNERS = ("left corner", "right corner")


@lru_cache(maxsize=8)
def known_landmarks(field: FieldDimensions, direction: float | None) -> KnownLandmarks:
    """Return flags and corners of goals; none if the direction of attack is unknown."""
    if direction is None:
        return KnownLandmarks(names=(), positions=readonly(np.empty((0, 2))))
    places = {flag.name: flag.position for flag in field.landmarks}
    goal = field.goal
    for side, color in zip((1.0, -1.0), goal.colors, strict=True):
        if color:
            # Left and right are those of a robot that looks at the goal from the field.
            places[f"{color} {CORNERS[0]}"] = (side * goal.post_x, side * goal.post_y)
            places[f"{color} {CORNERS[1]}"] = (side * goal.post_x, -side * goal.post_y)
    positions = direction * np.array(list(places.values())).reshape(-1, 2)
    return KnownLandmarks(names=tuple(places), positions=readonly(positions))


def flags_seen(seen: LandmarkPercepts) -> Iterator[Sighting]:
    for flag in seen.landmarks.landmarks:
        yield flag.name, flag.distance, flag.bearing


def corners_seen(seen: LandmarkPercepts, field: FieldDimensions) -> Iterator[Sighting]:
    """Yield corners at which a goal's color ends; a distance of 0 means not measured.

    Their distance is that of the back wall, less the depth of the goal, from the camera.
    """
    if not seen.matrix.valid:
        return
    camera = seen.matrix.camera_to_robot.translation
    for goal in seen.goals.goals:
        distance = 0.0 if goal.distance is None else max(goal.distance - field.goal.depth, 0.05)
        sides = (
            (CORNERS[0], goal.left_is_post, goal.left_bearing),
            (CORNERS[1], goal.right_is_post, goal.right_bearing),
        )
        for side, is_post, bearing in sides:
            if is_post:
                # Without a measured distance, the camera counts as the middle of the robot.
                x = camera[0] * (distance > 0.0) + distance * np.cos(bearing)
                y = camera[1] * (distance > 0.0) + distance * np.sin(bearing)
                angle = float(np.arctan2(y, x)) if distance > 0.0 else bearing
                yield f"{goal.color} {side}", float(np.hypot(x, y)), angle
