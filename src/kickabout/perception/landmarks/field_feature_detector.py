"""Field features: from lines, circle, intersections and mark to poses of the robot."""

import itertools
import math
from collections.abc import Iterator
from dataclasses import dataclass

from kickabout.framework import Module, param
from kickabout.geometry import Cov2, Cov3, Field, Pose2, Robot, Vector2, readonly
from kickabout.perception.landmarks.field_landmarks import Landmark, pairs_by_kinds
from kickabout.representations import (
    CenterCirclePercept,
    FeatureKind,
    FieldDimensions,
    FieldFeature,
    FieldFeaturesPercept,
    Intersection,
    IntersectionKind,
    IntersectionsPercept,
    LineSegmentPercept,
    LinesPercept,
    PenaltyMarkPercept,
)

HALF_TURN: Pose2[Field, Field] = Pose2(0.0, 0.0, math.pi)


@dataclass(frozen=True, slots=True, kw_only=True)
class FieldFeatureDetectorParameters:
    tolerance: float = param(0.1, unit="m", low=0.0, doc="tolerance of distances")
    tolerance_fraction: float = param(
        0.05, low=0.0, high=1.0, doc="the same, in addition, in distances"
    )
    angle_tolerance: float = param(0.2, unit="rad", low=0.0, doc="tolerance of directions")
    max_distance: float = param(4.0, unit="m", low=0.0, doc="maximum distance of intersections")
    mid_tolerance: float = param(0.15, unit="m", low=0.0, doc="distance of halfway line and center")
    mid_length: float = param(0.8, unit="m", low=0.0, doc="minimum length of the halfway line")
    long_more: float = param(
        0.3, unit="m", low=0.0, doc="length beyond an area's depth at which a line is long"
    )
    mark_side: float = param(0.3, unit="m", low=0.0, doc="minimum length of the line at the mark")
    angle_deviation: float = param(0.05, unit="rad", low=0.0, doc="deviation of directions")


class FieldFeatureDetector(Module[FieldFeatureDetectorParameters]):
    """Combines percepts to features that determine a pose; ambiguous ones are left out.

    After B-Human 2019, section 4.3.5. For features on the halfway line the robot is assumed to be
    in its own half; all others are assumed to be in the opponent's half.
    """

    def update(
        self,
        lines: LinesPercept,
        circle: CenterCirclePercept,
        intersections: IntersectionsPercept,
        mark: PenaltyMarkPercept,
        field: FieldDimensions,
    ) -> FieldFeaturesPercept:
        if not (circle.seen or intersections.intersections or mark.seen):
            return FieldFeaturesPercept()
        found = [
            *self._circle_with_line(circle, lines),
            *self._mid_corner(intersections, lines, field),
            *self._pairs(intersections, field),
            *self._mark_with_area(mark, lines, field),
        ]
        return FieldFeaturesPercept(features=tuple(found))

    def _circle_with_line(
        self, circle: CenterCirclePercept, lines: LinesPercept
    ) -> Iterator[FieldFeature]:
        """Yield the circle with the halfway line, which is the line through its center."""
        if not circle.seen:
            return
        p, center = self.parameters, circle.center_in_robot
        for line in lines.lines:
            along, length = _direction(line)
            off = _distance_to_line(center, line)
            if off < p.mid_tolerance and length > p.mid_length:
                pose = _pose(center, along, at=(0.0, 0.0, 0.5 * math.pi))
                kind = FeatureKind.CENTER_CIRCLE_WITH_LINE
                yield self._feature(kind, _in_own_half(pose), center, circle.covariance)
                return

    def _mid_corner(
        self, intersections: IntersectionsPercept, lines: LinesPercept, field: FieldDimensions
    ) -> Iterator[FieldFeature]:
        """Yield Ts of two long lines, which are where halfway line and side line meet."""
        depth = field.goal_line_x - field.goal_area_x
        if field.has_penalty_area:
            depth = max(depth, field.goal_line_x - field.penalty_area_x)
        long = depth + self.parameters.long_more
        for found in intersections.intersections:
            at = found.pose_in_robot
            far = math.hypot(at.x, at.y) > self.parameters.max_distance
            if found.kind is not IntersectionKind.T or far:
                continue
            stem = _length_through(at, at.theta, lines, self.parameters.tolerance * 2.0)
            bar = _length_through(
                at, at.theta + 0.5 * math.pi, lines, self.parameters.tolerance * 2.0
            )
            if stem > long and bar > long:
                position = Vector2[Robot](at.x, at.y)
                pose = _pose(position, at.theta, at=(0.0, field.side_line_y, -0.5 * math.pi))
                kind = FeatureKind.MID_CORNER
                yield self._feature(kind, _in_own_half(pose), position, found.covariance)

    def _pairs(
        self, intersections: IntersectionsPercept, field: FieldDimensions
    ) -> Iterator[FieldFeature]:
        """Yield pairs of intersections that fit exactly one pair of the field."""
        max_distance = self.parameters.max_distance
        seen = [
            (found, far)
            for found in intersections.intersections
            if (far := math.hypot(found.pose_in_robot.x, found.pose_in_robot.y)) < max_distance
        ]
        if len(seen) < 2:
            return
        by_kinds = pairs_by_kinds(field)
        reported: set[tuple[FeatureKind, float]] = set()
        for (first, near), (second, far) in itertools.permutations(seen, 2):
            fits = [
                pair
                for pair in by_kinds.get((first.kind, second.kind), ())
                if self._fits(first, second, pair.first, pair.second, max(near, far))
            ]
            if len(fits) != 1:
                continue
            pose = _pair_pose(first, second, fits[0].first, fits[0].second)
            key = (fits[0].feature, round(pose.theta, 1))
            if key not in reported:
                reported.add(key)
                position = _middle(first, second)
                yield self._feature(fits[0].feature, pose, position, first.covariance)

    def _fits(
        self, first: Intersection, second: Intersection, a: Landmark, b: Landmark, far: float
    ) -> bool:
        """Return whether two intersections, at most `far` m away, fit two landmarks."""
        p, here, there = self.parameters, first.pose_in_robot, second.pose_in_robot
        turn = a.direction - here.theta
        off_angle = there.theta + turn - b.direction
        if abs(math.remainder(off_angle, 2.0 * math.pi)) > p.angle_tolerance:
            return False
        c, s = math.cos(turn), math.sin(turn)
        dx, dy = there.x - here.x, there.y - here.y
        off = math.hypot(c * dx - s * dy - (b.x - a.x), s * dx + c * dy - (b.y - a.y))
        return off < p.tolerance + p.tolerance_fraction * far

    def _mark_with_area(
        self, mark: PenaltyMarkPercept, lines: LinesPercept, field: FieldDimensions
    ) -> Iterator[FieldFeature]:
        """Yield the penalty mark with the front line of the nearest area."""
        if not mark.seen:
            return
        p, position = self.parameters, mark.position_in_robot
        front = field.penalty_area_x if field.has_penalty_area else field.goal_area_x
        apart = front - field.penalty_mark_x
        far = math.hypot(position.x, position.y)
        for line in lines.lines:
            along, length = _direction(line)
            foot = _foot(position, line)
            off = math.hypot(foot[0] - position.x, foot[1] - position.y)
            near = abs(off - abs(apart)) < p.tolerance + 0.5 * p.tolerance_fraction * far
            if not near or length <= p.mark_side:
                continue
            inside = _length_through(
                Pose2(foot[0], foot[1], along), along, LinesPercept(lines=(line,)), p.tolerance
            )
            if inside > p.mark_side:
                toward = math.atan2(foot[1] - position.y, foot[0] - position.x)
                ahead = toward if apart > 0.0 else toward + math.pi
                pose = _pose(position, ahead, at=(field.penalty_mark_x, 0.0, 0.0))
                kind = FeatureKind.PENALTY_MARK_WITH_AREA
                yield self._feature(kind, pose, position, mark.covariance)
                return

    def _feature(
        self,
        kind: FeatureKind,
        pose: Pose2[Robot, Field],
        position: Vector2[Robot],
        position_covariance: Cov2,
    ) -> FieldFeature:
        covariance = self._spread(pose, position, position_covariance)
        return FieldFeature(kind=kind, robot_to_field=pose, covariance=covariance)

    def _spread(
        self, pose: Pose2[Robot, Field], position: Vector2[Robot], position_covariance: Cov2
    ) -> Cov3:
        """Return the covariance of a pose, from that of the feature's position and direction.

        An error of the direction turns the robot's pose around the feature.
        """
        c, s = math.cos(pose.theta), math.sin(pose.theta)
        ahead, left = c * position.x - s * position.y, s * position.x + c * position.y
        (xx, xy), (_, yy) = position_covariance.tolist()
        turned_xx = c * c * xx - 2.0 * c * s * xy + s * s * yy
        turned_xy = c * s * (xx - yy) + (c * c - s * s) * xy
        turned_yy = s * s * xx + 2.0 * c * s * xy + c * c * yy
        angle = self.parameters.angle_deviation**2
        with_y = turned_xy - angle * left * ahead
        return readonly(
            (
                (turned_xx + angle * left * left, with_y, angle * left),
                (with_y, turned_yy + angle * ahead * ahead, -angle * ahead),
                (angle * left, -angle * ahead, angle),
            )
        )


def _direction(line: LineSegmentPercept) -> tuple[float, float]:
    """Return the direction in rad and the length of a line."""
    dx = line.end_in_robot.x - line.start_in_robot.x
    dy = line.end_in_robot.y - line.start_in_robot.y
    return math.atan2(dy, dx), math.hypot(dx, dy)


def _foot(point: Vector2[Robot], line: LineSegmentPercept) -> tuple[float, float]:
    """Return the nearest point on the infinite line."""
    angle, _ = _direction(line)
    c, s = math.cos(angle), math.sin(angle)
    start = line.start_in_robot
    along = (point.x - start.x) * c + (point.y - start.y) * s
    return start.x + along * c, start.y + along * s


def _distance_to_line(point: Vector2[Robot], line: LineSegmentPercept) -> float:
    x, y = _foot(point, line)
    return math.hypot(point.x - x, point.y - y)


def _length_through(
    position: Pose2[Field, Robot], angle: float, lines: LinesPercept, tolerance: float
) -> float:
    """Return the length of the longest line through a position in about a direction."""
    best = 0.0
    for line in lines.lines:
        along, length = _direction(line)
        if abs(math.sin(along - angle)) > 0.3:
            continue
        c, s = math.cos(along), math.sin(along)
        dx, dy = position.x - line.start_in_robot.x, position.y - line.start_in_robot.y
        on, off = dx * c + dy * s, abs(dy * c - dx * s)
        if off < tolerance and -2.0 * tolerance < on < length + 2.0 * tolerance:
            best = max(best, length)
    return best


def _pose(
    position: Vector2[Robot], angle: float, *, at: tuple[float, float, float]
) -> Pose2[Robot, Field]:
    """Return the robot's pose if a position and angle in its frame are `at` a field pose."""
    turn = math.remainder(at[2] - angle, 2.0 * math.pi)
    c, s = math.cos(turn), math.sin(turn)
    return Pose2(
        at[0] - c * position.x + s * position.y, at[1] - s * position.x - c * position.y, turn
    )


def _pair_pose(
    first: Intersection, second: Intersection, a: Landmark, b: Landmark
) -> Pose2[Robot, Field]:
    here, there = first.pose_in_robot, second.pose_in_robot
    angle = math.atan2(there.y - here.y, there.x - here.x)
    known = math.atan2(b.y - a.y, b.x - a.x)
    at = (0.5 * (a.x + b.x), 0.5 * (a.y + b.y), known)
    return _pose(_middle(first, second), angle, at=at)


def _middle(first: Intersection, second: Intersection) -> Vector2[Robot]:
    here, there = first.pose_in_robot, second.pose_in_robot
    return Vector2(0.5 * (here.x + there.x), 0.5 * (here.y + there.y))


def _in_own_half(pose: Pose2[Robot, Field]) -> Pose2[Robot, Field]:
    return HALF_TURN @ pose if pose.x > 0.0 else pose
