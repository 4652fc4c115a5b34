"""From doubled readings to their sum, with its own last value as memory."""

from tests.framework.toys.things import Doubled, Total

from kickabout.framework import Last, Module, NoParameters


class Summer(Module[NoParameters]):
    """Remembers nothing itself."""

    def update(self, doubled: Doubled, total: Last[Total]) -> Total:
        return Total(value=total.value + doubled.value, parts=(*total.parts, doubled.value)[-3:])
