"""Clearing at our posts: kicks away from our goal from poses that touch no post."""

import math
from collections.abc import Iterator, Sequence
from itertools import product

from kickabout.behavior.bhuman.tactical.sector_wheel import SectorKind, SectorWheel
from kickabout.behavior.shared.tactical.goal_view import AngleRange, post_offset
from kickabout.behavior.shared.tactical.kicks import (
    WALK_FORWARD,
    WALK_LONG,
    WALK_SIDE,
    WALK_TURN,
    Aim,
    better_foot,
    time_to,
)
from kickabout.geometry import Field, Pose2, Robot, Vector2
from kickabout.geometry.pose2 import wrapped
from kickabout.representations import FieldDimensions

CLEARING_KICKS = (WALK_FORWARD, WALK_LONG, WALK_TURN, WALK_SIDE)
STEP = math.radians(10.0)
BODY = 0.18  # m; radius of a robot
RUN_UP = 0.15  # m; the robot starts this far behind the pose of a kick
AROUND = 0.3  # m; radius of the path around the ball
BLOCKED = 3.0  # s; cost of a kick at a robot
DETOUR = 6.0  # s; cost if a post blocks the path around the ball
HOMEWARD = 4.0  # s; cost of walking at the ball towards our goal
OUT = 3.0  # s; cost of a kick out of the field
STEADY = 0.5  # s by which another kick has to be faster than the previous one


def clearing_kick(
    ball: Vector2[Field],
    field: FieldDimensions,
    robot_to_field: Pose2[Robot, Field],
    *,
    opponents: Sequence[Vector2[Field]],
    before: Aim | None = None,
) -> Aim:
    """Return the kick with the least time, including costs for hits and detours."""
    wheel = SectorWheel(ball)
    for opponent in opponents:
        wheel.add_circle(opponent, BODY + field.ball.radius, SectorKind.OBSTACLE)

    def cost(aim: Aim) -> float:
        blocked = 0.0 if wheel.at(aim.direction).kind is SectorKind.FREE else BLOCKED
        changes = 0.0 if before is None or aim.is_like(before) else STEADY
        pose = aim.pose(ball)
        free = comes_free(ball, robot_to_field.position, pose.position, field)
        detour = 0.0 if free else DETOUR
        homeward = HOMEWARD if abs(wrapped(pose.theta)) > 0.6 * math.pi else 0.0
        end = ball + Vector2.from_polar(aim.kick.reach, aim.direction)
        out = OUT if abs(end.y) > field.side_line_y else 0.0
        takes = time_to(robot_to_field, pose) + aim.kick.duration
        return takes + blocked + changes + detour + homeward + out

    allowed = clearing_range(ball, field)
    aims = [aim for aim in _aims(allowed) if _has_room(aim.pose(ball), field)]
    if aims:
        return min(aims, key=cost)
    direction = allowed.nearest((ball - robot_to_field.position).angle)
    left = better_foot(robot_to_field, ball, direction, WALK_LONG)
    return Aim(kick=WALK_LONG, left=left, direction=direction)


def _has_room(pose: Pose2[Robot, Field], field: FieldDimensions) -> bool:
    start = pose @ Vector2[Robot](-RUN_UP, 0.0)
    return stands_free(pose.position, field) and stands_free(start, field)


def comes_free(
    ball: Vector2[Field], here: Vector2[Field], there: Vector2[Field], field: FieldDimensions
) -> bool:
    """Return whether the shorter path around the ball is clear of posts and net."""
    begin = (here - ball).angle
    turn = wrapped((there - ball).angle - begin)
    steps = max(1, round(abs(turn) / STEP))
    points = (ball + Vector2.from_polar(AROUND, begin + turn * i / steps) for i in range(steps + 1))
    return all(stands_free(position, field) for position in points)


def stands_free(position: Vector2[Field], field: FieldDimensions) -> bool:
    """Return whether a robot there touches neither our posts nor the net beside them."""
    goal = field.goal
    rear = goal.post_x + goal.depth
    x = min(max(position.x, -rear), -goal.post_x)  # x of the nearest point of post and net
    room = goal.post_radius + BODY
    return all(
        math.hypot(position.x - x, position.y - y) > room for y in (goal.post_y, -goal.post_y)
    )


def _aims(allowed: AngleRange) -> Iterator[Aim]:
    count = max(1, round(allowed.size / STEP))
    for i in range(count + 1):
        direction = allowed.right + allowed.size * i / count
        for kick, left in product(CLEARING_KICKS, (True, False)):
            yield Aim(kick=kick, left=left, direction=direction)


def clearing_range(ball: Vector2[Field], field: FieldDimensions) -> AngleRange:
    """Return directions from straight up the field to the outer tangent of our nearer post.

    Beside the goal only directions past the outside of the post are left.
    """
    side = math.copysign(1.0, ball.y)
    post: Vector2[Field] = Vector2(-field.goal.post_x, side * field.goal.post_y)
    offset = post_offset(ball, post, field.goal.post_radius, field.ball.radius)
    outer = (post - ball).angle + (-offset if side > 0.0 else offset)
    # Outward is +y on the left side; mirrored on the right one.
    limit = side * outer if abs(outer) > 0.0 else 0.5 * math.pi
    max_angle = min(0.75 * math.pi, max(0.25 * math.pi, limit if limit > 0.0 else 0.5 * math.pi))
    if ball.x > -field.goal.post_x + 0.15:
        max_angle = min(max_angle, 0.5 * math.pi)
    return AngleRange(0.0, max_angle) if side > 0.0 else AngleRange(-max_angle, 0.0)
