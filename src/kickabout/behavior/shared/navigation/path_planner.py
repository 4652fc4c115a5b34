"""Path planning: from obstacles around the robot to corners to walk around."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from kickabout.behavior.shared.navigation.preparation import first_costs, freed_circles
from kickabout.behavior.shared.navigation.tangent_graph import PathTask, shortest_path
from kickabout.framework.compilation import kernel
from kickabout.geometry import Field, FloatArray, IndexArray, Pose2, Robot, Vec, Vec2, Vec3, Vector2
from kickabout.representations import Circle, PathCorner, PathModel, Terrain

Lines = tuple[tuple[float, float, float, float], ...]

NONE_BEFORE = (math.nan, math.nan, math.nan)


@dataclass(frozen=True, slots=True, kw_only=True)
class Steadiness:
    """The hysteresis of plans."""

    turn_cost: float = 0.1  # m per rad of turning before walking
    side_cost: float = 0.4  # m for passing the first obstacle on another side than in the last plan
    same_within: float = 0.5  # m; an obstacle this near to one of the last plan is the same


class PathPlanner:
    """Plans again in each cycle and remembers the side on which it passed the first obstacle."""

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
        freed, found, length, passed = steady_path(
            _array(circles),
            robot_to_field.array,
            target_in_field.position.array,
            _boundary(terrain, robot_to_field, target_in_field),
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
def steady_path(
    circles: FloatArray,
    robot_to_field: Vec3,
    target: Vec2,
    boundary: Vec,
    barriers: FloatArray,
    first: Vec3,
    weights: Vec,
) -> tuple[FloatArray, bool, float, IndexArray]:
    """Return the moved circles, whether a path exists, its length and the sides it passes."""
    start = robot_to_field[:2]
    freed = freed_circles(circles, start, target)
    costs = first_costs(freed, robot_to_field, target, first, weights)
    task = PathTask(freed, start, target, boundary, barriers)
    found, length, sides, _ = shortest_path(task, costs)
    return freed, found, length, sides


@lru_cache(maxsize=64)  # there are only a few sets per field
def _barriers(lines: Lines) -> FloatArray:
    return np.array(lines, dtype=float).reshape(-1, 4)


def _array(circles: Sequence[Circle]) -> FloatArray:
    rows = [(c.center_in_field.x, c.center_in_field.y, c.radius) for c in circles]
    return np.array(rows, dtype=float).reshape(-1, 3)


def _first(circles: FloatArray, sides: list[int]) -> tuple[float, float, float]:
    """Return the first circle of a plan and the side on which it is passed."""
    if not sides:
        return NONE_BEFORE
    x, y, _ = circles[sides[0] // 2].tolist()
    return x, y, float(sides[0] % 2)


def _corner(circles: FloatArray, side: int, robot_to_field: Pose2[Robot, Field]) -> PathCorner:
    x, y, radius = circles[side // 2].tolist()
    center_in_robot = robot_to_field.inverse() @ Vector2[Field](x, y)
    return PathCorner(center_in_robot=center_in_robot, radius=radius, clockwise=side % 2 == 1)


def _boundary(
    terrain: Terrain, start: Pose2[Robot, Field], target: Pose2[Robot, Field]
) -> FloatArray:
    """Return the boundary, moved outward if start or target lies outside."""
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
