"""Edges of flags and goals: from percepts and the field to rows for Monte-Carlo localization."""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from types import MappingProxyType

import numpy as np

from kickabout.framework import frozen, inputs
from kickabout.geometry import Mat
from kickabout.modeling.pose.monte_carlo import FLAG, GOAL, Extent, Observation
from kickabout.representations import (
    AttackDirection,
    CameraMatrix,
    FallState,
    FieldDimensions,
    GoalsPercept,
    GroundContactState,
    LandmarksPercept,
    Odometry,
)

Row = tuple[float, ...]
COLUMNS = 6
LEFT, RIGHT = 1.0, -1.0


@inputs
@frozen
class LandmarkPercepts:
    """Percepts of flags and goals, and the camera's position in the image they are from."""

    landmarks: LandmarksPercept
    goals: GoalsPercept
    matrix: CameraMatrix


@inputs
@frozen
class KnownField:
    """What is known about the field and the direction of play."""

    field: FieldDimensions
    attack: AttackDirection


@inputs
@frozen
class OwnMotion:
    """How the robot moved, by itself or in the hands of people."""

    odometry: Odometry
    fall: FallState
    ground: GroundContactState


@frozen
class EdgeTargets:
    """Flags by their names and goals by their colors, in the field frame of the team."""

    flags: Mapping[str, Row]  # kind, x, y, radius
    goals: Mapping[str, Row]  # kind, x and y of the left post of a goal ahead, unused


@lru_cache(maxsize=8)
def edge_targets(field: FieldDimensions, direction: float) -> EdgeTargets:
    """Return everything with edges for a team that attacks in this direction of the world."""
    flags = {
        flag.name: (FLAG, direction * flag.position[0], direction * flag.position[1], flag.radius)
        for flag in field.landmarks
    }
    goal = field.goal
    goals = {
        color: (GOAL, direction * side * goal.post_x, goal.post_y, 0.0)
        for side, color in zip((1.0, -1.0), goal.colors, strict=True)
        if color
    }
    return EdgeTargets(flags=MappingProxyType(flags), goals=MappingProxyType(goals))


def extent_of(field: FieldDimensions) -> Extent:
    """Return where robots can be: inside of the foot of the walls, or of the lines."""
    return Extent(field.goal_line_x, field.side_line_y)


def observation(percepts: LandmarkPercepts, known: KnownField) -> Observation:
    """Return all measured edges of landmarks that are known by name or color."""
    direction, matrix = known.attack.along_world_x, percepts.matrix
    rows: list[Row] = []
    if direction is not None and matrix.valid:
        targets = edge_targets(known.field, direction)
        rows = [*_flag_rows(percepts.landmarks, targets), *_goal_rows(percepts.goals, targets)]
    return Observation(_matrix(rows), np.array(matrix.camera_to_robot.translation[:2]))


def _matrix(rows: list[Row]) -> Mat:
    return np.array(rows, np.float64) if rows else np.empty((0, COLUMNS))


def _flag_rows(percept: LandmarksPercept, targets: EdgeTargets) -> Iterator[Row]:
    for seen in percept.landmarks:
        if seen.name not in targets.flags:
            continue
        for side, bearing in ((LEFT, seen.left_bearing), (RIGHT, seen.right_bearing)):
            if bearing is not None:
                yield (*targets.flags[seen.name], side, bearing)


def _goal_rows(percept: GoalsPercept, targets: EdgeTargets) -> Iterator[Row]:
    for seen in percept.goals:
        if seen.color not in targets.goals:
            continue
        if seen.left_is_post:
            yield (*targets.goals[seen.color], LEFT, seen.left_bearing)
        if seen.right_is_post:
            yield (*targets.goals[seen.color], RIGHT, seen.right_bearing)
