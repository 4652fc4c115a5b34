"""A module that fails."""

from tests.framework.toys.things import Doubled, Reading

from kickabout.framework import Module, NoParameters


class Stumbler(Module[NoParameters]):
    """Raises on negative readings, and publishes impossible content on huge ones."""

    def update(self, reading: Reading) -> Doubled:
        if reading.value < 0.0:
            raise ArithmeticError("negative")
        return Doubled(value=-2e6 if reading.value > 1e6 else reading.value)
