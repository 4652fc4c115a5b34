"""What is in the way: from the world to circles that a path planner goes around."""

from collections.abc import Iterator
from functools import cache

from kickabout.behavior.shared.world_state import WorldState
from kickabout.geometry import Vector2
from kickabout.representations import Circle, FieldDimensions, Terrain

POSTS = ((1.0, 1.0), (1.0, -1.0), (-1.0, 1.0), (-1.0, -1.0))
USUAL_RADIUS = 0.15  # m, of a robot that the room is given for

Lines = tuple[tuple[float, float, float, float], ...]


def circles(
    world: WorldState, *, robot_room: float, post_room: float, ball_room: float = 0.0
) -> Iterator[Circle]:
    """Robots, goal posts and, if it needs room, the ball."""
    for body in world.bodies:
        if body.is_robot:
            room = robot_room + max(0.0, body.radius - USUAL_RADIUS)
            yield Circle(center_in_field=body.position, radius=room)
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
    """The field with a margin around it."""
    return Terrain(
        half_length=world.field.goal_line_x + margin,
        half_width=world.field.side_line_y + margin,
        barriers=barriers,
    )
