"""Path planning: from obstacles around the robot to corners to walk around."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from kickabout.behavior.navigation.tangent_graph import shortest_way
from kickabout.geometry import Field, FloatArray, Pose2, Robot, Vec2, Vector2
from kickabout.geometry.pose2 import wrapped
from kickabout.representations import Circle, PathCorner, PathModel, Terrain

APART = 0.01  # m between the robot and a circle that it would be in


@dataclass(frozen=True, slots=True, kw_only=True)
class Steadiness:
    """What keeps plans from changing all the time."""

    turn_cost: float = 0.1  # m for each rad to turn first
    side_cost: float = 0.4  # m for passing the first obstacle on another side than before
    same_within: float = 0.5  # m; an obstacle this near to one of the last plan is the same


class PathPlanner:
    """Plans anew in each cycle but remembers on which side it passed the first obstacle."""

    def __init__(self, steadiness: Steadiness | None = None) -> None:
        self.steadiness = steadiness or Steadiness()
        self._first: tuple[Vector2[Field], bool] | None = None  # center and clockwise

    def plan(
        self,
        robot_to_field: Pose2[Robot, Field],
        target_in_field: Pose2[Robot, Field],
        circles: Sequence[Circle],
        terrain: Terrain,
    ) -> PathModel:
        start, target = robot_to_field.position, target_in_field.position
        array = freed_circles(circles, start, target)
        found, length, sides, _ = shortest_way(
            array,
            np.array((start.x, start.y), dtype=float),
            np.array((target.x, target.y), dtype=float),
            _border(terrain, start, target),
            np.array(terrain.barriers, dtype=float).reshape(-1, 4),
            self._first_costs(array, robot_to_field, target),
        )
        if not found:
            self._first = None
            return PathModel(target_in_field=target_in_field)
        self._remember(array, sides.tolist())
        to_robot = robot_to_field.inverse()
        corners = tuple(
            PathCorner(
                center_in_robot=to_robot @ Vector2(array[side // 2, 0], array[side // 2, 1]),
                radius=float(array[side // 2, 2]),
                clockwise=side % 2 == 1,
            )
            for side in sides.tolist()
        )
        return PathModel(
            corners=corners, target_in_field=target_in_field, length=length, valid=True
        )

    def _first_costs(
        self, circles: FloatArray, robot_to_field: Pose2[Robot, Field], target: Vector2[Field]
    ) -> Vec2:
        """Extra lengths for beginning with a side of a circle, or going straight."""
        steady = self.steadiness
        costs = np.zeros(2 * len(circles) + 1)
        costs[-1] = steady.turn_cost * _turn(robot_to_field, target)
        for i, (x, y, radius) in enumerate(circles.tolist()):
            center: Vector2[Field] = Vector2(x, y)
            distance = max(robot_to_field.position.distance_to(center), radius + 1e-6)
            aside = math.asin(radius / distance)
            bearing = (center - robot_to_field.position).angle
            for side, sign in ((0, -1.0), (1, 1.0)):
                turn = abs(wrapped(bearing + sign * aside - robot_to_field.theta))
                costs[2 * i + side] = steady.turn_cost * turn
            if self._first and center.distance_to(self._first[0]) < steady.same_within:
                costs[2 * i + (0 if self._first[1] else 1)] += steady.side_cost
        return costs

    def _remember(self, circles: FloatArray, sides: list[int]) -> None:
        if not sides:
            self._first = None
            return
        x, y, _ = circles[sides[0] // 2].tolist()
        self._first = (Vector2(x, y), sides[0] % 2 == 1)


def freed_circles(
    circles: Sequence[Circle], start: Vector2[Field], target: Vector2[Field]
) -> FloatArray:
    """Circles pushed away from start and target, so that there always is a way."""
    array = np.empty((len(circles), 3))
    for row, circle in zip(array, circles, strict=True):
        center = circle.center_in_field
        for point in (target, start):
            away = center - point
            if away.norm < circle.radius + APART:
                direction = away / away.norm if away.norm > 1e-6 else Vector2[Field](0.0, 1.0)
                center = point + direction * (circle.radius + APART)
        nearest = min(center.distance_to(start), center.distance_to(target))
        row[:] = center.x, center.y, max(1e-3, min(circle.radius, nearest - 0.5 * APART))
    return array


def _border(terrain: Terrain, start: Vector2[Field], target: Vector2[Field]) -> FloatArray:
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


def _turn(robot_to_field: Pose2[Robot, Field], point: Vector2[Field]) -> float:
    way = point - robot_to_field.position
    return abs(wrapped(way.angle - robot_to_field.theta)) if way.norm > 1e-6 else 0.0
