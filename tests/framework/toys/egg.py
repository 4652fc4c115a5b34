"""The other half of a cyclic dependency."""

from tests.framework.toys.things import Difference, Total

from kickabout.framework import Module, NoParameters


class Egg(Module[NoParameters]):
    """Requires the output of Chicken."""

    def update(self, total: Total) -> Difference:
        return Difference(value=total.value)
