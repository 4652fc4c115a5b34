"""A module that uses random numbers."""

from tests.framework.toys.things import Doubled, Reading

from kickabout.framework import Module, NoParameters


class Roller(Module[NoParameters]):
    """Adds noise from its own generator."""

    def update(self, reading: Reading) -> Doubled:
        return Doubled(value=reading.value + float(self.random.normal()))
