"""From a function to its result."""

from tests.framework.toys.things import Difference, Planner

from kickabout.framework import Module, NoParameters


class PlannerUser(Module[NoParameters]):
    """Calls the function with 10."""

    def update(self, planner: Planner) -> Difference:
        return Difference(value=planner.plan(10.0))
