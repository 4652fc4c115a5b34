"""From doubled readings to their sum, using its own last output as state."""

from tests.framework.toys.things import Doubled, Total

from kickabout.framework import Last, Module, NoParameters


class Summer(Module[NoParameters]):
    """Has no state itself."""

    def update(self, doubled: Doubled, total: Last[Total]) -> Total:
        return Total(value=total.value + doubled.value, parts=(*total.parts, doubled.value)[-3:])
