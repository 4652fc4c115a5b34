"""Typed values as JSON and back, bit for bit: floats, arrays, enumerations, tuples, bytes."""

import base64
import binascii
import collections.abc
import enum
import math
import types
import typing
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

import msgspec
import numpy as np

from kickabout.framework.paths import field_names
from kickabout.recording.format.errors import RecordingError
from kickabout.recording.format.renames import renames
from kickabout.recording.format.upgrades import UPGRADES, upgraded

MAX_LISTED = 9  # elements: vectors and 3×3 matrices are readable lists, larger arrays base64
NOT_FINITE = {"NaN": math.nan, "Infinity": math.inf, "-Infinity": -math.inf}

Convert = Callable[[Any], Any]


def encoded(value: object) -> bytes:
    """Encode a value as JSON; numbers that are not finite become texts, as JSON lacks them."""
    data = _encoder.encode(value)
    if b"null" in data and _may_hold_infinity(value):
        return _encoder.encode(_with_named_infinities(value))
    return data


def all_encoded(values: list[Any]) -> list[bytes]:
    """Encode each value as JSON; for many values much faster than one by one."""
    found = _encoder.encode_lines(values).split(b"\n")  # JSON escapes the line ends of texts
    found.pop()
    with_null = [index for index, data in enumerate(found) if b"null" in data]
    if with_null and _may_hold_infinity([values[index] for index in with_null]):
        for index in with_null:
            found[index] = encoded(values[index])
    return found


def decoded(data: bytes, kind: type) -> Any:
    """Decode a value; fields unknown to this version are ignored, missing ones have defaults."""
    return converter(kind)(plain(data))


def plain(data: bytes) -> Any:
    """Decode JSON without types."""
    try:
        return msgspec.json.decode(data)
    except msgspec.DecodeError as error:
        raise RecordingError(f"a message is not valid JSON: {error}") from None


def _hook(value: Any) -> Any:
    if type(value) is np.ndarray:
        if 0 < value.size <= MAX_LISTED and value.dtype.char == "d":
            return value.tolist()
        return _compact(value)
    if isinstance(value, np.generic):
        return value.item()
    raise TypeError(f"a {type(value).__name__} cannot be recorded")


_encoder = msgspec.json.Encoder(enc_hook=_hook)
_packer = msgspec.msgpack.Encoder(enc_hook=_hook)


# Arrays that are passed between modules, or are constants, are encoded repeatedly. The entry
# keeps its array alive, so that no other array can get the same id.
_known: dict[int, tuple["np.ndarray[Any, Any]", msgspec.Raw]] = {}
MAX_KNOWN = 512


def _compact(array: "np.ndarray[Any, Any]") -> msgspec.Raw:
    known = _known.get(id(array))
    if known is not None:
        return known[1]
    original = array
    if array.dtype.byteorder == ">":
        array = array.astype(array.dtype.newbyteorder("<"))
    content = binascii.b2a_base64(array.tobytes(), newline=False)
    raw = msgspec.Raw(b'%b%b"}' % (_compact_head(array.dtype, array.shape), content))
    if not original.flags.writeable:
        if len(_known) >= MAX_KNOWN:
            _known.clear()
        _known[id(original)] = (original, raw)
    return raw


@cache
def _compact_head(dtype: "np.dtype[Any]", shape: tuple[int, ...]) -> bytes:
    sizes = msgspec.json.encode(shape)
    return b'{"dtype":"%b","shape":%b,"base64":"' % (dtype.str.encode(), sizes)


# First bytes of floats that are not finite in MessagePack, which can encode them; searching for
# these bytes is much faster than a traversal of the value.
_INFINITIES = (b"\xcb\x7f\xf0", b"\xcb\xff\xf0", b"\xcb\x7f\xf8", b"\xcb\xff\xf8")


def _may_hold_infinity(value: object) -> bool:
    packed = _packer.encode(value)
    return any(start in packed for start in _INFINITIES)


def _with_named_infinities(value: Any) -> Any:
    """Return the same content in plain types, with texts for numbers that are not finite."""
    if isinstance(value, float) and not math.isfinite(value):
        return "NaN" if value != value else "Infinity" if value > 0.0 else "-Infinity"
    if isinstance(value, tuple | list):
        return [_with_named_infinities(item) for item in value]
    if isinstance(value, Mapping):
        return {key: _with_named_infinities(item) for key, item in value.items()}
    if isinstance(value, np.ndarray):
        return _compact(value)
    names = field_names(type(value))
    return (
        {name: _with_named_infinities(getattr(value, name)) for name in names} if names else value
    )


@cache
def converter(hint: Any) -> Convert:
    """Return the function from plain JSON values to values of a type."""
    origin, arguments = typing.get_origin(hint), typing.get_args(hint)
    base = origin or hint
    if origin in (typing.Union, types.UnionType):
        return _union(arguments)
    if base is np.ndarray:
        return array_from_plain
    if base is float:
        return _as_float
    if base is bytes:
        return base64.b64decode
    if base in (tuple, list) or base is collections.abc.Sequence:
        return _sequence(list if base is list else tuple, arguments)
    if base in (dict, collections.abc.Mapping):
        return _mapping(*(arguments or (Any, Any)))
    if isinstance(base, type) and issubclass(base, enum.Enum):
        return lambda value: _member(base, value)
    if isinstance(base, type) and hasattr(base, "_fields"):
        return _named_tuple(base)
    if isinstance(base, type) and field_names(base):
        return _record(base)
    return lambda value: value


def _union(options: tuple[Any, ...]) -> Convert:
    inner = [converter(option) for option in options if option is not types.NoneType]
    return lambda value: None if value is None else _first(inner, value)


def _first(converters: list[Convert], value: object) -> object:
    for convert in converters[:-1]:
        try:
            return convert(value)
        except (RecordingError, TypeError, ValueError, LookupError):
            continue
    return converters[-1](value)


def _sequence(make: type, arguments: tuple[Any, ...]) -> Convert:
    kinds = [argument for argument in arguments if argument is not Ellipsis]
    inner = [converter(kind) for kind in kinds]
    if len(inner) == 1 and (make is list or Ellipsis in arguments):
        convert = inner[0]
        return lambda values: make(convert(value) for value in values)
    if not inner:
        return lambda values: make(values)
    return lambda values: tuple(
        convert(value) for convert, value in zip(inner, values, strict=True)
    )


def _mapping(key: Any, item: Any) -> Convert:
    inner, number = converter(item), key in (int, float)
    convert_key = key if number else converter(key)
    return lambda values: {convert_key(name): inner(value) for name, value in values.items()}


def _member(kind: type[enum.Enum], value: object) -> enum.Enum:
    found = _members(kind).get(value)
    if found is not None:
        return found
    renamed = renames().values.get(f"{kind.__name__}.{value}", value)
    try:
        return kind(renamed)
    except ValueError:
        raise RecordingError(f"{kind.__name__} has no member {value!r} in this version") from None


@cache
def _members(kind: type[enum.Enum]) -> dict[object, enum.Enum]:
    return {member.value: member for member in kind}


def _named_tuple(kind: Any) -> Convert:
    hints = typing.get_type_hints(kind)
    inner = [converter(hints[name]) for name in kind._fields]
    return lambda values: kind(*(c(v) for c, v in zip(inner, values, strict=True)))


def _record(kind: Any) -> Convert:
    """Return a converter of fields by name; removed ones are ignored, added ones keep defaults."""
    hints = typing.get_type_hints(kind)
    names = {name: name for name in field_names(kind)}
    names.update(renames().fields_of(kind.__name__))
    fields: dict[str, tuple[str, Convert | None]] = {}

    def convert(values: Any) -> Any:
        if not fields:  # at the first call, because types may contain themselves
            fields.update({old: (new, _needed(hints[new])) for old, new in names.items()})
        if not isinstance(values, dict):
            raise RecordingError(f"{kind.__name__} was recorded as {type(values).__name__}")
        if kind.__name__ in UPGRADES:
            values = upgraded(kind.__name__, values)
        known: dict[str, Any] = {}
        for old, value in values.items():
            new, step = fields.get(old, UNKNOWN)
            if new:
                known[new] = value if step is None else _converted(kind, new, step, value)
        try:
            return kind(**known)
        except TypeError as error:
            raise RecordingError(
                f"{kind.__name__} cannot be made from the recording: {error}"
            ) from None

    return convert


UNKNOWN: tuple[str, Convert | None] = ("", None)


def _needed(hint: Any) -> Convert | None:
    """Return the converter of a field; None if JSON's value needs no conversion."""
    return None if hint in (bool, int, str) else converter(hint)


def _converted(kind: Any, name: str, convert: Convert, value: object) -> object:
    if type(value) is float and convert is _as_float:
        return value
    try:
        return convert(value)
    except (TypeError, ValueError, LookupError) as error:
        raise RecordingError(
            f"{kind.__name__}.{name} was recorded as {value!r:.60}: {error}"
        ) from None


def _as_float(value: Any) -> Any:
    return NOT_FINITE[value] if isinstance(value, str) else value


def array_from_plain(value: Any) -> "np.ndarray[Any, Any]":
    """Return a read-only array from nested lists or from the compact form."""
    if isinstance(value, Mapping):
        content = base64.b64decode(value["base64"])
        array = np.frombuffer(content, np.dtype(value["dtype"])).reshape(value["shape"])
    else:
        array = np.array(value, np.float64)
    array.setflags(write=False)
    return array
