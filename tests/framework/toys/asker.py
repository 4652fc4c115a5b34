"""A module with an input from a named thread."""

from typing import Annotated

from tests.framework.toys.things import Difference, Doubled

from kickabout.framework import From, Module, NoParameters


class Asker(Module[NoParameters]):
    """Publishes the doubled value of the thread 'right'."""

    def update(self, doubled: Annotated[Doubled, From("right")]) -> Difference:
        return Difference(value=doubled.value)
