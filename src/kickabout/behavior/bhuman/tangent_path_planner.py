"""Path planning with hysteresis: from circles, a boundary and barriers to a steady path."""

from dataclasses import dataclass

from kickabout.behavior.shared.navigation.path_planner import PathPlanner, Steadiness
from kickabout.framework import Module, param
from kickabout.representations import Navigator


@dataclass(frozen=True, slots=True, kw_only=True)
class TangentPathPlannerParameters:
    turn_cost: float = param(0.1, unit="m/rad", low=0.0, doc="cost of turning before walking")
    side_cost: float = param(
        0.4, unit="m", low=0.0, doc="cost of changing the side of the first obstacle"
    )
    same_within: float = param(
        0.5, unit="m", low=0.0, doc="distance within which two obstacles are the same"
    )


class TangentPathPlanner(Module[TangentPathPlannerParameters]):
    """A* on tangents of circles that remembers the side of passing (B-Human 2019, 6.3)."""

    def __init__(self, parameters: TangentPathPlannerParameters) -> None:
        super().__init__(parameters)
        self.parameters_changed()

    def parameters_changed(self) -> None:
        p = self.parameters
        self.planner = PathPlanner(
            Steadiness(turn_cost=p.turn_cost, side_cost=p.side_cost, same_within=p.same_within)
        )

    def update(self) -> Navigator:
        return Navigator(plan=self.planner.plan)
