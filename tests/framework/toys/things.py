"""Representations of the toy modules."""

from collections.abc import Callable
from dataclasses import field

from kickabout.framework import Debug, representation
from kickabout.geometry import Vec3, zeros


@representation
class Reading:
    """A measurement of the toy body."""

    value: float = 0.0


@representation
class Doubled:
    """Twice a reading."""

    value: float = 0.0

    def check(self) -> None:
        if self.value < -1e6:
            raise ValueError("far too negative")

    def draw(self, debug: Debug) -> None:
        if canvas := debug.field("dot"):
            canvas.dot((self.value, 0.0))


@representation
class Total:
    """A running sum."""

    value: float = 0.0
    parts: tuple[float, ...] = ()
    vector: Vec3 = zeros(3)


@representation
class Difference:
    """Change of a total."""

    value: float = 0.0


def _nothing(x: float) -> float:
    return 0.0


@representation
class Planner:
    """Contains a function, so it must not leave its thread."""

    plan: Callable[[float], float] = field(default=_nothing)
