"""Places without the ball: from the ball to where defenders, supporters and bishops stand."""

import math

from kickabout.behavior.hulks.action import Action, HeadAim, Walk, WalkingMode
from kickabout.behavior.hulks.figures import DefenderFigures, SupporterFigures
from kickabout.behavior.hulks.view import View
from kickabout.behavior.tactical.positions import away_from, clipped, facing, wall_position
from kickabout.geometry import Field, Vector2
from kickabout.representations import FieldDimensions, Role, SetPlay


def defender(view: View) -> Action:
    """Beside the line from ball to goal, on one of three lines across the field."""
    world, f = view.world, view.figures.defender
    side = defender_side(view)
    place = defending_place(world.ball, world.field, side, f)
    place = away_from(place, world.ball, f.keep_from_ball, world.own_goal)
    return _stand_at(place, world.ball, f"defend {'left' if side > 0.0 else 'right'}")


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
    return _side_of_ball(view)


def _side_of_ball(view: View) -> float:
    """Where the ball is in the middle, the own side counts: nobody runs back and forth."""
    ball, here = view.world.ball, view.world.pose
    in_middle = abs(ball.y) < view.figures.defender.middle
    return math.copysign(1.0, here.y - ball.y if in_middle else ball.y)


def defending_place(
    ball: Vector2[Field], field: FieldDimensions, side: float, figures: DefenderFigures
) -> Vector2[Field]:
    """Passive, neutral or aggressive by the ball's x; y from the line between ball and goal."""
    x = defending_line(ball, figures)
    goal: Vector2[Field] = Vector2(-field.goal_line_x, 0.0)
    depth = max(ball.x - goal.x, 0.3)
    share = min(1.0, (x - goal.x) / depth)
    y = share * ball.y + side * figures.aside
    return clipped(Vector2(x, y), field)


def defending_line(ball: Vector2[Field], figures: DefenderFigures) -> float:
    if ball.x <= figures.neutral_from:
        return figures.passive_x
    return figures.aggressive_x if ball.x > figures.aggressive_from else figures.neutral_x


def supporter(view: View) -> Action:
    """Behind the striker, a little aside so as to see the ball."""
    world = view.world
    if not world.may_play_ball:
        place = wall_position(world.ball, world.field, distance=view.figures.walk.clear_room + 0.2)
        return _stand_at(place, world.ball, "cover")
    line = defending_line(world.ball, view.figures.defender)
    place = supporting_place(
        world.ball, world.field, -_side_of_ball(view), line, view.figures.supporter
    )
    return _stand_at(place, world.ball, "support")


def supporting_place(
    ball: Vector2[Field],
    field: FieldDimensions,
    side: float,
    line: float,
    figures: SupporterFigures,
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
    forward = free_kick or world.ball.x > f.bishop_aggressive_from
    if not forward or not world.may_play_ball:
        return supporter(view)
    side = -math.copysign(1.0, world.ball.y)
    place: Vector2[Field] = Vector2(f.bishop_x, side * f.bishop_y)
    return _stand_at(away_from(place, world.ball, 1.0, world.own_goal), world.ball, "lurk")


def _stand_at(place: Vector2[Field], ball: Vector2[Field], name: str) -> Action:
    walk = Walk(mode=WalkingMode.PATH, target=facing(place, ball))
    return Action(name=name, body=walk, head=HeadAim.LOOK_AROUND_BALL)
