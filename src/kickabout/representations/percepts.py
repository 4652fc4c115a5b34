"""Percepts: objects detected in one image or in one block of sound."""

import enum

import numpy as np

from kickabout.framework import Debug, frozen, representation
from kickabout.geometry import (
    Cov2,
    Cov3,
    Field,
    Image,
    Pose2,
    Robot,
    Vec,
    Vec2,
    Vector2,
    unit,
    zeros,
)

ABOVE_ALL = -1e6  # px, a row above everything


class Seen(enum.Enum):
    """Certainty of a detection."""

    NO = "no"
    GUESSED = "guessed"  # good enough to search there again
    YES = "yes"


@representation
class BallPercept:
    """The ball in this image."""

    seen: Seen = Seen.NO
    center_in_image: Vector2[Image] = Vector2()  # px
    radius_px: float = 0.0
    position_in_robot: Vector2[Robot] = Vector2()  # m, point on the ground below the ball
    covariance: Cov2 = unit(2)  # m²
    score: float = 0.0  # of the classifier, 0 … 1

    def draw(self, debug: Debug) -> None:
        if self.seen is Seen.NO:
            return
        color = "orange" if self.seen is Seen.YES else "yellow"
        if canvas := debug.image("ball"):
            canvas.circle(self.center_in_image, self.radius_px, color=color, width=2.0)
        if canvas := debug.field("ball", "robot"):
            canvas.circle(self.position_in_robot, 0.05, color=color)


@representation
class BallCandidates:
    """Circles in this image that may be the ball, best first."""

    centers_in_image: Vec2 = zeros(0, 2)  # px
    radii_px: Vec2 = zeros(0)  # radii that a ball would have there
    scores: Vec2 = zeros(0)  # the higher, the more likely; without a unit

    def draw(self, debug: Debug) -> None:
        if canvas := debug.image("candidates"):
            for (x, y), radius in zip(self.centers_in_image, self.radii_px, strict=True):
                canvas.circle(Vector2(float(x), float(y)), float(radius), color="white")


@frozen
class LineSegmentPercept:
    """A piece of a field line, or of the foot of a wall."""

    start_in_image: Vector2[Image]  # px
    end_in_image: Vector2[Image]
    start_in_robot: Vector2[Robot]  # m, center of a painted line
    end_in_robot: Vector2[Robot]
    covariance: Cov2  # m², of the segment's middle


@representation
class LinesPercept:
    """All field lines in this image."""

    lines: tuple[LineSegmentPercept, ...] = ()

    def draw(self, debug: Debug) -> None:
        if canvas := debug.image("lines"):
            for line in self.lines:
                canvas.line(line.start_in_image, line.end_in_image, color="red", width=2.0)
        if canvas := debug.field("lines", "robot"):
            for line in self.lines:
                canvas.line(line.start_in_robot, line.end_in_robot, color="red", width=0.03)


@representation
class CenterCirclePercept:
    """The center circle in this image."""

    seen: bool = False
    center_in_robot: Vector2[Robot] = Vector2()  # m
    covariance: Cov2 = unit(2)  # m²
    points_in_robot: Vec2 = zeros(0, 2)  # m, detected points on the circle

    def draw(self, debug: Debug) -> None:
        if self.seen and (canvas := debug.field("circle", "robot")):
            canvas.circle(self.center_in_robot, 0.75, color="red")


class IntersectionKind(enum.Enum):
    """Shape of an intersection of lines."""

    L = "L"
    T = "T"
    X = "X"


@frozen
class Intersection:
    """An intersection of two lines, with the direction of the stem (T) or first leg (L)."""

    kind: IntersectionKind
    pose_in_robot: Pose2[Field, Robot]
    covariance: Cov2  # m²


@representation
class IntersectionsPercept:
    """All line intersections in this image."""

    intersections: tuple[Intersection, ...] = ()

    def draw(self, debug: Debug) -> None:
        if canvas := debug.field("intersections", "robot"):
            for found in self.intersections:
                canvas.text(found.pose_in_robot.position, found.kind.value, color="red")


@representation
class PenaltyMarkPercept:
    """The penalty mark in this image."""

    seen: bool = False
    center_in_image: Vector2[Image] = Vector2()  # px
    position_in_robot: Vector2[Robot] = Vector2()  # m
    covariance: Cov2 = unit(2)  # m²

    def draw(self, debug: Debug) -> None:
        if self.seen and (canvas := debug.field("mark", "robot")):
            canvas.dot(self.position_in_robot, color="red")


class FeatureKind(enum.Enum):
    """Parts of the field that determine the robot's pose up to the field's symmetry."""

    CENTER_CIRCLE_WITH_LINE = "center circle with line"
    MID_CORNER = "mid corner"
    OUTER_CORNER = "outer corner"
    GOAL_AREA = "goal area"
    GOAL_FRAME = "goal frame"
    PENALTY_AREA = "penalty area"
    PENALTY_MARK_WITH_AREA = "penalty mark with area"


@frozen
class FieldFeature:
    """A composed feature, and the robot's pose if it belongs to the opponents' half."""

    kind: FeatureKind
    robot_to_field: Pose2[Robot, Field]
    covariance: Cov3  # m², m², rad²


@representation
class FieldFeaturesPercept:
    """All composed features of this image."""

    features: tuple[FieldFeature, ...] = ()


@representation
class FieldBoundaryPercept:
    """The edge of the carpet as a polyline across the image."""

    valid: bool = False
    points_in_image: Vec2 = zeros(0, 2)  # px, from left to right
    points_in_robot: Vec2 = zeros(0, 2)  # m
    deviations_px: Vec2 = zeros(0)  # standard deviation of each point
    extrapolated: bool = False  # taken from the other camera

    def rows_at(self, columns: Vec) -> Vec:
        """Return the boundary's row in each column; without a boundary, a row above the image."""
        if not self.valid or len(self.points_in_image) < 2:
            return np.full(len(columns), ABOVE_ALL)
        return np.interp(columns, self.points_in_image[:, 0], self.points_in_image[:, 1])

    def draw(self, debug: Debug) -> None:
        if self.valid and (canvas := debug.image("boundary")):
            canvas.line(*self.points_in_image, color="orange", width=2.0)


@frozen
class LandmarkPercept:
    """A beacon or a colored goal in this image, in the frame of the robot."""

    name: str  # of a landmark of the field, or such as "yellow goal"
    center_in_image: Vector2[Image]  # px, of its colored part
    width_px: float
    height_px: float
    bearing: float  # rad, positive to the left
    distance: float  # m, horizontal, from the robot's origin
    covariance: Cov2  # rad², m², of bearing and distance
    # rad, directions from the camera to its edges in the robot's frame, positive to the left;
    # None: the edge is outside the image, hidden, or not measured
    left_bearing: float | None = None
    right_bearing: float | None = None


@representation
class LandmarksPercept:
    """All beacons and colored goals in this image."""

    landmarks: tuple[LandmarkPercept, ...] = ()

    def draw(self, debug: Debug) -> None:
        if canvas := debug.image("landmarks"):
            for found in self.landmarks:
                (u, v), half = found.center_in_image, found.height_px / 2.0
                canvas.line((u, v - half), (u, v + half), color="magenta", width=found.width_px)
        if canvas := debug.field("landmarks", "robot"):
            for found in self.landmarks:
                position: Vector2[Robot] = Vector2.from_polar(found.distance, found.bearing)
                canvas.text(position, found.name, color="magenta")


@frozen
class GoalPercept:
    """A colored goal in this image, or the widest visible part of it.

    Bearings are directions from the camera to the left and the right edge of the visible part.
    """

    color: str
    box_in_image: tuple[float, float, float, float]  # px: left, top, right, bottom
    left_bearing: float  # rad, positive to the left, in the robot's frame
    right_bearing: float
    variance: float  # rad², of each bearing
    left_is_post: bool = False  # the edge is a post, not the image's edge or an obstacle
    right_is_post: bool = False
    distance: float | None = None  # m, from the camera to its back wall; None: height not visible


@representation
class GoalsPercept:
    """All colored goals in this image."""

    goals: tuple[GoalPercept, ...] = ()

    def draw(self, debug: Debug) -> None:
        if canvas := debug.image("goals"):
            for goal in self.goals:
                left, top, right, bottom = goal.box_in_image
                corners = ((left, top), (right, top), (right, bottom), (left, bottom))
                canvas.polygon(*corners, color="magenta", width=2.0)


@representation
class BorderPercept:
    """Where the carpet meets the walls around the field in this image."""

    edges: tuple[LineSegmentPercept, ...] = ()

    def draw(self, debug: Debug) -> None:
        if canvas := debug.image("border"):
            for edge in self.edges:
                canvas.line(edge.start_in_image, edge.end_in_image, color="orange", width=2.0)
        if canvas := debug.field("border", "robot"):
            for edge in self.edges:
                canvas.line(edge.start_in_robot, edge.end_in_robot, color="orange", width=0.03)


class TeamSeen(enum.Enum):
    """Team of a robot, by its jersey."""

    UNKNOWN = "unknown"
    OWN = "own"
    OPPONENT = "opponent"


@frozen
class RobotPercept:
    """A detected robot, or an object that looks like one."""

    box_in_image: tuple[float, float, float, float]  # px: left, top, right, bottom
    position_in_robot: Vector2[Robot]  # m, between its feet
    covariance: Cov2  # m²
    team: TeamSeen = TeamSeen.UNKNOWN
    fallen: bool = False
    score: float = 1.0


@representation
class RobotsPercept:
    """All other robots in this image."""

    robots: tuple[RobotPercept, ...] = ()

    def draw(self, debug: Debug) -> None:
        if canvas := debug.image("robots"):
            for robot in self.robots:
                left, top, right, bottom = robot.box_in_image
                corners = ((left, top), (right, top), (right, bottom), (left, bottom))
                canvas.polygon(*corners, color="magenta", width=2.0)
        if canvas := debug.field("robots", "robot"):
            for robot in self.robots:
                canvas.circle(robot.position_in_robot, 0.15, color="magenta")


@frozen
class CutOffRobot:
    """A robot in the upper image whose feet are below the image's lower edge."""

    direction: float  # rad, of its middle, in the observing robot's frame
    half_angle: float  # rad, half of the angle that it covers
    team: TeamSeen = TeamSeen.UNKNOWN


@representation
class CutOffRobots:
    """Robots too close for the upper camera to measure their positions."""

    robots: tuple[CutOffRobot, ...] = ()


@representation
class WhistlePercept:
    """The referee's whistle in this block of sound."""

    detected: bool = False
    confidence: float = 0.0  # 0 … 1
    last_detected_at: float = -1e9  # s
    channels_used: int = 0  # number of working microphones


@representation
class SoundDirectionPercept:
    """Direction of the last relevant sound."""

    valid: bool = False
    angle_in_robot: float = 0.0  # rad
    deviation: float = 3.14  # rad
