"""The pitch in characters: lines, ball, and robots as numbers in their team's color."""

import math
from collections.abc import Iterable
from dataclasses import dataclass

from rich.text import Text

from kickabout.geometry import Vector2, World
from kickabout.representations import FieldDimensions

LARGEST = (75, 27)  # columns and rows; characters are about twice as high as wide
SMALLEST = (25, 9)
HEADINGS = "→↗↑↖←↙↓↘"
LINE_STYLE = "white on dark_green"
GRASS_STYLE = "green on dark_green"


@dataclass(frozen=True, slots=True, kw_only=True)
class Marker:
    """A robot on the map."""

    x: float  # m, in the world
    y: float
    heading: float  # rad
    number: int
    color: str
    upright: bool


def pitch_size(width: int, height: int) -> tuple[int, int]:
    """Return columns and rows of the largest pitch that fits; odd, so that there is a center."""
    scale = min(width / LARGEST[0], height / LARGEST[1], 1.0)
    columns, rows = (
        max(int(scale * largest), smallest)
        for largest, smallest in zip(LARGEST, SMALLEST, strict=True)
    )
    return columns - 1 + columns % 2, rows - 1 + rows % 2


class PitchView:
    """Draws one field; the empty pitch is drawn once."""

    def __init__(self, field: FieldDimensions, columns: int, rows: int) -> None:
        self.columns, self.rows = columns, rows
        self._half_length, self._half_width = field.boundary_x, field.boundary_y
        self._empty = [[" "] * columns for _ in range(rows)]
        for x1, y1, x2, y2 in field.line_segments():
            self._draw_line(x1, y1, x2, y2)
        for step in range(64):
            angle = 2.0 * math.pi * step / 64.0
            radius = field.center_circle_radius
            self._put(self._empty, radius * math.cos(angle), radius * math.sin(angle), "·")
        goal = field.goal
        for side in (1.0, -1.0):
            for y in (goal.post_y, -goal.post_y):
                self._put(self._empty, side * (goal.post_x + goal.depth / 2.0), y, "▪")

    def drawn(self, ball: Vector2[World], robots: Iterable[Marker]) -> Text:
        """Return the pitch with ball and robots."""
        rows = [
            [(sign, LINE_STYLE if sign != " " else GRASS_STYLE) for sign in row]
            for row in self._empty
        ]
        for robot in robots:
            row, column = self._cell(robot.x, robot.y)
            style = f"bold {_readable(robot.color)} on dark_green"
            rows[row][column] = (str(robot.number), style if robot.upright else style + " strike")
            arrow = HEADINGS[round(robot.heading / (math.pi / 4.0)) % 8] if robot.upright else "_"
            if column + 1 < self.columns:
                rows[row][column + 1] = (arrow, style)
        row, column = self._cell(ball.x, ball.y)
        rows[row][column] = ("●", "bold bright_white on dark_green")
        return Text("\n").join(Text.assemble(*row) for row in rows)

    def _draw_line(self, x1: float, y1: float, x2: float, y2: float) -> None:
        sign = "│" if abs(x1 - x2) < abs(y1 - y2) else "─"
        for step in range(201):
            ratio = step / 200.0
            self._put(self._empty, x1 + ratio * (x2 - x1), y1 + ratio * (y2 - y1), sign)

    def _put(self, rows: list[list[str]], x: float, y: float, sign: str) -> None:
        row, column = self._cell(x, y)
        rows[row][column] = sign

    def _cell(self, x: float, y: float) -> tuple[int, int]:
        column = round((x / self._half_length + 1.0) / 2.0 * (self.columns - 1))
        row = round((1.0 - y / self._half_width) / 2.0 * (self.rows - 1))
        return min(self.rows - 1, max(0, row)), min(self.columns - 1, max(0, column))


def _readable(color: str) -> str:
    """Return a variant of a team color that is readable on grass."""
    names = {"black": "black", "gray": "bright_black", "green": "bright_green", "orange": "orange1"}
    return names.get(color, f"bright_{color}" if color in ("blue", "red", "yellow") else color)
