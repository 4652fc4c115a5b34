"""Path planning without hysteresis: from circles to the shortest path of each cycle."""

from collections.abc import Sequence

from kickabout.behavior.shared.navigation.path_planner import PathPlanner, Steadiness
from kickabout.framework import Module, NoParameters
from kickabout.geometry import Field, Pose2, Robot
from kickabout.representations import Circle, Navigator, PathModel, Terrain

NO_HYSTERESIS = Steadiness(turn_cost=0.0, side_cost=0.0)
FAR = 100.0  # m; beyond any field


class HulksPathPlanner(Module[NoParameters]):
    """A* on tangents of circles, without barriers, boundary and memory (HULKs 2021, 5.9.4).

    It uses the same search as `TangentPathPlanner`, so a swap compares only the rest.
    """

    def update(self) -> Navigator:
        return Navigator(plan=shortest_around_circles)


def shortest_around_circles(
    robot_to_field: Pose2[Robot, Field],
    target_in_field: Pose2[Robot, Field],
    circles: Sequence[Circle],
    terrain: Terrain,
) -> PathModel:
    """Return the shortest path; the terrain is ignored."""
    anywhere = Terrain(half_length=FAR, half_width=FAR)
    planner = PathPlanner(NO_HYSTERESIS)
    return planner.plan(robot_to_field, target_in_field, circles, anywhere)
