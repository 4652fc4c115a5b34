"""From a reading to a function that uses it later."""

from tests.framework.toys.things import Planner, Reading

from kickabout.framework import Module, NoParameters


class PlannerMaker(Module[NoParameters]):
    """Provides a function that adds the reading."""

    def update(self, reading: Reading) -> Planner:
        return Planner(plan=lambda x: x + reading.value)
