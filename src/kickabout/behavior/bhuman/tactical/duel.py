"""Duels: from robots near the ball to the best kick direction within a small turn."""

import math
from collections.abc import Sequence

from kickabout.geometry import Field, Vector2
from kickabout.representations import FieldDimensions

STEP = math.radians(5.0)
BLOCKED_WIDTH = 0.2  # m; half width of an opponent that stops the ball


def position_rating(position: Vector2[Field], field: FieldDimensions) -> float:
    """Rate a ball position: best near their goal, inside the lines and away from ours."""
    goal: Vector2[Field] = Vector2(field.goal_line_x, 0.0)
    own: Vector2[Field] = Vector2(-field.goal_line_x, 0.0)
    rating = -position.distance_to(goal)
    rating -= 2.0 * max(0.0, 1.5 - position.distance_to(own))
    over = max(0.0, abs(position.y) - field.side_line_y + 0.2)
    behind = abs(position.x) > field.goal_line_x and abs(position.y) > field.goal.inner_half_width
    return rating - 4.0 * over - (3.0 if behind else 0.0)


def kick_rating(
    ball: Vector2[Field],
    direction: float,
    *,
    reach: float,
    field: FieldDimensions,
    opponents: Sequence[Vector2[Field]],
    teammates: Sequence[Vector2[Field]],
) -> float:
    """Rate a kick direction; an opponent on the ball's path stops the ball there."""
    unit: Vector2[Field] = Vector2.from_polar(1.0, direction)
    length = reach
    for opponent in opponents:
        offset = opponent - ball
        along, across = unit.dot(offset), abs(unit.cross(offset))
        if 0.0 < along < length and across < BLOCKED_WIDTH:
            length = max(0.0, along - 0.2)
    end = ball + unit * length
    theirs = min((end.distance_to(r) for r in opponents), default=2.0)
    ours = min((end.distance_to(m) for m in teammates), default=2.0)
    return position_rating(end, field) + 0.5 * min(theirs, 1.5) - 0.2 * min(ours, 2.0)


def best_duel_kick(
    *,
    ball: Vector2[Field],
    heading: float,
    width: float,
    reach: float,
    field: FieldDimensions,
    opponents: Sequence[Vector2[Field]],
    teammates: Sequence[Vector2[Field]],
) -> float:
    """Return the best direction within a width around the heading, never towards our goal."""
    count = max(1, round(2.0 * width / STEP))
    directions = [heading + width * (2.0 * i / count - 1.0) for i in range(count + 1)]
    own: Vector2[Field] = Vector2(-field.goal_line_x, 0.0)
    home = (own - ball).angle

    def rating(direction: float) -> float:
        homeward = math.cos(direction - home) > 0.7
        rated = kick_rating(
            ball, direction, reach=reach, field=field, opponents=opponents, teammates=teammates
        )
        return rated - (5.0 if homeward else 0.0)

    best = max(directions, key=rating)
    if math.cos(best - home) > 0.7:
        return home + math.pi
    return best
