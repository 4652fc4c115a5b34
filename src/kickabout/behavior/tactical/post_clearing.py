"""Clearing at the own posts: directions that lead away from the own goal."""

import math

from kickabout.behavior.tactical.goal_view import AngleRange, post_offset
from kickabout.geometry import Field, Vector2
from kickabout.representations import FieldDimensions


def clearing_range(ball: Vector2[Field], field: FieldDimensions) -> AngleRange:
    """From straight up the field to the outer tangent of the nearer own post.

    Behind the goal line beside the goal only ways past the post outside are left.
    """
    side = math.copysign(1.0, ball.y)
    post: Vector2[Field] = Vector2(-field.goal.post_x, side * field.goal.post_y)
    offset = post_offset(ball, post, field.goal.post_radius, field.ball.radius)
    outer = (post - ball).angle + (-offset if side > 0.0 else offset)
    # Outward is +y on the left side; mirrored on the right one.
    limit = side * outer if abs(outer) > 0.0 else 0.5 * math.pi
    widest = min(0.75 * math.pi, max(0.25 * math.pi, limit if limit > 0.0 else 0.5 * math.pi))
    if ball.x > -field.goal.post_x + 0.15:
        widest = min(widest, 0.5 * math.pi)
    return AngleRange(0.0, widest) if side > 0.0 else AngleRange(-widest, 0.0)
