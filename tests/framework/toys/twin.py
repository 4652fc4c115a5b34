"""A module that provides two representations."""

from tests.framework.toys.things import Difference, Doubled, Reading

from kickabout.framework import Module, NoParameters


class Twin(Module[NoParameters]):
    """Provides a double and a difference."""

    def update(self, reading: Reading) -> tuple[Doubled, Difference]:
        return Doubled(value=2.0 * reading.value), Difference(value=-1.0)
