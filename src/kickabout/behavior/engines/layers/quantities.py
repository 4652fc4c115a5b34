"""Named quantities that are derived from a world model, for conditions and for display."""

import typing
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeVar

from kickabout.framework import once

T = TypeVar("T")
Value = bool | int | float


class quantity(once[T]):  # noqa: N801 (reads like a keyword where it is used)
    """A value of a world model that is computed once per cycle, and listed by its name."""


@dataclass(frozen=True, slots=True)
class Quantity:
    """A named quantity: its type and what it means."""

    name: str
    type: type[bool] | type[int] | type[float]
    doc: str


def quantities_of(world: type) -> Mapping[str, Quantity]:
    """Return the quantities of a world model by name, in the order of their definition."""
    found: dict[str, Quantity] = {}
    for kind in reversed(world.__mro__):
        for name, value in vars(kind).items():
            if isinstance(value, quantity):
                returned = typing.get_type_hints(value.function)["return"]
                if returned not in (bool, int, float):
                    raise TypeError(f"{name} is neither bool nor int nor float, but {returned}")
                doc = value.__doc__ or ""
                found[name] = Quantity(name, returned, doc.partition("\n")[0])
    return found


def analyzed(world: object) -> dict[str, Value]:
    """Return the values of all quantities of a world model."""
    return {name: getattr(world, name) for name in quantities_of(type(world))}
