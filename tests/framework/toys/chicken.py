"""Half of a cycle."""

from tests.framework.toys.things import Difference, Total

from kickabout.framework import Module, NoParameters


class Chicken(Module[NoParameters]):
    """Needs the egg."""

    def update(self, difference: Difference) -> Total:
        return Total(value=difference.value)
