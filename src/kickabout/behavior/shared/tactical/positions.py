"""Positions of those who do not play the ball: keeper, defenders, supporters, walls."""

import math

from kickabout.geometry import Field, Pose2, Robot, Vector2
from kickabout.representations import FieldDimensions

FieldPose = Pose2[Robot, Field]


def facing(position: Vector2[Field], point: Vector2[Field]) -> FieldPose:
    """A pose from which a point is straight ahead."""
    return Pose2.from_position(position, (point - position).angle)


def clipped(
    position: Vector2[Field], field: FieldDimensions, margin: float = 0.2
) -> Vector2[Field]:
    """The nearest place inside the lines."""
    x, y = field.goal_line_x - margin, field.side_line_y - margin
    return Vector2(min(x, max(-x, position.x)), min(y, max(-y, position.y)))


def away_from(
    position: Vector2[Field], ball: Vector2[Field], distance: float, own_goal: Vector2[Field]
) -> Vector2[Field]:
    """The nearest place that is far enough from the ball; towards the own goal if on the ball."""
    way = position - ball
    if way.norm >= distance:
        return position
    direction = way / way.norm if way.norm > 0.05 else (own_goal - ball).normalized()
    return ball + direction * distance


def keeper_pose(
    ball: Vector2[Field], field: FieldDimensions, *, farthest_out: float, reach: float
) -> FieldPose:
    """On the bisector of the ways from the ball to both posts, where a dive covers the goal.

    `farthest_out` is measured from the goal line; `reach` is how far a dive covers to one side.
    """
    posts = [Vector2[Field](-field.goal.post_x, side * field.goal.post_y) for side in (1.0, -1.0)]
    ways = [(post - ball).normalized() for post in posts]
    bisector = (ways[0] + ways[1]).normalized()
    line_x = -field.goal_line_x
    if bisector.x > -0.2 or ball.x <= line_x + 0.3:  # the ball is beside the goal
        side = math.copysign(field.goal.post_y - 0.25, ball.y)
        return facing(Vector2(line_x + 0.15, side), ball)
    half = 0.5 * math.acos(max(-1.0, min(1.0, ways[0].dot(ways[1]))))
    wanted = reach / math.tan(max(half, 0.05))
    out = ball + bisector * wanted
    x = min(max(out.x, line_x + 0.15), line_x + farthest_out)
    along = (x - ball.x) / bisector.x
    y = ball.y + max(0.0, along) * bisector.y
    limit = field.goal.post_y
    return facing(Vector2(x, max(-limit, min(limit, y))), ball)


def defender_position(
    ball: Vector2[Field], field: FieldDimensions, *, side: float, radius: float
) -> Vector2[Field]:
    """In the gap between keeper and post on one side, outside the own area.

    `side` is 1 for the left gap, −1 for the right one, 0 for the line the keeper would cover.
    The striker needs room to get behind the ball.
    """
    goal: Vector2[Field] = Vector2(-field.goal_line_x, 0.0)
    gap: Vector2[Field] = Vector2(-field.goal_line_x, 0.5 * side * field.goal.post_y)
    way = (ball - gap).normalized()
    reach = min(radius, max(0.6, ball.distance_to(gap) - 0.9))
    there = gap + way * reach
    front = -field.goal_area_x + 0.2
    if there.x < front and abs(there.y) < field.goal_area_y + 0.2:  # not into the own area
        beyond = (front - gap.x) / way.x if way.x > 0.1 else math.inf
        outside = gap + way * beyond if math.isfinite(beyond) else there
        if abs(outside.y) > field.goal_area_y + 0.2:
            outside = Vector2(there.x, math.copysign(field.goal_area_y + 0.3, ball.y))
        there = outside
    return clipped(there if there.distance_to(goal) < 20.0 else goal, field)


def pair_position(
    ball: Vector2[Field], field: FieldDimensions, *, side: float, radius: float, room: float
) -> Vector2[Field]:
    """As `defender_position`, but with room to a partner who stands on the other side."""
    own = defender_position(ball, field, side=side, radius=radius)
    others = defender_position(ball, field, side=-side, radius=radius)
    apart = own - others
    if apart.norm >= room:
        return own
    left = (ball - Vector2(-field.goal_line_x, 0.0)).normalized().rotated(0.5 * math.pi)
    direction = apart.normalized() if apart.norm > 0.05 else left * side
    return clipped((own + others) * 0.5 + direction * (0.5 * room), field)


def outside_penalty_area(
    place: Vector2[Field], field: FieldDimensions, *, margin: float
) -> Vector2[Field]:
    """The place itself, or the nearest one before or beside the own penalty area."""
    front, side = -field.penalty_area_x + margin, field.penalty_area_y + margin
    ahead, aside = front - place.x, side - abs(place.y)
    if ahead <= 0.0 or aside <= 0.0:
        return place
    if ahead <= aside:
        return Vector2(front, place.y)
    return Vector2(place.x, math.copysign(side, place.y))


def beside_clearing(
    ball: Vector2[Field], field: FieldDimensions, *, side: float, room: float
) -> Vector2[Field]:
    """Out of the way of a keeper who plays the ball, outside the own area."""
    place: Vector2[Field] = Vector2(ball.x - 0.2 * room, ball.y + side * room)
    if place.x < -field.goal_area_x + 0.2:
        beyond = field.goal_area_y + 0.3
        place = Vector2(place.x, side * max(side * place.y, beyond))
    own_goal: Vector2[Field] = Vector2(-field.goal_line_x, 0.0)
    return away_from(clipped(place, field), ball, 0.8 * room, own_goal)


def upfield_position(
    ball: Vector2[Field], field: FieldDimensions, *, left: bool, ahead: float
) -> Vector2[Field]:
    """On the diagonal from the side line at the center to the corner of the opponents' area."""
    side = 1.0 if left else -1.0
    begin: Vector2[Field] = Vector2(0.0, side * (field.side_line_y - 0.6))
    end: Vector2[Field] = Vector2(field.goal_area_x - 0.6, side * (field.goal_area_y + 0.1))
    share = min(1.0, max(0.0, (ball.x + ahead - begin.x) / (end.x - begin.x)))
    return begin.interpolated(end, share)


def beside_ball(
    ball: Vector2[Field],
    field: FieldDimensions,
    *,
    left: bool,
    distance: float,
    angle: float,
) -> Vector2[Field]:
    """At a distance behind and beside the ball; nearer to straight behind at the side lines."""
    sign = 1.0 if left else -1.0
    own_goal: Vector2[Field] = Vector2(-field.goal_line_x, 0.0)
    back = (own_goal - ball).angle
    room = field.side_line_y - 0.4
    turned = angle
    for share in (1.0, 0.66, 0.33, 0.0, -0.33, -0.66):
        turned = angle * share
        place = ball + Vector2.from_polar(distance, back - sign * turned)
        if abs(place.y) <= room and place.x >= -field.goal_line_x + 0.4:
            return place
    return clipped(ball + Vector2.from_polar(distance, back - sign * turned), field, 0.4)


def wall_position(
    ball: Vector2[Field], field: FieldDimensions, *, distance: float
) -> Vector2[Field]:
    """Between ball and own goal at the legal distance; in the own corner near the side line."""
    goal: Vector2[Field] = Vector2(-field.goal_line_x, 0.0)
    is_corner = ball.x < -field.goal_line_x + 0.8 and abs(ball.y) > field.side_line_y - 0.8
    if is_corner:
        aside = math.copysign(field.side_line_y - 0.3, ball.y)
        return Vector2(ball.x + distance, aside)
    return ball + (goal - ball).normalized() * distance
