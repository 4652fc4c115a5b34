"""From totals to their change; the inputs are a bundle."""

from dataclasses import dataclass

from tests.framework.toys.things import Difference, Total

from kickabout.framework import Last, Module, NoParameters, inputs


@inputs
@dataclass(frozen=True, slots=True, kw_only=True)
class Totals:
    now: Total
    before: Last[Total]


class Comparer(Module[NoParameters]):
    """Subtracts the previous total."""

    def update(self, totals: Totals) -> Difference:
        return Difference(value=totals.now.value - totals.before.value)
