"""Positions of robots that do not play the ball: keeper, defenders, supporters, walls."""

import math

from kickabout.geometry import Field, Pose2, Robot, Vector2
from kickabout.representations import FieldDimensions

FieldPose = Pose2[Robot, Field]


def facing(position: Vector2[Field], point: Vector2[Field]) -> FieldPose:
    """Return the pose at a position that faces a point."""
    return Pose2.from_position(position, (point - position).angle)


def clipped(
    position: Vector2[Field], field: FieldDimensions, margin: float = 0.2
) -> Vector2[Field]:
    """Return the nearest position inside the lines."""
    x, y = field.goal_line_x - margin, field.side_line_y - margin
    return Vector2(min(x, max(-x, position.x)), min(y, max(-y, position.y)))


def away_from(
    position: Vector2[Field], ball: Vector2[Field], distance: float, own_goal: Vector2[Field]
) -> Vector2[Field]:
    """Return the nearest position at a distance from the ball; if on the ball, goalward."""
    offset = position - ball
    if offset.norm >= distance:
        return position
    direction = offset / offset.norm if offset.norm > 0.05 else (own_goal - ball).normalized()
    return ball + direction * distance


def keeper_pose(
    ball: Vector2[Field], field: FieldDimensions, *, max_out: float, reach: float
) -> FieldPose:
    """Return the pose on the bisector between ball and posts where a dive covers the goal.

    `max_out` is measured from the goal line; `reach` is how far a dive covers to one side.
    """
    posts = [Vector2[Field](-field.goal.post_x, side * field.goal.post_y) for side in (1.0, -1.0)]
    directions = [(post - ball).normalized() for post in posts]
    bisector = (directions[0] + directions[1]).normalized()
    line_x = -field.goal_line_x
    if bisector.x > -0.2 or ball.x <= line_x + 0.3:  # the ball is beside the goal
        side = math.copysign(field.goal.post_y - 0.25, ball.y)
        return facing(Vector2(line_x + 0.15, side), ball)
    half = 0.5 * math.acos(max(-1.0, min(1.0, directions[0].dot(directions[1]))))
    wanted = reach / math.tan(max(half, 0.05))
    out = ball + bisector * wanted
    x = min(max(out.x, line_x + 0.15), line_x + max_out)
    along = (x - ball.x) / bisector.x
    y = ball.y + max(0.0, along) * bisector.y
    limit = field.goal.post_y
    return facing(Vector2(x, max(-limit, min(limit, y))), ball)


def defender_position(
    ball: Vector2[Field], field: FieldDimensions, *, side: float, radius: float
) -> Vector2[Field]:
    """Return the position in the gap between keeper and post, outside of our area.

    `side` is 1 for the left gap, −1 for the right one, 0 for the line the keeper would cover.
    The striker needs room to get behind the ball.
    """
    goal: Vector2[Field] = Vector2(-field.goal_line_x, 0.0)
    gap: Vector2[Field] = Vector2(-field.goal_line_x, 0.5 * side * field.goal.post_y)
    direction = (ball - gap).normalized()
    reach = min(radius, max(0.6, ball.distance_to(gap) - 0.9))
    there = gap + direction * reach
    front = -field.goal_area_x + 0.2
    if there.x < front and abs(there.y) < field.goal_area_y + 0.2:  # not into our area
        beyond = (front - gap.x) / direction.x if direction.x > 0.1 else math.inf
        outside = gap + direction * beyond if math.isfinite(beyond) else there
        if abs(outside.y) > field.goal_area_y + 0.2:
            outside = Vector2(there.x, math.copysign(field.goal_area_y + 0.3, ball.y))
        there = outside
    return clipped(there if there.distance_to(goal) < 20.0 else goal, field)


def pair_position(
    ball: Vector2[Field], field: FieldDimensions, *, side: float, radius: float, room: float
) -> Vector2[Field]:
    """Return `defender_position` with room to a partner on the other side.

    At a line, both move inwards together.
    """
    own = defender_position(ball, field, side=side, radius=radius)
    others = defender_position(ball, field, side=-side, radius=radius)
    apart = own - others
    if apart.norm >= room:
        return own
    left = (ball - Vector2(-field.goal_line_x, 0.0)).normalized().rotated(0.5 * math.pi)
    offset = (apart.normalized() if apart.norm > 0.05 else left * side) * (0.5 * room)
    center = (own + others) * 0.5
    pair = (center + offset, center - offset)
    shifts = [clipped(position, field) - position for position in pair]
    return pair[0] + shifts[0] + shifts[1]


def outside_penalty_area(
    position: Vector2[Field], field: FieldDimensions, *, margin: float
) -> Vector2[Field]:
    """Return the position, moved to before or beside our penalty area if it is inside."""
    front, side = -field.penalty_area_x + margin, field.penalty_area_y + margin
    ahead, aside = front - position.x, side - abs(position.y)
    if ahead <= 0.0 or aside <= 0.0:
        return position
    if ahead <= aside:
        return Vector2(front, position.y)
    return Vector2(position.x, math.copysign(side, position.y))


def beside_clearing(
    ball: Vector2[Field], field: FieldDimensions, *, side: float, room: float
) -> Vector2[Field]:
    """Return a position that leaves room to a keeper that plays the ball, outside of our area."""
    position: Vector2[Field] = Vector2(ball.x - 0.2 * room, ball.y + side * room)
    if position.x < -field.goal_area_x + 0.2:
        beyond = field.goal_area_y + 0.3
        position = Vector2(position.x, side * max(side * position.y, beyond))
    own_goal: Vector2[Field] = Vector2(-field.goal_line_x, 0.0)
    return away_from(clipped(position, field), ball, 0.8 * room, own_goal)


def upfield_position(
    ball: Vector2[Field], field: FieldDimensions, *, left: bool, ahead: float
) -> Vector2[Field]:
    """Return a position between the side line at the center and the opponents' area."""
    side = 1.0 if left else -1.0
    begin: Vector2[Field] = Vector2(0.0, side * (field.side_line_y - 0.6))
    end: Vector2[Field] = Vector2(field.goal_area_x - 0.6, side * (field.goal_area_y + 0.1))
    fraction = min(1.0, max(0.0, (ball.x + ahead - begin.x) / (end.x - begin.x)))
    return begin.interpolated(end, fraction)


def beside_ball(
    ball: Vector2[Field],
    field: FieldDimensions,
    *,
    left: bool,
    distance: float,
    angle: float,
) -> Vector2[Field]:
    """Return a position behind and beside the ball; near side lines, straight behind it."""
    sign = 1.0 if left else -1.0
    own_goal: Vector2[Field] = Vector2(-field.goal_line_x, 0.0)
    back = (own_goal - ball).angle
    room = field.side_line_y - 0.4
    turned = angle
    for fraction in (1.0, 0.66, 0.33, 0.0, -0.33, -0.66):
        turned = angle * fraction
        position = ball + Vector2.from_polar(distance, back - sign * turned)
        if abs(position.y) <= room and position.x >= -field.goal_line_x + 0.4:
            return position
    return clipped(ball + Vector2.from_polar(distance, back - sign * turned), field, 0.4)


def wall_position(
    ball: Vector2[Field], field: FieldDimensions, *, distance: float
) -> Vector2[Field]:
    """Return the position between ball and our goal at the legal distance.

    If the ball is in our corner, it is beside the ball near the side line.
    """
    goal: Vector2[Field] = Vector2(-field.goal_line_x, 0.0)
    is_corner = ball.x < -field.goal_line_x + 0.8 and abs(ball.y) > field.side_line_y - 0.8
    if is_corner:
        aside = math.copysign(field.side_line_y - 0.3, ball.y)
        return Vector2(ball.x + distance, aside)
    return ball + (goal - ball).normalized() * distance
