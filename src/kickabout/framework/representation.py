"""Representations: the frozen data that modules exchange, known by name."""

import collections.abc
import dataclasses
import importlib
import typing
from collections.abc import Iterator
from functools import cache
from typing import Any, TypeVar, dataclass_transform

from kickabout.framework.errors import KickaboutError, did_you_mean
from kickabout.framework.frozen import frozen_struct

R = TypeVar("R")

_HOME = "kickabout.representations"  # imported when a name is asked for that is not known yet

_registered: dict[str, type] = {}


@dataclass_transform(
    frozen_default=True,
    kw_only_default=True,
    eq_default=False,
    field_specifiers=(dataclasses.field,),
)
def representation(cls: type[R]) -> type[R]:
    """Make a class a frozen, slotted, keyword-only value that modules may exchange.

    Each field needs a default, so that `cls()` means "nothing known". An optional method
    `check()` raises on impossible content, an optional `draw(debug)` shows the content.
    """
    made = frozen_struct(cls, eq=False)
    # Types: structs answer as dataclasses do, see frozen.py.
    for field in dataclasses.fields(made):  # type: ignore[arg-type]
        if field.default is field.default_factory is dataclasses.MISSING:
            raise TypeError(f"{cls.__name__}.{field.name} needs a default: nothing known")
    other = _registered.get(cls.__name__)
    if other is not None and other.__module__ != cls.__module__:
        raise TypeError(f"{cls.__name__} exists already in {other.__module__}")
    _registered[cls.__name__] = made
    return made


def is_representation(cls: object) -> bool:
    return isinstance(cls, type) and _registered.get(cls.__name__) is cls


def representation_named(name: str) -> type:
    """The registered class of this name; unknown names get a hint."""
    if name not in _registered:
        importlib.import_module(_HOME)
    if name not in _registered:
        raise KickaboutError(
            f"there is no representation '{name}'.{did_you_mean(name, _registered)}"
        )
    return _registered[name]


def all_representations() -> Iterator[type]:
    """Everything that modules may exchange, by name."""
    importlib.import_module(_HOME)
    yield from sorted(_registered.values(), key=lambda cls: cls.__name__)


@cache
def default_of(cls: type[R]) -> R:
    """The shared "nothing known" instance."""
    return cls()


@cache
def has_functions(cls: type) -> bool:
    """Whether the content includes functions, which only work inside the provider's thread."""
    return any(_is_callable_type(hint) for hint in typing.get_type_hints(cls).values())


def _is_callable_type(hint: Any) -> bool:
    return typing.get_origin(hint) is collections.abc.Callable
