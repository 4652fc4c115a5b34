"""What the JSON-schema readers of Foxglove and Lichtblick accept, and what they make of a schema.

Both derive a list of fields for each object of a schema, and refuse the whole topic if they cannot.
"""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

SCALARS = {"boolean": "bool", "string": "string", "number": "float64", "integer": "float64"}


class Field(NamedTuple):
    """A field of an object as a viewer knows it."""

    type: str  # "bool", "string", "float64", "uint8", or the name of an object
    is_list: bool = False


class UnsupportedSchemaError(ValueError):
    """A schema that the viewers refuse."""


Types = dict[str, dict[str, Field]]  # name of an object → its fields


def viewer_types(schema: Mapping[str, Any], name: str) -> Types:
    """Return the objects that a viewer finds in a schema."""
    found: Types = {}
    _object(schema, name, found)
    return found


def _object(schema: Mapping[str, Any], name: str, found: Types) -> None:
    if schema.get("type") != "object":
        raise UnsupportedSchemaError(f"{name} is no object but {schema.get('type')}")
    if "properties" not in schema:
        raise UnsupportedSchemaError(f"{name} has no properties")
    fields = schema["properties"].items()
    found[name] = {field: _field(content, f"{name}.{field}", found) for field, content in fields}


def _field(schema: Mapping[str, Any], name: str, found: Types) -> Field:
    if "oneOf" in schema:
        raise UnsupportedSchemaError(f"{name} has alternatives")
    if schema.get("type") == "array":
        if "items" not in schema:
            raise UnsupportedSchemaError(f"{name} does not say of what it is a list")
        return _item(schema["items"], name, found)
    encoding = schema.get("contentEncoding")
    if encoding is not None:
        if encoding != "base64" or schema.get("type") != "string":
            raise UnsupportedSchemaError(f"{name} is encoded as {encoding}")
        return Field("uint8", is_list=True)
    return Field(_type(schema, name, found))


def _item(schema: Mapping[str, Any], name: str, found: Types) -> Field:
    if "contentEncoding" in schema:
        raise UnsupportedSchemaError(f"{name} is a list of encoded texts")
    return Field(_type(schema, name, found), is_list=True)


def _type(schema: Mapping[str, Any], name: str, found: Types) -> str:
    kind = schema.get("type")
    if kind == "object":
        _object(schema, name, found)
        return name
    if kind not in SCALARS:
        raise UnsupportedSchemaError(f"{name} has the type {kind}")
    return SCALARS[kind]


def misfits(value: Any, types: Types, name: str) -> Iterator[str]:
    """Yield the paths of a JSON value that a viewer expects to be of another type."""
    for field, (kind, is_list) in types[name].items():
        item = value.get(field)
        if item is None:  # not written, or an optional value
            continue
        path = f"{name}.{field}"
        if kind == "uint8":
            if not isinstance(item, str):
                yield path
        elif isinstance(item, list) != is_list:
            yield path
        else:
            for each in item if is_list else [item]:
                yield from _misfit(each, kind, types, path)


def _misfit(value: Any, kind: str, types: Types, path: str) -> Iterator[str]:
    if kind in types:
        if isinstance(value, dict):
            yield from misfits(value, types, kind)
        elif value is not None:
            yield path
    elif kind == "float64":
        is_number = isinstance(value, int | float) and not isinstance(value, bool)
        if not is_number and value not in ("NaN", "Infinity", "-Infinity"):
            yield path
    elif not isinstance(value, {"bool": bool, "string": str}[kind]):
        yield path
