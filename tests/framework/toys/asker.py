"""A module that asks for the value of one thread by name."""

from typing import Annotated

from tests.framework.toys.things import Difference, Doubled

from kickabout.framework import From, Module, NoParameters


class Asker(Module[NoParameters]):
    """Wants what the thread 'right' doubled."""

    def update(self, doubled: Annotated[Doubled, From("right")]) -> Difference:
        return Difference(value=doubled.value)
