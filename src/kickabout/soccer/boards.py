"""Boards: from the walls of a field and of its box goals to boxes in space."""

import math
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

import numpy as np

from kickabout.framework import frozen
from kickabout.geometry import FloatArray, Vec, readonly
from kickabout.representations.field import FieldDimensions, Goal, GoalKind, Point, Wall

TOUCHING = 1e-3  # m between the ends of walls that form a corner


@frozen
class Board:
    """A box in the world frame."""

    center: Vec  # m
    half_size: Vec  # m, along its own axes
    rotation: FloatArray  # columns: its axes in the world
    color: str


def goal_color(goal: Goal, side: float) -> str:
    """Return the name of the color of the goal at positive or negative x; empty: white."""
    return goal.colors[0 if side > 0.0 else 1]


@lru_cache(maxsize=8)
def walls_of(field: FieldDimensions) -> tuple[Board, ...]:
    """Return the walls and ramps around a field; ramps that meet at a corner close it."""
    return tuple(_wall(_mitred(wall, field.walls)) for wall in field.walls)


@lru_cache(maxsize=8)
def goal_walls_of(field: FieldDimensions, side: float) -> tuple[Board, ...]:
    """Return both side walls and the back wall of a box goal; none of a goal with posts."""
    goal = field.goal
    if goal.kind is not GoalKind.BOX:
        return ()
    thin, half_height, half_depth = goal.post_radius, goal.crossbar_z / 2.0, goal.depth / 2.0
    middle, back = side * (goal.post_x + half_depth), side * (goal.post_x + goal.depth)
    color = goal_color(goal, side)
    boards = (
        _upright((middle, goal.post_y, half_height), (half_depth, thin, half_height), color),
        _upright((middle, -goal.post_y, half_height), (half_depth, thin, half_height), color),
        _upright((back, 0.0, half_height), (thin, goal.post_y + thin, half_height), color),
    )
    if not goal.outside:
        return boards
    halves = (
        _halves(board, axis, goal.outside) for board, axis in zip(boards, (1, 1, 0), strict=True)
    )
    return tuple(half for pair in halves for half in pair)


def _halves(board: Board, axis: int, outside: str) -> tuple[Board, Board]:
    """Split a board across its thickness into an inner half and an outer one in another color.

    The inner half of the back wall ends where the side walls begin, so that nobody sees its ends.
    """
    outer_size, shift = board.half_size.copy(), np.zeros(3)
    outer_size[axis] /= 2.0
    shift[axis] = math.copysign(outer_size[axis], board.center[axis])
    inner_size = outer_size.copy()
    if axis == 0:
        inner_size[1] -= board.half_size[0] * 2.0
    return (
        Board(
            center=readonly(board.center - shift),
            half_size=readonly(inner_size),
            rotation=board.rotation,
            color=board.color,
        ),
        Board(
            center=readonly(board.center + shift),
            half_size=readonly(outer_size),
            rotation=board.rotation,
            color=outside,
        ),
    )


def _upright(
    center: tuple[float, float, float], half_size: tuple[float, float, float], color: str
) -> Board:
    return Board(
        center=readonly(center), half_size=readonly(half_size), rotation=np.eye(3), color=color
    )


def _mitred(wall: Wall, walls: Sequence[Wall]) -> Wall:
    """Return a ramp whose ends are longer where another one begins.

    The upper edges of ramps are farther outside, so they would leave a gap at a corner.
    """
    outwards = wall.height * math.tan(wall.lean)
    return replace(
        wall,
        start=_extended(wall.end, wall.start, outwards, walls),
        end=_extended(wall.start, wall.end, outwards, walls),
    )


def _extended(far: Point, end: Point, outwards: float, walls: Sequence[Wall]) -> Point:
    """Return the end of a wall, moved on by what a corner with another wall needs."""
    heading = math.atan2(end[1] - far[1], end[0] - far[0])
    others = [pair for wall in walls for pair in ((wall.start, wall.end), (wall.end, wall.start))]
    for begin, beyond in others:
        if outwards > 0.0 and math.dist(begin, end) < TOUCHING and beyond != far:
            turn = math.atan2(beyond[1] - begin[1], beyond[0] - begin[0]) - heading
            by = outwards * abs(math.tan(math.remainder(turn, math.tau) / 2.0))
            return end[0] + by * math.cos(heading), end[1] + by * math.sin(heading)
    return end


def _wall(wall: Wall) -> Board:
    """Return a board whose lower inner edge is the wall's line; it leans away from the origin."""
    start, end = np.array((*wall.start, 0.0)), np.array((*wall.end, 0.0))
    length = float(np.linalg.norm(end - start))
    along, up = (end - start) / length, np.array((0.0, 0.0, 1.0))
    if np.cross(up, along) @ (start + end) < 0.0:
        along = -along
    outwards = np.cross(up, along)
    c, s = math.cos(wall.lean), math.sin(wall.lean)
    through, upwards = c * outwards - s * up, c * up + s * outwards
    half_size = (length / 2.0, wall.thickness / 2.0, wall.height / c / 2.0)
    center = (start + end) / 2.0 + half_size[1] * through + half_size[2] * upwards
    return Board(
        center=readonly(center),
        half_size=readonly(half_size),
        rotation=readonly(np.column_stack((along, through, upwards))),
        color=wall.color,
    )
