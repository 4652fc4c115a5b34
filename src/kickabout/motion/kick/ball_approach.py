"""Ball approach: from the ball and a kick request to a command for the next step.

As the generators of B-Human 2021 (section 8.3.2), which do in the walk what behavior did before:
walking around the ball, with each step planned for the newest ball. Everything is relative to the
middle between the feet.
"""

import math
from dataclasses import dataclass

from kickabout.framework import frozen
from kickabout.motion.walk.step_limits import Speed, clipped
from kickabout.motion.walk.walk_target import TargetPose
from kickabout.motion.walk.walker import STAY, Kick, WalkCommand

Point = tuple[float, float]  # m


@frozen
class Stance:
    """Pose of the ball relative to the robot when a kick with one of its feet begins."""

    ball: Point  # in the robot frame
    turn: float  # rad, direction of the kicked ball relative to the robot's heading
    stands: bool  # a standing kick, which the walk only prepares


@dataclass(frozen=True, slots=True, kw_only=True)
class ApproachParameters:
    """Distances, angles and speeds of the approach."""

    near: float = 0.55  # m to the ball; from farther away the path planner is used
    behind: float = 0.3  # m, distance of the line-up pose behind the ball
    behind_kick: float = 0.15  # m, for sideways kicks: distance behind the kick pose
    aside: float = 0.3  # rad; kicks that turn the ball further are sideways kicks
    line_up: float = 0.6  # rad, angle to the kick line below which lining up begins
    lost_line: float = 1.0  # rad, angle to the kick line above which lining up ends
    line_up_turn: float = 0.9  # rad, heading error below which lining up begins
    lost_turn: float = 1.3  # rad, heading error above which lining up ends
    lost_beyond: float = 0.8  # m to the ball, above which lining up ends
    kick_turn: float = 0.35  # rad, maximum heading error to begin an in-walk kick
    kick_aside: float = 0.03  # m, maximum sideways error to begin an in-walk kick
    run_up: float = 0.045  # m behind the pose of an in-walk kick; its first step may be longer
    run_up_aside: float = 0.015  # m, the same for sideways kicks
    circle_radius: float = 0.3  # m, distance to the ball when walking around it
    circle_speed: float = 0.18  # m/s, sideways when walking around it
    careful_within: float = 0.2  # m to the pose of a standing kick
    careful: float = 0.4  # fraction of the maximum speed there, where toes nearly touch the ball
    precise: float = 0.025  # m, tolerance for a standing kick
    precise_turn: float = 0.09  # rad, tolerance for a standing kick
    hysteresis: float = 2.0  # factor on both tolerances once a standing kick is possible


@frozen
class BallView:
    """A ball and the poses of the robot to kick it and to line up for the kick."""

    ball: Point
    kick_from: TargetPose
    line_up_at: TargetPose

    @property
    def distance(self) -> float:
        return math.hypot(*self.ball)

    @property
    def bearing(self) -> float:
        return math.atan2(self.ball[1], self.ball[0])

    @property
    def off_line(self) -> float:
        """Angle around the ball between the robot and the line-up pose."""
        x, y, _ = self.line_up_at
        from_there = math.atan2(self.ball[1] - y, self.ball[0] - x)
        return math.remainder(self.bearing - from_there, math.tau)


def goes_aside(stance: Stance, parameters: ApproachParameters) -> bool:
    return abs(stance.turn) > parameters.aside


def view_of(
    ball: Point, direction: float, stance: Stance, parameters: ApproachParameters
) -> BallView:
    heading = math.remainder(direction - stance.turn, math.tau)
    pose = _behind(ball, stance.ball, heading)
    if goes_aside(stance, parameters):
        line_up_at = _behind(pose[:2], (parameters.behind_kick, 0.0), heading)
    else:
        x, y, _ = _behind(ball, (parameters.behind, 0.0), direction)
        line_up_at = (x, y, heading)
    return BallView(ball=ball, kick_from=pose, line_up_at=line_up_at)


def _behind(point: Point, offset: Point, heading: float) -> TargetPose:
    """Return the pose relative to which a point has an offset."""
    c, s = math.cos(heading), math.sin(heading)
    return (
        point[0] - c * offset[0] + s * offset[1],
        point[1] - s * offset[0] - c * offset[1],
        heading,
    )


class BallApproach:
    """Sequence of walking around the ball, lining up and kicking."""

    def __init__(self, parameters: ApproachParameters) -> None:
        self.parameters = parameters
        self.lines_up = False
        self.kick_possible = False  # a standing kick, in this frame

    def reset(self) -> None:
        self.lines_up = self.kick_possible = False

    def command(
        self, ball: Point, direction: float, stance: Stance, kick: Kick | None
    ) -> WalkCommand | None:
        """Return the command for the next step, or None if the ball is far away."""
        view = view_of(ball, direction, stance, self.parameters)
        self.lines_up = self._may_line_up(view)
        self.kick_possible = self.lines_up and stance.stands and self._is_there(view.kick_from)
        if self.kick_possible:
            return STAY
        if self.lines_up:
            return self._lining_up(view, None if stance.stands else kick, stance)
        return self._around(view) if view.distance < self.parameters.near else None

    def _may_line_up(self, view: BallView) -> bool:
        p, heading = self.parameters, abs(view.kick_from[2])
        if self.lines_up:
            near, line, turn = p.lost_beyond, p.lost_line, p.lost_turn
        else:
            near, line, turn = p.near, p.line_up, p.line_up_turn
        return view.distance < near and abs(view.off_line) < line and heading < turn

    def _is_there(self, pose: TargetPose) -> bool:
        p = self.parameters
        factor = p.hysteresis if self.kick_possible else 1.0
        near = math.hypot(pose[0], pose[1]) < factor * p.precise
        return near and abs(pose[2]) < factor * p.precise_turn

    def _lining_up(self, view: BallView, kick: Kick | None, stance: Stance) -> WalkCommand:
        p, pose = self.parameters, view.kick_from
        careful = stance.stands and math.hypot(pose[0], pose[1]) < p.careful_within
        fraction = p.careful if careful else 1.0
        return WalkCommand(
            stand=False,
            target=_behind(pose[:2], (self._run_up(stance), 0.0), pose[2]),
            fraction=Speed(fraction, fraction, 1.0),
            keep_heading=True,
            at_ball=True,
            kick=kick if abs(pose[1]) < p.kick_aside and abs(pose[2]) < p.kick_turn else None,
        )

    def _run_up(self, stance: Stance) -> float:
        p = self.parameters
        if stance.stands:
            return 0.0
        return p.run_up_aside if goes_aside(stance, p) else p.run_up

    def _around(self, view: BallView) -> WalkCommand:
        """Walk sideways around the ball while facing it, until the robot is behind it."""
        p = self.parameters
        if abs(view.off_line) < 0.5 * p.line_up:
            return WalkCommand(stand=False, target=view.line_up_at, at_ball=True)
        bearing, distance = view.bearing, max(0.15, view.distance)
        aside = math.copysign(p.circle_speed, view.off_line) * max(0.0, math.cos(bearing))
        inward = clipped(distance - p.circle_radius, -0.15, 0.15)
        c, s = math.cos(bearing), math.sin(bearing)
        turn = 1.5 * bearing - aside / distance
        speed = Speed(c * inward - s * aside, s * inward + c * aside, turn)
        return WalkCommand(stand=False, speed=speed, at_ball=True)
