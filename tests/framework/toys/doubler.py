"""From a reading to its double."""

from dataclasses import dataclass

from tests.framework.toys.things import Doubled, Reading

from kickabout.framework import Module, param


@dataclass(frozen=True, slots=True, kw_only=True)
class DoublerParameters:
    factor: float = param(2.0, low=0.0, high=10.0, doc="factor of the reading")
    repeat: int = param(1, low=1, doc="number of multiplications")


class Doubler(Module[DoublerParameters]):
    """Multiplies, plots and draws."""

    def __init__(self, parameters: DoublerParameters) -> None:
        super().__init__(parameters)
        self.recomputed = 0

    def parameters_changed(self) -> None:
        self.recomputed += 1

    def update(self, reading: Reading) -> Doubled:
        self.debug.plot("value", reading.value)
        if canvas := self.debug.field("reading"):
            canvas.circle((reading.value, 0.0), 1.0)
        return Doubled(value=reading.value * self.parameters.factor**self.parameters.repeat)
