"""Lazily computed, cached values of short-lived objects."""

from collections.abc import Callable
from typing import Any, Generic, TypeVar, overload

T = TypeVar("T")


class once(Generic[T]):  # noqa: N801 (reads like a keyword where it is used)
    """Like `functools.cached_property` without its lock, which costs more than most values.

    For objects that are used by only one thread, such as those of one cycle.
    """

    def __init__(self, function: Callable[[Any], T]) -> None:
        self.function = function
        self.name = function.__name__
        self.__doc__ = function.__doc__

    @overload
    def __get__(self, owner: None, kind: type) -> "once[T]": ...
    @overload
    def __get__(self, owner: object, kind: type) -> T: ...

    def __get__(self, owner: object | None, kind: type) -> "once[T] | T":
        if owner is None:
            return self
        value = owner.__dict__[self.name] = self.function(owner)
        return value
