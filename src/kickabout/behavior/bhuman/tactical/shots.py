"""Shots: from ball, goal and obstacles to a direction and a kick."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from kickabout.behavior.bhuman.tactical.sector_wheel import SectorKind, SectorWheel
from kickabout.behavior.shared.tactical.goal_view import AngleRange, goal_range
from kickabout.behavior.shared.tactical.kicks import Kick, time_to_kick
from kickabout.geometry import Field, Pose2, Robot, Vector2
from kickabout.representations import FieldDimensions

RoundObstacle = tuple[Vector2[Field], float]  # position and radius, in m


@dataclass(frozen=True, slots=True, kw_only=True)
class ShotRules:
    """Conditions for a shot."""

    min_width: float = math.radians(8.0)  # rad; minimum width of a free sector
    margin: float = math.radians(3.0)  # rad; kept to both ends of the sector
    bonus: float = math.radians(4.0)  # rad; added to the sector of the previous direction


@dataclass(frozen=True, slots=True, kw_only=True)
class Shot:
    """A shot at the goal."""

    direction: float  # rad in the field
    kick: Kick


def best_shot(
    ball: Vector2[Field],
    field: FieldDimensions,
    *,
    obstacles: Sequence[RoundObstacle],
    robot_to_field: Pose2[Robot, Field],
    kicks: Sequence[Kick],
    before: float = math.inf,
    rules: ShotRules,
) -> Shot | None:
    """Return the fastest kick into the widest free part of the goal; None if there is none.

    While no part is free, obstacles behind a line are ignored, the farthest first: from far away,
    a ball shot at them is still progress.
    """
    goal = goal_range(ball, field)
    if goal is None:
        return None
    ahead = sorted((o for o in obstacles if o[0].x > ball.x - 0.1), key=lambda o: o[0].x)
    line = cull_line(ball, field)
    while True:
        sectors = free_sectors(ball, goal, ahead, field, rules.min_width)
        if sectors or not ahead or ahead[-1][0].x < line:
            break
        ahead.pop()
    sectors.sort(key=lambda s: -s.size - (rules.bonus if s.contains(before) else 0.0))
    for sector in sectors:
        shot = _fastest(ball, sector, field, robot_to_field, kicks, rules.margin)
        if shot is not None:
            return shot
    return None


def cull_line(ball: Vector2[Field], field: FieldDimensions) -> float:
    """Return the x beyond which obstacles may be ignored: from far, the penalty mark."""
    farness = min(1.0, max(0.0, (field.goal_line_x - ball.x - 1.5) / 3.0))
    return field.goal_line_x - farness * (field.goal_line_x - field.penalty_mark_x)


def free_sectors(
    ball: Vector2[Field],
    goal: AngleRange,
    obstacles: Sequence[RoundObstacle],
    field: FieldDimensions,
    min_width: float,
) -> list[AngleRange]:
    """Return the parts of the goal that are free from the ball and wide enough."""
    wheel = SectorWheel(ball)
    # At the distance of the farther post, so that robots before the goal do not count as behind it.
    posts = [Vector2[Field](field.goal.post_x, side * field.goal.post_y) for side in (1.0, -1.0)]
    distance = max(ball.distance_to(post) for post in posts)
    wheel.add_range(goal.right, goal.left, distance=distance, kind=SectorKind.GOAL)
    for position, radius in obstacles:
        wheel.add_circle(position, radius + field.ball.radius, SectorKind.OBSTACLE)
    # If the goal itself appears narrow, half of it is enough.
    enough = min(min_width, 0.5 * goal.size)
    found = [AngleRange(sector.start, sector.end) for sector in wheel.of_kind(SectorKind.GOAL)]
    return [sector for sector in found if sector.size >= enough]


def _fastest(
    ball: Vector2[Field],
    sector: AngleRange,
    field: FieldDimensions,
    robot_to_field: Pose2[Robot, Field],
    kicks: Sequence[Kick],
    margin: float,
) -> Shot | None:
    """Return the fastest shot; each kick aims inside the sector by its spread."""
    came_from = (ball - robot_to_field.position).angle
    shots = []
    for kick in kicks:
        direction = sector.shrunk(margin + kick.spread).nearest(came_from)
        needed = max(0.0, field.goal_line_x - ball.x) / max(0.2, math.cos(direction)) + 0.2
        if kick.reach >= needed:
            shots.append(Shot(direction=direction, kick=kick))
    return min(
        shots,
        key=lambda shot: time_to_kick(robot_to_field, ball, shot.direction, shot.kick),
        default=None,
    )
