"""Another provider of the same representation."""

from tests.framework.toys.things import Doubled, Reading

from kickabout.framework import Module, NoParameters


class Tripler(Module[NoParameters]):
    """Multiplies by three."""

    def update(self, reading: Reading) -> Doubled:
        return Doubled(value=3.0 * reading.value)
