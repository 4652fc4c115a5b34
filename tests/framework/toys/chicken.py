"""One half of a cyclic dependency."""

from tests.framework.toys.things import Difference, Total

from kickabout.framework import Module, NoParameters


class Chicken(Module[NoParameters]):
    """Requires the output of Egg."""

    def update(self, difference: Difference) -> Total:
        return Total(value=difference.value)
