"""Ball approach: from a ball and the kick it shall get to what to do with the next step.

As the generators of B-Human 2021 (section 8.3.2), which walk around the ball where behavior did so
before: each step is planned with the newest ball. Everything is seen from the place midway between
the feet, in whose direction the robot looks.
"""

import math
from dataclasses import dataclass

from kickabout.framework import frozen
from kickabout.motion.walk.step_limits import Speed, clipped
from kickabout.motion.walk.walk_target import Place
from kickabout.motion.walk.walker import STAY, KickMaker, WalkCommand

Point = tuple[float, float]  # m


@frozen
class Stance:
    """How a robot stands to the ball when a kick with one of its feet begins."""

    ball: Point  # before the robot
    turn: float  # rad, where the ball goes against the heading of the robot
    stands: bool  # a kick out of a stand, which the walk only prepares


@dataclass(frozen=True, slots=True, kw_only=True)
class ApproachParameters:
    """How a robot comes to the ball."""

    near: float = 0.55  # m to the ball; from farther away others plan the way
    behind: float = 0.3  # m, of the place to line up at behind the ball
    behind_place: float = 0.15  # m, the same for kicks aside, behind the place of the kick
    aside: float = 0.3  # rad; kicks that turn the ball further go aside
    line_up: float = 0.6  # rad off the line: lining up begins
    lost_line: float = 1.0  # rad off the line: lining up ends
    line_up_turn: float = 0.9  # the same for the heading
    lost_turn: float = 1.3
    lost_beyond: float = 0.8  # m to the ball: lining up ends
    kick_turn: float = 0.35  # rad, of the heading with which a kick may begin
    kick_aside: float = 0.03  # m, the same for its place to the left or right
    run_up: float = 0.045  # m behind the place of a kick in the walk; its first step may be longer
    run_up_aside: float = 0.015  # m, the same for kicks aside
    circle_radius: float = 0.3  # m, kept to the ball on the way around it
    circle_speed: float = 0.18  # m/s, sideways on that way
    careful_within: float = 0.2  # m, of the place of a standing kick
    careful: float = 0.4  # share of the largest speed there, where toes nearly meet the ball
    precise: float = 0.025  # m, for a standing kick
    precise_turn: float = 0.09  # rad
    slack: float = 2.0  # times as far off, a standing kick that was possible is not any more


@frozen
class BallView:
    """A ball, the direction it shall take, and the places that belong to its kick."""

    ball: Point
    kick_from: Place
    line_up_at: Place

    @property
    def distance(self) -> float:
        return math.hypot(*self.ball)

    @property
    def bearing(self) -> float:
        return math.atan2(self.ball[1], self.ball[0])

    @property
    def off_line(self) -> float:
        """Angle around the ball between the robot and the place to line up at."""
        x, y, _ = self.line_up_at
        from_there = math.atan2(self.ball[1] - y, self.ball[0] - x)
        return math.remainder(self.bearing - from_there, math.tau)


def goes_aside(stance: Stance, figures: ApproachParameters) -> bool:
    return abs(stance.turn) > figures.aside


def view_of(ball: Point, direction: float, stance: Stance, figures: ApproachParameters) -> BallView:
    heading = math.remainder(direction - stance.turn, math.tau)
    place = _behind(ball, stance.ball, heading)
    if goes_aside(stance, figures):
        line_up_at = _behind(place[:2], (figures.behind_place, 0.0), heading)
    else:
        x, y, _ = _behind(ball, (figures.behind, 0.0), direction)
        line_up_at = (x, y, heading)
    return BallView(ball=ball, kick_from=place, line_up_at=line_up_at)


def _behind(point: Point, offset: Point, heading: float) -> Place:
    """From where a point is seen at an offset."""
    c, s = math.cos(heading), math.sin(heading)
    return (
        point[0] - c * offset[0] + s * offset[1],
        point[1] - s * offset[0] - c * offset[1],
        heading,
    )


class BallApproach:
    """Walks around the ball, lines up and says when to kick."""

    def __init__(self, figures: ApproachParameters) -> None:
        self.figures = figures
        self.lines_up = False
        self.kick_possible = False  # out of a stand, here and now

    def reset(self) -> None:
        self.lines_up = self.kick_possible = False

    def wish(
        self, ball: Point, direction: float, stance: Stance, kick: KickMaker | None
    ) -> WalkCommand | None:
        """What to do with the next step; nothing if the ball is far away."""
        view = view_of(ball, direction, stance, self.figures)
        self.lines_up = self._may_line_up(view)
        self.kick_possible = self.lines_up and stance.stands and self._is_there(view.kick_from)
        if self.kick_possible:
            return STAY
        if self.lines_up:
            return self._lining_up(view, None if stance.stands else kick, stance)
        return self._around(view) if view.distance < self.figures.near else None

    def _may_line_up(self, view: BallView) -> bool:
        f, heading = self.figures, abs(view.kick_from[2])
        if self.lines_up:
            near, line, turn = f.lost_beyond, f.lost_line, f.lost_turn
        else:
            near, line, turn = f.near, f.line_up, f.line_up_turn
        return view.distance < near and abs(view.off_line) < line and heading < turn

    def _is_there(self, place: Place) -> bool:
        f = self.figures
        slack = f.slack if self.kick_possible else 1.0
        near = math.hypot(place[0], place[1]) < slack * f.precise
        return near and abs(place[2]) < slack * f.precise_turn

    def _lining_up(self, view: BallView, kick: KickMaker | None, stance: Stance) -> WalkCommand:
        f, place = self.figures, view.kick_from
        careful = stance.stands and math.hypot(place[0], place[1]) < f.careful_within
        share = f.careful if careful else 1.0
        return WalkCommand(
            stand=False,
            target=_behind(place[:2], (self._run_up(stance), 0.0), place[2]),
            share=Speed(share, share, 1.0),
            keep_heading=True,
            at_ball=True,
            kick=kick if abs(place[1]) < f.kick_aside and abs(place[2]) < f.kick_turn else None,
        )

    def _run_up(self, stance: Stance) -> float:
        f = self.figures
        if stance.stands:
            return 0.0
        return f.run_up_aside if goes_aside(stance, f) else f.run_up

    def _around(self, view: BallView) -> WalkCommand:
        """Sideways around the ball while facing it, until the robot is behind it."""
        f = self.figures
        if abs(view.off_line) < 0.5 * f.line_up:
            return WalkCommand(stand=False, target=view.line_up_at, at_ball=True)
        bearing, distance = view.bearing, max(0.15, view.distance)
        aside = math.copysign(f.circle_speed, view.off_line) * max(0.0, math.cos(bearing))
        inward = clipped(distance - f.circle_radius, -0.15, 0.15)
        c, s = math.cos(bearing), math.sin(bearing)
        turn = 1.5 * bearing - aside / distance
        speed = Speed(c * inward - s * aside, s * inward + c * aside, turn)
        return WalkCommand(stand=False, speed=speed, at_ball=True)
