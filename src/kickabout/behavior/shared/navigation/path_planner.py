"""Path planning: from obstacles around the robot to corners to walk around."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from kickabout.behavior.shared.navigation.preparation import first_costs, freed_circles
from kickabout.behavior.shared.navigation.tangent_graph import shortest_way
from kickabout.geometry import (
    Field,
    FloatArray,
    IndexArray,
    Pose2,
    Robot,
    Vec,
    Vec2,
    Vec3,
    Vector2,
    kernel,
)
from kickabout.representations import Circle, PathCorner, PathModel, Terrain

Lines = tuple[tuple[float, float, float, float], ...]

NONE_BEFORE = (math.nan, math.nan, math.nan)


@dataclass(frozen=True, slots=True, kw_only=True)
class Steadiness:
    """What keeps plans from changing all the time."""

    turn_cost: float = 0.1  # m for each rad to turn first
    side_cost: float = 0.4  # m for passing the first obstacle on another side than before
    same_within: float = 0.5  # m; an obstacle this near to one of the last plan is the same


class PathPlanner:
    """Plans anew in each cycle but remembers on which side it passed the first obstacle."""

    def __init__(self, steadiness: Steadiness | None = None) -> None:
        steady = steadiness or Steadiness()
        self._weights = np.array((steady.turn_cost, steady.side_cost, steady.same_within))
        self._first = NONE_BEFORE  # x, y of the center, 1 for clockwise

    def plan(
        self,
        robot_to_field: Pose2[Robot, Field],
        target_in_field: Pose2[Robot, Field],
        circles: Sequence[Circle],
        terrain: Terrain,
    ) -> PathModel:
        freed, found, length, passed = steady_way(
            _array(circles),
            robot_to_field.array,
            target_in_field.position.array,
            _border(terrain, robot_to_field, target_in_field),
            _barriers(terrain.barriers),
            np.array(self._first),
            self._weights,
        )
        sides: list[int] = passed.tolist()
        corners = tuple([_corner(freed, side, robot_to_field) for side in sides])
        self._first = _first(freed, sides)
        if not found:
            return PathModel(target_in_field=target_in_field)
        return PathModel(
            corners=corners, target_in_field=target_in_field, length=length, valid=True
        )


@kernel
def steady_way(
    circles: FloatArray,
    robot_to_field: Vec3,
    target: Vec2,
    border: Vec,
    barriers: FloatArray,
    first: Vec3,
    weights: Vec,
) -> tuple[FloatArray, bool, float, IndexArray]:
    """Circles that leave a way, whether there is one, its length and the sides that it passes."""
    start = robot_to_field[:2]
    freed = freed_circles(circles, start, target)
    costs = first_costs(freed, robot_to_field, target, first, weights)
    found, length, sides, _ = shortest_way(freed, start, target, border, barriers, costs)
    return freed, found, length, sides


@lru_cache(maxsize=64)  # they are those of a field, with one area or another
def _barriers(lines: Lines) -> FloatArray:
    return np.array(lines, dtype=float).reshape(-1, 4)


def _array(circles: Sequence[Circle]) -> FloatArray:
    rows = [(c.center_in_field.x, c.center_in_field.y, c.radius) for c in circles]
    return np.array(rows, dtype=float).reshape(-1, 3)


def _first(circles: FloatArray, sides: list[int]) -> tuple[float, float, float]:
    """What to remember of a plan: the first circle and on which side it is passed."""
    if not sides:
        return NONE_BEFORE
    x, y, _ = circles[sides[0] // 2].tolist()
    return x, y, float(sides[0] % 2)


def _corner(circles: FloatArray, side: int, robot_to_field: Pose2[Robot, Field]) -> PathCorner:
    x, y, radius = circles[side // 2].tolist()
    center_in_robot = robot_to_field.inverse() @ Vector2[Field](x, y)
    return PathCorner(center_in_robot=center_in_robot, radius=radius, clockwise=side % 2 == 1)


def _border(
    terrain: Terrain, start: Pose2[Robot, Field], target: Pose2[Robot, Field]
) -> FloatArray:
    """The border, moved outward where start or target lies outside."""
    xs, ys = (start.x, target.x), (start.y, target.y)
    return np.array(
        (
            min(-terrain.half_length, *xs),
            max(terrain.half_length, *xs),
            min(-terrain.half_width, *ys),
            max(terrain.half_width, *ys),
        ),
        dtype=float,
    )
