"""Touches of the ball since the last restart, and where it leaves the field."""

import math
from dataclasses import dataclass
from enum import StrEnum, auto

from kickabout.geometry import Vector2, World
from kickabout.representations.field import FieldDimensions
from kickabout.representations.game import SetPlay
from kickabout.simulation.referee.view import RefereeView, RobotId, RobotView, TeamSide

SAME_TOUCH = 0.5  # s; contacts of one robot within this time are one touch


class BallEventKind(StrEnum):
    GOAL = auto()
    OVER_GOAL_LINE = auto()
    OVER_SIDE_LINE = auto()


@dataclass(frozen=True, slots=True, kw_only=True)
class BallEvent:
    kind: BallEventKind
    crossed_at: Vector2[World]  # where the ball was completely over the line

    @property
    def end(self) -> float:
        """1 or -1: the side of the field along x."""
        return math.copysign(1.0, self.crossed_at.x)


@dataclass(slots=True, kw_only=True)
class Touch:
    robot: RobotId
    began_at: float  # s
    ended_at: float  # s
    ball_at_begin: Vector2[World]
    ball_at_end: Vector2[World]
    with_arm: bool
    fallen: bool  # or getting up


@dataclass(frozen=True, slots=True, kw_only=True)
class Restart:
    """The last restart of play."""

    time: float = -math.inf
    team: TeamSide | None = None
    set_play: SetPlay = SetPlay.NONE
    kick_off: bool = False


class BallWatch:
    """Records touches in order, and the ball's last position to find where it crosses a line."""

    def __init__(self, field: FieldDimensions) -> None:
        self._field = field
        self._last_ball: Vector2[World] | None = None
        self.restart = Restart()
        self.touches: list[Touch] = []
        self.left_circle_at: float | None = None  # s, after a kick-off
        self.touched_since_kick_off = False

    def begin(self, restart: Restart) -> None:
        """Start again at a restart."""
        self.touched_since_kick_off &= not restart.kick_off
        self.restart = restart
        self.touches = []
        self.left_circle_at = None

    def ball_placed(self) -> None:
        """Note that the ball was moved by hand."""
        self._last_ball = None

    def last_touch(self, team: TeamSide | None = None) -> Touch | None:
        """Return the last touch of any robot, or of a team."""
        return next(
            (touch for touch in reversed(self.touches) if team in (None, touch.robot.team)), None
        )

    def touched_by(self, team: TeamSide, *, also_fallen: bool = False) -> bool:
        """Whether a team has played the ball since the restart."""
        return any(
            touch.robot.team is team and (also_fallen or not touch.fallen) for touch in self.touches
        )

    def observe(self, view: RefereeView) -> BallEvent | None:
        """Process a view; return the event if the ball left the field since the last one."""
        self._observe_touches(view)
        if self.left_circle_at is None and self._is_out_of_circle(view.ball_in_world):
            self.left_circle_at = view.time
        event = self._crossing(view)
        self._last_ball = view.ball_in_world
        return event

    def _observe_touches(self, view: RefereeView) -> None:
        ball = view.ball_in_world
        touching = [
            (robot, view.time if robot.touches_ball else robot.last_touch_at)
            for robot in view.robots
            if robot.touches_ball or robot.last_touch_at > self.restart.time
        ]
        touching.sort(key=lambda item: (item[1], -item[0].position.distance_to(ball)))
        for robot, time in touching:
            self._touch(robot, time, ball)

    def _touch(self, robot: RobotView, time: float, ball: Vector2[World]) -> None:
        previous = self.last_touch()
        known = next((t for t in reversed(self.touches) if t.robot == robot.id), None)
        if known is not None and time <= known.ended_at:
            return
        if known is not None and known is previous and time - known.ended_at < SAME_TOUCH:
            known.ended_at = time
            known.ball_at_end = ball
            known.with_arm |= robot.touches_ball_with_arm
            return
        self.touched_since_kick_off = True
        self.touches.append(
            Touch(
                robot=robot.id,
                began_at=time,
                ended_at=time,
                ball_at_begin=ball,
                ball_at_end=ball,
                with_arm=robot.touches_ball_with_arm,
                fallen=robot.fallen_since is not None,
            )
        )

    def _is_over_a_wall(self, view: RefereeView) -> bool:
        """Whether the ball is behind the walls or in a goal; on a ramp it is still in play."""
        field, ball = self._field, view.ball_in_world
        if abs(ball.y) < field.goal.inner_half_width:
            return True
        beyond = max(abs(ball.x) - field.goal_line_x, abs(ball.y) - field.side_line_y)
        return beyond > field.border_depth

    def _is_out_of_circle(self, ball: Vector2[World]) -> bool:
        field = self._field
        radius = field.center_circle_radius + field.line_width / 2.0 + field.ball.radius
        return ball.norm > radius

    def _crossing(self, view: RefereeView) -> BallEvent | None:
        field, ball = self._field, view.ball_in_world
        over = field.line_width / 2.0 + field.ball.radius
        limit_x, limit_y = field.goal_line_x + over, field.side_line_y + over
        if abs(ball.x) <= limit_x and abs(ball.y) <= limit_y:
            return None
        if field.border and not self._is_over_a_wall(view):
            return None
        before = self._last_ball if self._last_ball is not None else ball
        at_x = _crossing_ratio(before.x, ball.x, limit_x)
        at_y = _crossing_ratio(before.y, ball.y, limit_y)
        crossed_at = before.interpolated(ball, min(at_x, at_y, 1.0))
        if at_y < at_x:
            return BallEvent(kind=BallEventKind.OVER_SIDE_LINE, crossed_at=crossed_at)
        goal = field.goal
        inside = abs(crossed_at.y) < goal.inner_half_width and view.ball_height < goal.crossbar_z
        kind = BallEventKind.GOAL if inside else BallEventKind.OVER_GOAL_LINE
        return BallEvent(kind=kind, crossed_at=crossed_at)


def _crossing_ratio(before: float, after: float, limit: float) -> float:
    """Return the fraction of the step at which the limit is passed; infinite if it is not."""
    if abs(after) <= limit:
        return math.inf
    if abs(before) >= limit or before == after:
        return 0.0
    return (math.copysign(limit, after) - before) / (after - before)
