"""Representations: the frozen data that modules exchange, registered by name."""

import collections.abc
import dataclasses
import importlib
import typing
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any, TypeVar, dataclass_transform

from kickabout.framework.errors import KickaboutError, did_you_mean
from kickabout.framework.frozen import frozen_struct

R = TypeVar("R")

DefaultOf = Callable[[type], Any]  # from a representation to its value for "nothing known"

_HOME = "kickabout.representations"  # imported when an unknown name is looked up

_registered: dict[str, type] = {}


@dataclass_transform(
    frozen_default=True,
    kw_only_default=True,
    eq_default=False,
    field_specifiers=(dataclasses.field,),
)
def representation(cls: type[R]) -> type[R]:
    """Turn a class into a frozen, slotted, keyword-only struct that modules may exchange.

    Each field needs a default, so that `cls()` means "nothing known". The optional method
    `check()` raises if the content is impossible, the optional `draw(debug)` draws it.
    """
    made = frozen_struct(cls, eq=False)
    # Types: structs act as dataclasses, see frozen.py.
    for field in dataclasses.fields(made):  # type: ignore[arg-type]
        if field.default is field.default_factory is dataclasses.MISSING:
            raise TypeError(f"{cls.__name__}.{field.name} needs a default, for 'nothing known'")
    other = _registered.get(cls.__name__)
    if other is not None and other.__module__ != cls.__module__:
        raise TypeError(f"{cls.__name__} exists already in {other.__module__}")
    _registered[cls.__name__] = made
    return made


def is_representation(cls: object) -> bool:
    return isinstance(cls, type) and _registered.get(cls.__name__) is cls


def representation_named(name: str) -> type:
    """Return the registered class of this name; an error suggests a similar name."""
    if name not in _registered:
        importlib.import_module(_HOME)
    if name not in _registered:
        raise KickaboutError(
            f"there is no representation '{name}'.{did_you_mean(name, _registered)}"
        )
    return _registered[name]


def all_representations() -> Iterator[type]:
    """Return all representations, sorted by name."""
    importlib.import_module(_HOME)
    yield from sorted(_registered.values(), key=lambda cls: cls.__name__)


@cache
def default_of(cls: type[R]) -> R:
    """Return the shared default instance, which means "nothing known"."""
    return cls()


@cache
def has_functions(cls: type) -> bool:
    """Return whether a class has functions as fields; they work only in the provider's thread."""
    return any(_is_callable_type(hint) for hint in typing.get_type_hints(cls).values())


def _is_callable_type(hint: Any) -> bool:
    return typing.get_origin(hint) is collections.abc.Callable
