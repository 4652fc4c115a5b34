"""Positions without the ball: from the ball to positions of defenders, supporters and bishops."""

import math

from kickabout.behavior.hulks.action import Action, HeadAim, Walk, WalkingMode
from kickabout.behavior.hulks.parameters import DefenderParameters, SupporterParameters
from kickabout.behavior.hulks.view import View
from kickabout.behavior.shared.tactical.positions import away_from, clipped, facing, wall_position
from kickabout.geometry import Field, Vector2
from kickabout.representations import FieldDimensions, Role, SetPlay

LURK = "lurk"


def defender(view: View) -> Action:
    """Return the action of a defender: beside the line from ball to goal, on one of three lines."""
    world, f = view.world, view.parameters.defender
    side, line = defender_side(view), defending_line(world.ball, f, view.memory.line)
    position = defending_position(world.ball, world.field, side, line, f)
    position = away_from(position, world.ball, f.keep_from_ball, world.own_goal)
    name = f"defend {'left' if side > 0.0 else 'right'}"
    return _stand_at(position, world.ball, name, side=side, line=line)


def defender_side(view: View) -> float:
    """Return 1 for left, −1 for right: relative to the other defender, or to the ball."""
    world = view.world
    roles = world.others.roles.roles
    others = [
        teammate
        for teammate in world.teammates
        if teammate.number <= len(roles) and roles[teammate.number - 1] is Role.DEFENDER
    ]
    if others:
        partner = others[0]
        here, there = world.pose.y, partner.position.y
        is_left = here > there if here != there else world.number < partner.number
        return 1.0 if is_left else -1.0
    return _side_of_ball(view, view.parameters.defender.middle)


def _side_of_ball(view: View, middle: float) -> float:
    """Return the side of the ball; if it is in the middle, the side of this robot.

    A chosen side is kept until the ball is clearly on the other one.
    """
    ball, before = view.world.ball, view.memory.side
    if before and before * ball.y > -middle - view.parameters.defender.beyond:
        return before
    return math.copysign(1.0, view.world.pose.y - ball.y if abs(ball.y) < middle else ball.y)


def defending_position(
    ball: Vector2[Field],
    field: FieldDimensions,
    side: float,
    line: float,
    parameters: DefenderParameters,
) -> Vector2[Field]:
    """Return a position on a line across the field, beside the line from ball to goal."""
    goal: Vector2[Field] = Vector2(-field.goal_line_x, 0.0)
    depth = max(ball.x - goal.x, 0.3)
    fraction = min(1.0, (line - goal.x) / depth)
    y = fraction * ball.y + side * parameters.aside
    return clipped(Vector2(line, y), field)


def defending_line(
    ball: Vector2[Field], parameters: DefenderParameters, before: float | None = None
) -> float:
    """Return the x of the passive, neutral or aggressive line, with hysteresis."""

    def is_beyond(boundary: float, line: float) -> bool:
        if before is None:
            return ball.x > boundary
        return ball.x > boundary + (parameters.beyond if before < line else -parameters.beyond)

    if not is_beyond(parameters.neutral_from, parameters.neutral_x):
        return parameters.passive_x
    is_far = is_beyond(parameters.aggressive_from, parameters.aggressive_x)
    return parameters.aggressive_x if is_far else parameters.neutral_x


def supporter(view: View) -> Action:
    """Return the action of a supporter: behind the striker, a little aside to see the ball."""
    world = view.world
    if not world.may_play_ball:
        position = wall_position(
            world.ball, world.field, distance=view.parameters.walk.clear_room + 0.2
        )
        return _stand_at(position, world.ball, "cover")
    f = view.parameters.defender
    side, line = _side_of_ball(view, f.middle), defending_line(world.ball, f, view.memory.line)
    position = supporting_position(world.ball, world.field, -side, line, view.parameters.supporter)
    return _stand_at(position, world.ball, "support", side=side, line=line)


def supporting_position(
    ball: Vector2[Field],
    field: FieldDimensions,
    side: float,
    line: float,
    parameters: SupporterParameters,
) -> Vector2[Field]:
    """Return a position towards our goal, before the defenders, away from the opponents' goal."""
    own: Vector2[Field] = Vector2(-field.goal_line_x, 0.0)
    other: Vector2[Field] = Vector2(field.goal_line_x, 0.0)
    back = (own - ball).normalized()
    off = back * parameters.behind + Vector2(0.0, side * parameters.aside)
    ahead = line + parameters.before_line - ball.x
    if off.x < ahead:
        # At the same distance, but beside the ball: the defenders are behind it.
        wide = math.sqrt(max(off.norm**2 - ahead**2, parameters.aside**2))
        off = Vector2(ahead, side * wide)
    position = ball + off
    distance = position.distance_to(other)
    if distance < parameters.goal_distance:
        position = other + (position - other) * (parameters.goal_distance / max(distance, 1e-6))
    return clipped(position, field, 0.3)


def bishop(view: View) -> Action:
    """Return the action of a bishop: lurk near the opponents' goal or support."""
    world, f = view.world, view.parameters.supporter
    free_kick = world.is_own_kick and world.set_play is not SetPlay.NONE
    kept = view.parameters.defender.beyond if view.memory.action == LURK else 0.0
    forward = free_kick or world.ball.x > f.bishop_aggressive_from - kept
    if not forward or not world.may_play_ball:
        return supporter(view)
    side = _side_of_ball(view, 0.0)
    position: Vector2[Field] = Vector2(f.bishop_x, -side * f.bishop_y)
    position = away_from(position, world.ball, 1.0, world.own_goal)
    return _stand_at(position, world.ball, LURK, side=side)


def _stand_at(
    position: Vector2[Field],
    ball: Vector2[Field],
    name: str,
    *,
    side: float = 0.0,
    line: float | None = None,
) -> Action:
    walk = Walk(mode=WalkingMode.PATH, target=facing(position, ball))
    return Action(name=name, body=walk, head=HeadAim.LOOK_AROUND_BALL, side=side, line=line)
