"""From readings, doubled if a module doubles them, to a sum."""

from tests.framework.toys.things import Doubled, Reading, Total

from kickabout.framework import Module, NoParameters

NOTHING = Doubled()


class Guesser(Module[NoParameters]):
    """Does without an optional input."""

    def update(self, reading: Reading, doubled: Doubled = NOTHING) -> Total:
        return Total(value=reading.value + doubled.value)
