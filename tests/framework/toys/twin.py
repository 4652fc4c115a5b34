"""One module that provides two things."""

from tests.framework.toys.things import Difference, Doubled, Reading

from kickabout.framework import Module, NoParameters


class Twin(Module[NoParameters]):
    """Doubles and differs."""

    def update(self, reading: Reading) -> tuple[Doubled, Difference]:
        return Doubled(value=2.0 * reading.value), Difference(value=-1.0)
