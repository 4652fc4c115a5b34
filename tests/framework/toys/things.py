"""Representations of the toy world."""

from collections.abc import Callable
from dataclasses import field

from kickabout.framework import Debug, representation
from kickabout.geometry import Vec3, zeros


@representation
class Reading:
    """What the toy body measures."""

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
    """How much a total changed."""

    value: float = 0.0


def _nothing(x: float) -> float:
    return 0.0


@representation
class Planner:
    """Holds a function, so it may not leave its thread."""

    plan: Callable[[float], float] = field(default=_nothing)
