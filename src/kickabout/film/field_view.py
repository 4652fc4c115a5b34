"""Field view: the match from above, with what the robots estimate drawn dashed."""

import itertools
import math
from functools import cached_property

import numpy as np

from kickabout.film.scene_source import TRAIL_TIME, FilmMoment, SceneSource
from kickabout.film.scoreboard import Scoreboard
from kickabout.film.tracking import Tracking
from kickabout.geometry import Vec, matrix_from_quaternion
from kickabout.pictures.canvas import DARK, WHITE, Canvas, Point, ink_on, mixed, team_color
from kickabout.pictures.codec import Pixels
from kickabout.pictures.lettering import BOLD
from kickabout.pictures.shapes import Color
from kickabout.representations.field import GoalKind
from kickabout.robots.kind import RobotShape
from kickabout.simulation.match.truth import stands_up
from kickabout.soccer.colors import on_screen

FLOOR: Color = (36, 40, 44)
CARPET: Color = (48, 116, 70)
STRIPE: Color = (51, 122, 74)  # of the mowing pattern
LINE: Color = (236, 240, 235)
NET: Color = (178, 184, 176)
BALL: Color = (250, 250, 250)
TRAIL: Color = (255, 225, 120)
STRIPES = 10
ROOM = 0.035  # m around a robot, for its number
MIN_ROBOT, MIN_BALL = 6.5, 2.6  # px
CLOSE_WIDTH = 4.6  # m, shown if something is followed
MIN_ERROR = 0.12  # m, from which on an estimated pose is connected with the robot


def painted(name: str, otherwise: Color) -> Color:
    """Return how a paint looks on a picture; an empty name is no paint."""
    if not name:
        return otherwise
    red, green, blue = (round(255.0 * part) for part in on_screen(name))
    return red, green, blue


class FieldView:
    """Draws the field to scale."""

    def __init__(self, source: SceneSource, size: tuple[int, int], *, follow: str = "") -> None:
        self.source = source
        self.field = source.field
        self.size = size
        self.board = Scoreboard(source, size)
        self.tracking = Tracking(source, follow) if follow else None
        self.center = (0.0, 0.0)
        self.top = self.board.bar_height + 0.3 * self.board.unit
        self.scale = self._scale()  # px/m
        self.colors = [team_color(source.colors[name.split(" ")[0]]) for name in source.robots]

    def _scale(self) -> float:
        width, height = self.size
        if self.tracking:
            return width / CLOSE_WIDTH
        room = height - self.top - 0.35 * self.board.unit
        return min(
            width / (2.0 * self.field.boundary_x + 0.3), room / (2.0 * self.field.boundary_y)
        )

    def picture(self, shown: FilmMoment) -> Pixels:
        """Return the picture of a moment."""
        if self.tracking:
            x, y = self.tracking.advance(shown)
            self.center = (x, y)
            canvas = self._ground()
        else:
            canvas = Canvas.over(self._whole_ground.pixels)
        self._draw_trail(canvas, shown)
        for index in range(len(self.source.robots)):
            self._draw_estimates(canvas, shown, index)
        for index in range(len(self.source.robots)):
            self._draw_robot(canvas, shown, index)
        self._draw_ball(canvas, shown)
        self.board.draw(canvas, shown)
        return canvas.pixels

    def _at(self, x: float, y: float) -> Point:
        width, height = self.size
        top = 0.0 if self.tracking else self.top - 0.35 * self.board.unit
        middle = (top + height) / 2.0
        return (
            width / 2.0 + (x - self.center[0]) * self.scale,
            middle - (y - self.center[1]) * self.scale,
        )

    @cached_property
    def _whole_ground(self) -> Canvas:
        return self._ground()

    def _ground(self) -> Canvas:
        """Return the field without anything that moves."""
        field, canvas = self.field, Canvas(self.size, FLOOR)
        x, y = field.boundary_x, field.boundary_y
        self._rectangle(canvas, (-x, -y), (x, y), CARPET)
        step = 2.0 * field.goal_line_x / STRIPES
        for stripe in range(0, STRIPES, 2):
            left = -field.goal_line_x + stripe * step
            self._rectangle(canvas, (left, -y), (left + step, y), STRIPE)
        self._draw_goals(canvas)
        width = max(1.0, field.line_width * self.scale)
        for x0, y0, x1, y1 in (*field.line_segments(), *field.mark_strokes()):
            canvas.lines([self._at(x0, y0), self._at(x1, y1)], LINE, width)
        canvas.circle(self._at(0.0, 0.0), field.center_circle_radius * self.scale, LINE, width)
        self._draw_furniture(canvas)
        return canvas

    def _rectangle(self, canvas: Canvas, low: Point, high: Point, color: Color) -> None:
        (left, top), (right, bottom) = self._at(low[0], high[1]), self._at(high[0], low[1])
        canvas.panel((left, top), (right - left, bottom - top), color)

    def _draw_goals(self, canvas: Canvas) -> None:
        goal = self.field.goal
        width = max(1.0, 0.5 * goal.post_radius * self.scale)
        for side in (-1.0, 1.0):
            front, back = side * goal.post_x, side * (goal.post_x + goal.depth)
            if goal.kind is GoalKind.BOX:
                self._draw_box_goal(canvas, side)
                continue
            for y in np.linspace(-goal.post_y, goal.post_y, 9)[1:-1].tolist():
                canvas.lines([self._at(front, y), self._at(back, y)], mixed(CARPET, NET, 0.5), 0.5)
            frame = [(front, -goal.post_y), (back, -goal.post_y)]
            frame += [(x, -y) for x, y in reversed(frame)]
            canvas.lines([self._at(x, y) for x, y in frame], NET, width)
            for y in (-goal.post_y, goal.post_y):
                canvas.disk(self._at(front, y), max(2.0, goal.post_radius * self.scale), WHITE)

    def _draw_box_goal(self, canvas: Canvas, side: float) -> None:
        goal = self.field.goal
        color = painted(goal.colors[0 if side > 0.0 else 1], LINE)
        ends = sorted((side * goal.post_x, side * (goal.post_x + goal.depth)))
        self._rectangle(canvas, (ends[0], -goal.post_y), (ends[1], goal.post_y), color)

    def _draw_furniture(self, canvas: Canvas) -> None:
        """Draw walls, and beacons with their colors from the outside to the inside."""
        for wall in self.field.walls:
            width = max(1.0, wall.thickness * self.scale)
            color = painted(wall.color, LINE)
            canvas.lines([self._at(*wall.start), self._at(*wall.end)], color, width)
        for landmark in self.field.landmarks:
            radius = max(MIN_BALL, 1.5 * landmark.radius * self.scale)
            for number, band in enumerate(landmark.bands):
                inner = radius * (1.0 - number / len(landmark.bands))
                canvas.disk(self._at(*landmark.position), inner, painted(band.color, LINE))

    def _draw_trail(self, canvas: Canvas, shown: FilmMoment) -> None:
        points = shown.trail
        for first, second in itertools.pairwise(points):
            if math.dist(first[1:], second[1:]) > 1.0:
                continue  # the ball was placed elsewhere
            fresh = max(0.0, 1.0 - float(second[0]) / TRAIL_TIME)
            ends = [self._at(float(x), float(y)) for _, x, y in (first, second)]
            width = (0.3 + 0.7 * fresh) * self._ball_radius
            canvas.lines(ends, mixed(CARPET, TRAIL, 0.15 + 0.75 * fresh), width)

    @property
    def _ball_radius(self) -> float:
        return max(MIN_BALL, self.field.ball.radius * self.scale)

    def _robot_radius(self, index: int) -> float:
        return max(MIN_ROBOT, (self.source.kinds[index].shape.radius + ROOM) * self.scale)

    def _draw_ball(self, canvas: Canvas, shown: FilmMoment) -> None:
        x, y = shown.moment.ball[:2].tolist()
        if not math.isfinite(x):
            return
        radius = self._ball_radius
        canvas.disk(self._at(x, y), radius + max(1.0, 0.25 * radius), DARK)
        color = self.field.ball.color
        canvas.disk(self._at(x, y), radius, painted(color, BALL))
        if not color:
            canvas.disk(self._at(x, y), 0.38 * radius, DARK)

    def _draw_estimates(self, canvas: Canvas, shown: FilmMoment, index: int) -> None:
        """Draw where a robot estimates itself and the ball to be."""
        if not self.source.has_truth or self.source.robots[index] in shown.penalized:
            return
        x, y, heading, ball_x, ball_y = shown.moment.estimates[index].tolist()
        color = mixed(self.colors[index], WHITE, 0.45)
        width = max(0.8, 0.018 * self.scale)
        if math.isfinite(x):
            here, radius = self._at(x, y), 1.25 * self._robot_radius(index)
            canvas.dashed_circle(here, radius, color, width)
            nose = (
                here[0] + 1.6 * radius * math.cos(heading),
                here[1] - 1.6 * radius * math.sin(heading),
            )
            start = (here[0] + radius * math.cos(heading), here[1] - radius * math.sin(heading))
            canvas.lines([start, nose], color, width)
            true_x, true_y = shown.moment.torsos[index, :2].tolist()
            if math.dist((x, y), (true_x, true_y)) > MIN_ERROR:
                canvas.dashed_line(self._at(true_x, true_y), here, color, width)
        if math.isfinite(ball_x):
            canvas.dashed_circle(
                self._at(ball_x, ball_y), 1.9 * self._ball_radius, color, width, dashes=6
            )

    def _draw_robot(self, canvas: Canvas, shown: FilmMoment, index: int) -> None:
        torso = shown.moment.torsos[index]
        color = self.colors[index]
        if self.source.robots[index] in shown.penalized:
            color = mixed(color, CARPET, 0.6)
        here = self._at(float(torso[0]), float(torso[1]))
        rotation = matrix_from_quaternion(np.ascontiguousarray(torso[3:]))
        kind, radius = self.source.kinds[index], self._robot_radius(index)
        if stands_up(kind, rotation[2].tolist(), float(torso[2])):
            heading = math.atan2(rotation[1, 0], rotation[0, 0])
            self._draw_upright(canvas, here, heading, color, radius)
        else:
            axis = rotation[:2, kind.shape.long_axis]
            self._draw_fallen(canvas, here, axis, color, kind.shape)
        number = self.source.robots[index].split(" ")[1]
        size = 1.15 * radius
        canvas.text(number, here, ink_on(color), size, weight=BOLD, align=0.5)

    def _draw_upright(
        self, canvas: Canvas, here: Point, heading: float, color: Color, radius: float
    ) -> None:
        edge = max(1.0, 0.13 * radius)

        def ahead(distance: float, turn: float = 0.0) -> Point:
            angle = heading + turn
            return here[0] + distance * math.cos(angle), here[1] - distance * math.sin(angle)

        nose = [ahead(radius, 0.75), ahead(1.65 * radius), ahead(radius, -0.75)]
        canvas.polygon(nose, WHITE)
        canvas.disk(here, radius + edge, WHITE)
        canvas.disk(here, radius, color)

    def _draw_fallen(
        self, canvas: Canvas, here: Point, axis: Vec, color: Color, shape: RobotShape
    ) -> None:
        """Draw a body that lies on the ground along its long axis."""
        angle = math.atan2(float(axis[1]), float(axis[0]))
        length, width = shape.half_length + 2.0 * ROOM, shape.fallen_radius
        along = np.array((math.cos(angle), -math.sin(angle)))
        across = np.array((-along[1], along[0]))
        turns = np.linspace(0.0, 2.0 * math.pi, 36, endpoint=False)
        ring = np.outer(np.cos(turns), along * length)
        ring += np.outer(np.sin(turns), across * width)
        grow = max(self.scale, MIN_ROBOT / width)
        for size, paint in ((1.18, WHITE), (1.0, color)):
            points = np.array(here) + ring * grow * size
            canvas.polygon([(x, y) for x, y in points.tolist()], paint)
