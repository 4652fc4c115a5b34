"""Values that mean "nothing known", with arrays of the sizes that one robot needs."""

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, TypeVar

from kickabout.framework.representation import DefaultOf, default_of
from kickabout.geometry.arrays import FloatArray, shared_zeros

R = TypeVar("R")
_default_of: DefaultOf = default_of

NO_SIZES: Mapping[str, int] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class ZerosPer:
    """Makes arrays of zeros whose size depends on the robot; if it is unknown, they are empty."""

    shape: tuple[str | int, ...]

    def __call__(self) -> FloatArray:
        return self.sized(NO_SIZES)

    def sized(self, sizes: Mapping[str, int]) -> FloatArray:
        return shared_zeros(
            *(part if isinstance(part, int) else sizes.get(part, 0) for part in self.shape)
        )


def zeros_per(*shape: str | int) -> FloatArray:
    """Return a field of a representation with one element per joint, foot, … of a robot."""
    array: FloatArray = dataclasses.field(default_factory=ZerosPer(shape))
    return array


class Defaults:
    """The values of representations that mean "nothing known" for one kind of robot."""

    def __init__(self, **sizes: int) -> None:
        self.sizes = sizes
        self._known: dict[type, Any] = {}

    def __call__(self, cls: type[R]) -> R:
        """Return the default of a representation, always the same object."""
        found: R | None = self._known.get(cls)
        if found is None:
            self._known[cls] = found = self._made(cls)
        return found

    def _made(self, cls: type[R]) -> R:
        # Types: structs act as dataclasses, see frozen.py.
        factories = {f.name: f.default_factory for f in dataclasses.fields(cls)}  # type: ignore[arg-type]
        sized = {
            name: factory.sized(self.sizes)
            for name, factory in factories.items()
            if isinstance(factory, ZerosPer)
        }
        if sized and self.sizes:
            return cls(**sized)
        plain: R = _default_of(cls)
        return plain
