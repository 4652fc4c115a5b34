"""The other half of a cycle."""

from tests.framework.toys.things import Difference, Total

from kickabout.framework import Module, NoParameters


class Egg(Module[NoParameters]):
    """Needs the chicken."""

    def update(self, total: Total) -> Difference:
        return Difference(value=total.value)
