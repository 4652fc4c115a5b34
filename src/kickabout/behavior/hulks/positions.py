"""Places without the ball: from the ball to where defenders, supporters and bishops stand."""

import math

from kickabout.behavior.hulks.action import Action, HeadAim, Walk, WalkingMode
from kickabout.behavior.hulks.figures import DefenderParameters, SupporterParameters
from kickabout.behavior.hulks.view import View
from kickabout.behavior.shared.tactical.positions import away_from, clipped, facing, wall_position
from kickabout.geometry import Field, Vector2
from kickabout.representations import FieldDimensions, Role, SetPlay

LURK = "lurk"


def defender(view: View) -> Action:
    """Beside the line from ball to goal, on one of three lines across the field."""
    world, f = view.world, view.figures.defender
    side, line = defender_side(view), defending_line(world.ball, f, view.memory.line)
    place = defending_place(world.ball, world.field, side, line, f)
    place = away_from(place, world.ball, f.keep_from_ball, world.own_goal)
    name = f"defend {'left' if side > 0.0 else 'right'}"
    return _stand_at(place, world.ball, name, side=side, line=line)


def defender_side(view: View) -> float:
    """Two defenders stay on their sides of each other; one alone takes the ball's; 1 is left."""
    world = view.world
    roles = world.given.roles.roles
    others = [
        mate
        for mate in world.mates
        if mate.number <= len(roles) and roles[mate.number - 1] is Role.DEFENDER
    ]
    if others:
        partner = others[0]
        here, there = world.pose.y, partner.position.y
        is_left = here > there if here != there else world.number < partner.number
        return 1.0 if is_left else -1.0
    return _side_of_ball(view, view.figures.defender.middle)


def _side_of_ball(view: View, middle: float) -> float:
    """Where the ball is in the middle, the own side counts: nobody runs back and forth.

    Who has chosen a side keeps it until the ball is clearly on the other one.
    """
    ball, before = view.world.ball, view.memory.side
    if before and before * ball.y > -middle - view.figures.defender.beyond:
        return before
    return math.copysign(1.0, view.world.pose.y - ball.y if abs(ball.y) < middle else ball.y)


def defending_place(
    ball: Vector2[Field],
    field: FieldDimensions,
    side: float,
    line: float,
    figures: DefenderParameters,
) -> Vector2[Field]:
    """On a line across the field, beside the line between ball and goal."""
    goal: Vector2[Field] = Vector2(-field.goal_line_x, 0.0)
    depth = max(ball.x - goal.x, 0.3)
    share = min(1.0, (line - goal.x) / depth)
    y = share * ball.y + side * figures.aside
    return clipped(Vector2(line, y), field)


def defending_line(
    ball: Vector2[Field], figures: DefenderParameters, before: float | None = None
) -> float:
    """Passive, neutral or aggressive by the ball's x; near a border the line of before stays."""

    def is_beyond(border: float, line: float) -> bool:
        if before is None:
            return ball.x > border
        return ball.x > border + (figures.beyond if before < line else -figures.beyond)

    if not is_beyond(figures.neutral_from, figures.neutral_x):
        return figures.passive_x
    is_far = is_beyond(figures.aggressive_from, figures.aggressive_x)
    return figures.aggressive_x if is_far else figures.neutral_x


def supporter(view: View) -> Action:
    """Behind the striker, a little aside so as to see the ball."""
    world = view.world
    if not world.may_play_ball:
        place = wall_position(world.ball, world.field, distance=view.figures.walk.clear_room + 0.2)
        return _stand_at(place, world.ball, "cover")
    f = view.figures.defender
    side, line = _side_of_ball(view, f.middle), defending_line(world.ball, f, view.memory.line)
    place = supporting_place(world.ball, world.field, -side, line, view.figures.supporter)
    return _stand_at(place, world.ball, "support", side=side, line=line)


def supporting_place(
    ball: Vector2[Field],
    field: FieldDimensions,
    side: float,
    line: float,
    figures: SupporterParameters,
) -> Vector2[Field]:
    """Near the line to the own goal, before the defenders' line, off the opponents' goal."""
    own: Vector2[Field] = Vector2(-field.goal_line_x, 0.0)
    other: Vector2[Field] = Vector2(field.goal_line_x, 0.0)
    back = (own - ball).normalized()
    off = back * figures.behind + Vector2(0.0, side * figures.aside)
    ahead = line + figures.before_line - ball.x
    if off.x < ahead:
        # As far from the ball, but beside it: behind it the defenders are at work.
        wide = math.sqrt(max(off.norm**2 - ahead**2, figures.aside**2))
        off = Vector2(ahead, side * wide)
    place = ball + off
    distance = place.distance_to(other)
    if distance < figures.goal_distance:
        place = other + (place - other) * (figures.goal_distance / max(distance, 1e-6))
    return clipped(place, field, 0.3)


def bishop(view: View) -> Action:
    """Lurks near the opponents' goal while the ball is far enough up, else supports."""
    world, f = view.world, view.figures.supporter
    free_kick = world.is_own_kick and world.set_play is not SetPlay.NONE
    kept = view.figures.defender.beyond if view.memory.action == LURK else 0.0
    forward = free_kick or world.ball.x > f.bishop_aggressive_from - kept
    if not forward or not world.may_play_ball:
        return supporter(view)
    side = _side_of_ball(view, 0.0)
    place: Vector2[Field] = Vector2(f.bishop_x, -side * f.bishop_y)
    place = away_from(place, world.ball, 1.0, world.own_goal)
    return _stand_at(place, world.ball, LURK, side=side)


def _stand_at(
    place: Vector2[Field],
    ball: Vector2[Field],
    name: str,
    *,
    side: float = 0.0,
    line: float | None = None,
) -> Action:
    walk = Walk(mode=WalkingMode.PATH, target=facing(place, ball))
    return Action(name=name, body=walk, head=HeadAim.LOOK_AROUND_BALL, side=side, line=line)
