"""JSON Schema of types, within what Foxglove and Lichtblick can read.

Their readers require a type for every field and for the items of every list. They know no
references, no alternatives except constants, and no lists of lists. A field that may be None has
the schema of its other type. A field that cannot be described so is left out of the schema, not
of the messages.
"""

import collections.abc
import dataclasses
import enum
import types
import typing
from functools import cache
from typing import Any

import msgspec
import numpy as np

from kickabout.framework.paths import field_names

Schema = dict[str, Any]

_PLAIN = {bool: "boolean", int: "integer", float: "number", str: "string"}
_NUMBERS: Schema = {"type": "array", "items": {"type": "number"}}
_SHAPE: Schema = {"type": "array", "items": {"type": "integer"}}
_BYTES: Schema = {"type": "string", "contentEncoding": "base64"}
# Small matrices of floats have values, other arrays have base64.
_ARRAY: Schema = {
    "type": "object",
    "properties": {
        "shape": _SHAPE,
        "values": _NUMBERS,
        "dtype": {"type": "string"},
        "base64": _BYTES,
    },
}
MAX_DEPTH = 8  # levels, for types that contain themselves
UNKNOWN = object()


@cache
def schema_text(kind: type) -> bytes:
    """Return the schema of a type as it is recorded."""
    schema = {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": kind.__name__}
    return msgspec.json.encode(schema | (schema_of(kind) or {}))


def schema_of(hint: Any, *, default: object = UNKNOWN, depth: int = 0) -> Schema | None:
    """Return the schema of the JSON values of a type; None if it cannot be described.

    The default of a field tells vectors from matrices, which have the same type.
    """
    origin, arguments = typing.get_origin(hint), typing.get_args(hint)
    base = origin or hint
    if depth > MAX_DEPTH:
        return None
    if origin in (typing.Union, types.UnionType):
        options = [option for option in arguments if option is not types.NoneType]
        return _alternatives([schema_of(each, default=default, depth=depth) for each in options])
    if base in _PLAIN:
        return {"type": _PLAIN[base]}
    if base is bytes:
        return _BYTES
    if base is np.ndarray:
        return _array(arguments, default)
    if base in (tuple, list) or base is collections.abc.Sequence:
        return _sequence(arguments, depth)
    if base in (dict, collections.abc.Mapping):
        return _mapping(arguments, depth)
    if isinstance(base, type) and issubclass(base, enum.Enum):
        return _enumeration(base)
    if isinstance(base, type) and (hasattr(base, "_fields") or field_names(base)):
        return _record(base, depth)
    return None


def _alternatives(options: list[Schema | None]) -> Schema | None:
    """Return the schema of all options if they are the same."""
    return options[0] if all(option == options[0] for option in options) else None


def _array(arguments: tuple[Any, ...], default: object) -> Schema:
    is_float = np.dtype[np.float64] in arguments
    is_vector = default is None or (isinstance(default, np.ndarray) and default.ndim == 1)
    return _NUMBERS if is_float and is_vector else _ARRAY


def _sequence(arguments: tuple[Any, ...], depth: int) -> Schema | None:
    kinds = {argument for argument in arguments if argument is not Ellipsis}
    items = _alternatives([schema_of(kind, depth=depth + 1) for kind in kinds] or [None])
    if items is None or items["type"] == "array":
        return None
    if items is _BYTES:
        items = {"type": "string", "description": "base64"}
    return {"type": "array", "items": items}


def _mapping(arguments: tuple[Any, ...], depth: int) -> Schema:
    """Return the schema of an object whose fields are known only from the values."""
    items = schema_of(arguments[1], depth=depth + 1) if arguments else None
    more = {} if items is None else {"additionalProperties": items}
    return {"type": "object", "properties": {}, **more}


def _enumeration(kind: type[enum.Enum]) -> Schema | None:
    values = [member.value for member in kind]
    types_of_values = {_PLAIN.get(type(value)) for value in values}
    if len(types_of_values) > 1 or None in types_of_values:
        return None
    return {"type": types_of_values.pop(), "enum": values}


def _record(kind: type, depth: int) -> Schema:
    hints, defaults = typing.get_type_hints(kind), _defaults(kind)
    names = getattr(kind, "_fields", None) or field_names(kind)
    fields = {
        name: schema_of(hints[name], default=defaults.get(name, UNKNOWN), depth=depth + 1)
        for name in names
    }
    properties = {name: schema for name, schema in fields.items() if schema is not None}
    schema: Schema = {"type": "object", "properties": properties}
    if kind.__doc__ and not kind.__doc__.startswith(f"{kind.__name__}("):
        schema["description"] = kind.__doc__.split("\n")[0]
    return schema


def _defaults(kind: Any) -> dict[str, object]:
    """Return the default values of fields that have one."""
    if hasattr(kind, "_fields"):
        return dict(kind._field_defaults)
    is_dataclass = dataclasses.is_dataclass(kind)
    missing: object = dataclasses.MISSING if is_dataclass else msgspec.NODEFAULT
    fields: Any = dataclasses.fields(kind) if is_dataclass else msgspec.structs.fields(kind)
    found = {}
    for each in fields:
        if each.default is not missing:
            found[each.name] = each.default
        elif each.default_factory is not missing:
            found[each.name] = each.default_factory()
    return found
