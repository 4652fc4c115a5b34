"""Groups of parameters: from a module's parameters to those that one algorithm takes."""

from typing import TypeVar

G = TypeVar("G")


def picked(kind: type[G], parameters: object) -> G:
    """A named tuple or dataclass whose fields are all called as parameters are."""
    return kind(**{name: getattr(parameters, name) for name in kind.__annotations__})
