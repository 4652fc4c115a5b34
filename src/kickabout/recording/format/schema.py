"""JSON Schema of types, without references, which some viewers do not support."""

import collections.abc
import enum
import types
import typing
from functools import cache
from typing import Any

import msgspec
import numpy as np

from kickabout.framework.paths import field_names

_PLAIN = {bool: "boolean", int: "integer", str: "string"}
_COMPACT = {
    "type": "object",
    "properties": {
        "dtype": {"type": "string"},
        "shape": {"type": "array", "items": {"type": "integer"}},
        "base64": {"type": "string"},
    },
}
_ARRAY: dict[str, Any] = {"anyOf": [{"type": "array"}, _COMPACT]}
MAX_DEPTH = 8  # levels, for types that contain themselves


@cache
def schema_text(kind: type) -> bytes:
    """Return the schema of a type as it is recorded."""
    schema = {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": kind.__name__}
    return msgspec.json.encode(schema | schema_of(kind))


def schema_of(hint: Any, depth: int = 0) -> dict[str, Any]:
    """Return the schema of the JSON values of a type."""
    origin, arguments = typing.get_origin(hint), typing.get_args(hint)
    base = origin or hint
    if depth > MAX_DEPTH:
        return {}
    if origin in (typing.Union, types.UnionType):
        return {"anyOf": [schema_of(option, depth + 1) for option in arguments]}
    if base is types.NoneType:
        return {"type": "null"}
    if base in _PLAIN:
        return {"type": _PLAIN[base]}
    if base is float:
        return {"type": "number"}
    if base is bytes:
        return {"type": "string", "contentEncoding": "base64"}
    if base is np.ndarray:
        return _ARRAY
    if base in (tuple, list) or base is collections.abc.Sequence:
        return _sequence(arguments, depth)
    if isinstance(base, type) and issubclass(base, enum.Enum):
        return {"enum": [member.value for member in base]}
    if isinstance(base, type) and hasattr(base, "_fields"):
        return {"type": "array"}
    if isinstance(base, type) and field_names(base):
        return _record(base, depth)
    return {"type": "object"} if base in (dict, collections.abc.Mapping) else {}


def _sequence(arguments: tuple[Any, ...], depth: int) -> dict[str, Any]:
    kinds = [argument for argument in arguments if argument is not Ellipsis]
    if not kinds:
        return {"type": "array"}
    if len(set(kinds)) == 1:
        return {"type": "array", "items": schema_of(kinds[0], depth + 1)}
    return {"type": "array", "prefixItems": [schema_of(kind, depth + 1) for kind in kinds]}


def _record(kind: type, depth: int) -> dict[str, Any]:
    hints = typing.get_type_hints(kind)
    properties = {name: schema_of(hints[name], depth + 1) for name in field_names(kind)}
    schema: dict[str, Any] = {"type": "object", "properties": properties}
    if kind.__doc__ and not kind.__doc__.startswith(f"{kind.__name__}("):
        schema["description"] = kind.__doc__.split("\n")[0]
    return schema
