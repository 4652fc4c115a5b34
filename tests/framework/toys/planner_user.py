"""From a function to what it gives."""

from tests.framework.toys.things import Difference, Planner

from kickabout.framework import Module, NoParameters


class PlannerUser(Module[NoParameters]):
    """Asks for the plan of 10."""

    def update(self, planner: Planner) -> Difference:
        return Difference(value=planner.plan(10.0))
