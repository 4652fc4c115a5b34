"""Ways around obstacles: what a path planner is asked and what it answers with."""

from collections.abc import Callable, Sequence

from kickabout.framework import frozen, representation
from kickabout.geometry import Field, Pose2, Robot, Vector2
from kickabout.representations.requests import PathModel


@frozen
class Circle:
    """Something to walk around, with the room that the robot itself needs."""

    center_in_field: Vector2[Field]
    radius: float  # m


@frozen
class Terrain:
    """Where one may walk at all."""

    half_length: float  # m, x range of the border
    half_width: float  # m, y range of the border
    barriers: tuple[tuple[float, float, float, float], ...] = ()  # m, lines not to be crossed


Planning = Callable[
    [Pose2[Robot, Field], Pose2[Robot, Field], Sequence[Circle], Terrain], PathModel
]


def straight(
    robot_to_field: Pose2[Robot, Field],
    target_in_field: Pose2[Robot, Field],
    circles: Sequence[Circle],
    terrain: Terrain,
) -> PathModel:
    """What is said while nobody plans: walk straight on, without a promise."""
    return PathModel(target_in_field=target_in_field)


@representation
class Navigator:
    """The path planner as a function; planning happens where and when behavior asks for it."""

    plan: Planning = straight
