"""Obstacles for path planning: from the world state to circles and a terrain."""

from collections.abc import Iterator
from functools import cache

from kickabout.behavior.shared.world_state import WorldState
from kickabout.geometry import Vector2
from kickabout.representations import Circle, FieldDimensions, Terrain

POSTS = ((1.0, 1.0), (1.0, -1.0), (-1.0, 1.0), (-1.0, -1.0))
USUAL_RADIUS = 0.15  # m; for larger robots the room grows

Lines = tuple[tuple[float, float, float, float], ...]


def circles(
    world: WorldState, *, robot_room: float, post_room: float, ball_room: float = 0.0
) -> Iterator[Circle]:
    """Yield circles around robots, goal posts and, if `ball_room` > 0, the ball."""
    for obstacle in world.obstacles:
        if obstacle.is_robot:
            room = robot_room + max(0.0, obstacle.radius - USUAL_RADIUS)
            yield Circle(center_in_field=obstacle.position, radius=room)
    yield from _posts(world.field, post_room)
    if ball_room > 0.0 and world.is_ball_known:
        yield Circle(center_in_field=world.ball, radius=ball_room)


@cache
def _posts(field: FieldDimensions, room: float) -> tuple[Circle, ...]:
    return tuple(
        Circle(center_in_field=Vector2(x * field.goal.post_x, y * field.goal.post_y), radius=room)
        for x, y in POSTS
    )


def terrain(world: WorldState, margin: float, barriers: Lines = ()) -> Terrain:
    """Return the field with a margin around it."""
    return Terrain(
        half_length=world.field.goal_line_x + margin,
        half_width=world.field.side_line_y + margin,
        barriers=barriers,
    )
