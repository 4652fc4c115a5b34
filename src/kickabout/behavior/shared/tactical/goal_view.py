"""The goal relative to the ball: directions in which the ball passes between the posts."""

import math
from dataclasses import dataclass

from kickabout.geometry import Field, Vector2
from kickabout.representations import FieldDimensions


@dataclass(frozen=True, slots=True)
class AngleRange:
    """Directions in the field from the right to the left boundary, in rad."""

    right: float
    left: float

    @property
    def size(self) -> float:
        return self.left - self.right

    @property
    def middle(self) -> float:
        return 0.5 * (self.right + self.left)

    def contains(self, angle: float) -> bool:
        return self.right <= angle <= self.left

    def nearest(self, angle: float) -> float:
        """Return the direction in this range that is nearest to an angle."""
        offset = math.remainder(angle - self.middle, 2.0 * math.pi)
        return self.middle + max(-0.5 * self.size, min(0.5 * self.size, offset))

    def shrunk(self, margin: float) -> "AngleRange":
        """Return the range made narrower on both sides; at least a single direction is left."""
        kept = max(0.0, 0.5 * self.size - margin)
        return AngleRange(self.middle - kept, self.middle + kept)


def post_offset(
    ball: Vector2[Field], post: Vector2[Field], post_radius: float, ball_radius: float
) -> float:
    """Return the angle between a post's center and the path on which the ball touches it."""
    distance = ball.distance_to(post)
    reach = post_radius + ball_radius
    return math.asin(reach / distance) if distance > reach else 0.5 * math.pi


def goal_range(
    ball: Vector2[Field], field: FieldDimensions, *, post_radius: float | None = None
) -> AngleRange | None:
    """Return directions into the opponents' goal that miss the posts; None if there are none.

    A ball on the goal line between the posts may be kicked anywhere forward.
    """
    goal = field.goal
    radius = goal.post_radius if post_radius is None else post_radius
    left_post: Vector2[Field] = Vector2(goal.post_x, goal.post_y)
    right_post: Vector2[Field] = Vector2(goal.post_x, -goal.post_y)
    if ball.x >= goal.post_x - goal.post_radius and abs(ball.y) >= goal.inner_half_width:
        return None
    left = (left_post - ball).angle - post_offset(ball, left_post, radius, field.ball.radius)
    right = (right_post - ball).angle + post_offset(ball, right_post, radius, field.ball.radius)
    quarter = 0.5 * math.pi
    left, right = min(left, quarter), max(right, -quarter)
    return AngleRange(right, left) if left > right else None


def dribble_range(
    ball: Vector2[Field],
    field: FieldDimensions,
    *,
    broad: float,
    min_width: float,
    broad_from: float,
    reach: float,
) -> AngleRange:
    """Return directions to dribble in: broad far from the goal, between the posts near it.

    Near the side lines only directions are left in which the ball stays in the field. In the
    corners posts count as thicker, which turns the ball away from the goal line. Ranges below
    `min_width` are widened towards the far post.
    """
    goal_center: Vector2[Field] = Vector2(field.goal.post_x, 0.0)
    corner = max(0.0, abs(ball.y) - field.goal.post_y) / field.side_line_y
    radius = field.goal.post_radius + 0.4 * corner
    shown = goal_range(ball, field, post_radius=radius)
    if shown is None:
        toward = (Vector2[Field](field.penalty_mark_x, 0.0) - ball).angle
        shown = AngleRange(toward, toward)
    farness = min(1.0, max(0.0, ball.distance_to(goal_center) / broad_from - 0.5) * 2.0)
    toward = (goal_center - ball).angle
    right = shown.right + farness * (min(shown.right, toward - broad) - shown.right)
    left = shown.left + farness * (max(shown.left, toward + broad) - shown.left)
    if left - right < min_width:
        if ball.y < 0.0:
            left = right + min_width
        else:
            right = left - min_width
    return _inside_lines(AngleRange(right, left), ball, field.side_line_y - 0.3, reach)


def _inside_lines(
    wanted: AngleRange, ball: Vector2[Field], room: float, reach: float
) -> AngleRange:
    """Remove directions that lead across the nearer side line."""
    limit = math.asin(max(-0.5, min(1.0, (room - abs(ball.y)) / reach)))
    if ball.y > 0.0:
        return AngleRange(min(wanted.right, limit), min(wanted.left, limit))
    return AngleRange(max(wanted.right, -limit), max(wanted.left, -limit))
