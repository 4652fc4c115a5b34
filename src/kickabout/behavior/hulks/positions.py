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
    """The first defender takes the ball's side, the second one the other; 1 is left."""
    roles = view.world.given.roles.roles
    others = [n for n, role in enumerate(roles, start=1) if role is Role.DEFENDER]
    ball_side = math.copysign(1.0, view.world.ball.y)
    is_first = view.world.number not in others[1:]
    return ball_side if is_first else -ball_side


def defending_place(
    ball: Vector2[Field], field: FieldDimensions, side: float, figures: DefenderFigures
) -> Vector2[Field]:
    """Passive, neutral or aggressive by the ball's x; y from the line between ball and goal."""
    f = figures
    x = f.passive_x
    if ball.x > f.neutral_from:
        x = f.aggressive_x if ball.x > f.aggressive_from else f.neutral_x
    goal: Vector2[Field] = Vector2(-field.goal_line_x, 0.0)
    depth = max(ball.x - goal.x, 0.3)
    share = min(1.0, (x - goal.x) / depth)
    y = share * ball.y + side * f.aside
    return clipped(Vector2(x, y), field)


def supporter(view: View) -> Action:
    """Behind the striker, a little aside so as to see the ball."""
    world = view.world
    if not world.may_play_ball:
        place = wall_position(world.ball, world.field, distance=view.figures.walk.clear_room + 0.2)
        return _stand_at(place, world.ball, "cover")
    place = supporting_place(world.ball, world.field, view.figures.supporter)
    return _stand_at(place, world.ball, "support")


def supporting_place(
    ball: Vector2[Field], field: FieldDimensions, figures: SupporterFigures
) -> Vector2[Field]:
    """Near the line to the own goal, and never crowding the opponents' goal."""
    own: Vector2[Field] = Vector2(-field.goal_line_x, 0.0)
    other: Vector2[Field] = Vector2(field.goal_line_x, 0.0)
    back = (own - ball).normalized()
    inward = -math.copysign(1.0, ball.y)
    place = ball + back * figures.behind + Vector2(0.0, inward * figures.aside)
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
