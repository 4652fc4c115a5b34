"""Typed files: from TOML tables to dataclasses, with errors that name the line."""

import collections.abc
import dataclasses
import enum
import re
import typing
from collections.abc import Mapping
from functools import cache
from typing import Any, TypeVar

import msgspec

from kickabout.framework.errors import KickaboutError
from kickabout.framework.teams.toml_file import Table, TomlFile

T = TypeVar("T")


def read_as(file: TomlFile, kind: type[T]) -> T:
    """Return the file as a dataclass; raise an error with the line of an invalid key or value."""
    _demand_known(file, file.data, kind, ())
    try:
        return msgspec.convert(file.data, kind)
    except msgspec.ValidationError as error:
        message, keys = _split_path(str(error))
        raise file.error(message, *keys) from None
    except KickaboutError as error:
        raise file.error(str(error)) from None


def _demand_known(file: TomlFile, table: Table, kind: Any, where: tuple[str, ...]) -> None:
    kinds = _kinds(kind)
    if kinds is None:
        return
    file.demand_known(table, kinds, where=where)
    for key, value in table.items():
        inner = kinds[key]
        if isinstance(value, Mapping):
            _demand_known(file, value, inner, (*where, key))
        elif isinstance(value, list):
            element = next(iter(typing.get_args(inner)), None)
            for entry in value:
                if isinstance(entry, Mapping):
                    _demand_known(file, entry, element, (*where, key))


@cache  # a match reads hundreds of files of a few types
def _kinds(kind: Any) -> dict[str, Any] | None:
    """Return known keys and their types; None if any key is allowed."""
    arguments = typing.get_args(kind)
    if typing.get_origin(kind) is collections.abc.Mapping:
        keys, values = arguments
        is_enum = isinstance(keys, type) and issubclass(keys, enum.Enum)
        return {member.value: values for member in keys} if is_enum else None
    for option in (kind, *arguments):
        if dataclasses.is_dataclass(option):
            return typing.get_type_hints(option)
    return None


def _split_path(message: str) -> tuple[str, tuple[str, ...]]:
    """Split msgspec's "Expected `float`, got `str` - at `$.a.b[0]`" into text and keys."""
    text, _, path = message.partition(" - at ")
    keys = tuple(re.findall(r"[A-Za-z_]\w*", path))
    location = f"{'.'.join(keys)}: " if keys else ""
    return location + text.replace("`", "").lower(), keys
