"""Path planning: obstacles, terrain, and the planner as a function."""

from collections.abc import Callable, Sequence

from kickabout.framework import frozen, representation
from kickabout.geometry import Field, Pose2, Robot, Vector2
from kickabout.representations.requests import PathModel


@frozen
class Circle:
    """An obstacle, enlarged by the clearance that the robot needs."""

    center_in_field: Vector2[Field]
    radius: float  # m


@frozen
class Terrain:
    """The area in which robots may walk."""

    half_length: float  # m, range of x
    half_width: float  # m, range of y
    barriers: tuple[tuple[float, float, float, float], ...] = ()  # m, forbidden segments


Planning = Callable[
    [Pose2[Robot, Field], Pose2[Robot, Field], Sequence[Circle], Terrain], PathModel
]


def straight(
    robot_to_field: Pose2[Robot, Field],
    target_in_field: Pose2[Robot, Field],
    circles: Sequence[Circle],
    terrain: Terrain,
) -> PathModel:
    """Return an invalid path with the target only, as long as no path planner is running."""
    return PathModel(target_in_field=target_in_field)


@representation
class Navigator:
    """The path planner as a function that behavior calls when it needs a path."""

    plan: Planning = straight
