"""Typed values as JSON and back, bit for bit: floats, arrays, enumerations, tuples, bytes."""

import base64
import binascii
import collections.abc
import enum
import math
import re
import types
import typing
from bisect import bisect_right
from collections.abc import Callable, Mapping
from functools import cache
from itertools import accumulate
from typing import Any

import msgspec
import numpy as np

from kickabout.framework.paths import field_names
from kickabout.recording.format.errors import RecordingError
from kickabout.recording.format.renames import renames
from kickabout.recording.format.upgrades import UPGRADES, upgraded

MAX_LISTED = 64  # elements: smaller matrices of floats are readable lists, larger ones base64
FLOATS = "d"  # numpy's code of 64-bit floats
NOT_FINITE = {"NaN": math.nan, "Infinity": math.inf, "-Infinity": -math.inf}

Convert = Callable[[Any], Any]
_NULL = re.compile(b"null")


def encoded(value: object) -> bytes:
    """Encode a value as JSON; numbers that are not finite become texts, as JSON lacks them."""
    kind: Any = type(value)
    if _holds_named_tuple(kind):
        value = _with_named_fields(value)
    data = _encoder.encode(value)
    return _without_infinities(value, data) if b"null" in data else data


def all_encoded(values: list[Any]) -> list[bytes]:
    """Encode each value as JSON; for many values much faster than one by one.

    Values must not hold named tuples; representations have none.
    """
    joined = _encoder.encode_lines(values)
    found = joined.split(b"\n")  # JSON escapes the line ends of texts
    found.pop()
    with_null = _lines_with_null(joined, found)
    kinds: dict[int, Any] = {index: type(values[index]) for index in with_null}
    doubtful = [index for index in with_null if _may_hold_none(kinds[index])]
    if doubtful and not _holds_infinity(_packer.encode([values[index] for index in doubtful])):
        with_null = [index for index in with_null if not _may_hold_none(kinds[index])]
    for index in with_null:
        found[index] = _without_infinities(values[index], found[index])
    return found


def _lines_with_null(joined: bytes, lines: list[bytes]) -> list[int]:
    """Return the numbers of lines with null; one search in all of them is faster than many."""
    places = [match.start() for match in _NULL.finditer(joined)]
    ends = list(accumulate(len(line) + 1 for line in lines)) if places else []
    return sorted({bisect_right(ends, place) for place in places})


def decoded(data: bytes, kind: type) -> Any:
    """Decode a value; fields unknown to this version are ignored, missing ones have defaults."""
    return converter(kind)(plain(data))


def plain(data: bytes) -> Any:
    """Decode JSON without types."""
    try:
        return msgspec.json.decode(data)
    except msgspec.DecodeError as error:
        raise RecordingError(f"a message is not valid JSON: {error}") from None


def _with_named_fields(value: Any) -> Any:
    """Return the same content with mappings for records, also for named tuples."""
    kind = type(value)
    names = getattr(kind, "_fields", None) or field_names(kind)
    if names:
        return {name: _with_named_fields(getattr(value, name)) for name in names}
    return [*map(_with_named_fields, value)] if kind in (tuple, list) else value


def _hook(value: Any) -> Any:
    if type(value) is np.ndarray:
        if value.dtype.char != FLOATS or (value.ndim != 1 and value.size > MAX_LISTED):
            return _compact(value)
        if value.ndim == 1:
            return value.tolist()
        return {"shape": value.shape, "values": value.ravel().tolist()}
    if isinstance(value, np.generic):
        return value.item()
    raise TypeError(f"a {type(value).__name__} cannot be recorded")


def _naming_hook(value: Any) -> Any:
    """Encode as `_hook` does, with texts for numbers of arrays that are not finite."""
    plain = _hook(value)
    if type(plain) is dict:
        return {**plain, "values": _all_named(plain["values"])}
    return _all_named(plain) if type(plain) is list else plain


def _all_named(numbers: list[float]) -> list[float | str]:
    # A number minus itself is 0 unless it is not finite; calling a function takes longer.
    return [number if number - number == 0.0 else _named(number) for number in numbers]


def _named(number: float) -> float | str:
    if math.isfinite(number):
        return number
    return "NaN" if number != number else "Infinity" if number > 0.0 else "-Infinity"


def _leave_out_arrays(value: Any) -> Any:
    return None if type(value) is np.ndarray else _hook(value)


_encoder = msgspec.json.Encoder(enc_hook=_hook)
_naming_encoder = msgspec.json.Encoder(enc_hook=_naming_hook)
_packer = msgspec.msgpack.Encoder(enc_hook=_hook)
_packer_without_arrays = msgspec.msgpack.Encoder(enc_hook=_leave_out_arrays)


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


@cache
def _may_hold_none(kind: Any) -> bool:
    """Return whether None may be in values of a type; JSON's null is a number otherwise."""
    return any(part in (types.NoneType, Any, object, dict, list, tuple) for part in _parts(kind))


@cache
def _holds_named_tuple(kind: Any) -> bool:
    return any(hasattr(part, "_fields") for part in _parts(kind))


@cache
def _parts(kind: Any) -> frozenset[Any]:
    """Return all types that may occur in values of a type."""
    found: set[Any] = set()
    waiting = [kind]
    while waiting:
        hint = waiting.pop()
        base, arguments = typing.get_origin(hint) or hint, typing.get_args(hint)
        is_new = base not in found
        if not arguments or base is np.ndarray:
            found.add(base)
        waiting += () if base is np.ndarray else arguments
        if is_new and isinstance(base, type) and (field_names(base) or hasattr(base, "_fields")):
            waiting += typing.get_type_hints(base).values()
    return frozenset(found)


def _holds_infinity(packed: bytes) -> bool:
    """Return whether MessagePack may hold a number that is not finite."""
    return any(start in packed for start in _INFINITIES)


def _without_infinities(value: object, data: bytes) -> bytes:
    """Return the JSON of a value with texts for numbers that are not finite, given it with null."""
    kind: Any = type(value)
    if _may_hold_none(kind) and not _holds_infinity(_packer.encode(value)):
        return data
    data = _naming_encoder.encode(value)
    if b"null" in data and _holds_infinity(_packer_without_arrays.encode(value)):
        return _naming_encoder.encode(_with_named_infinities(value))
    return data


def _with_named_infinities(value: Any) -> Any:
    """Return the same content in plain types, with texts for numbers that are not finite."""
    if isinstance(value, float):
        return _named(value)
    if isinstance(value, tuple | list):
        return [_with_named_infinities(item) for item in value]
    if isinstance(value, Mapping):
        return {key: _with_named_infinities(item) for key, item in value.items()}
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

    def convert(values: Any) -> Any:
        if isinstance(values, Mapping):
            values = [values[name] for name in kind._fields]
        return kind(*(each(value) for each, value in zip(inner, values, strict=True)))

    return convert


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
    """Return a read-only array from a list of numbers or from a form with its shape.

    Recordings made before have matrices of up to nine elements as lists of lists.
    """
    if not isinstance(value, Mapping):
        array = np.array(value, np.float64)
    elif "values" in value:
        array = np.array(value["values"], np.float64).reshape(value["shape"])
    else:
        content = base64.b64decode(value["base64"])
        array = np.frombuffer(content, np.dtype(value["dtype"])).reshape(value["shape"])
    array.setflags(write=False)
    return array


def is_plain_array(value: object) -> bool:
    """Return whether a plain value is an array with its shape."""
    return isinstance(value, Mapping) and value.keys() in _ARRAY_FORMS


_ARRAY_FORMS = ({"shape", "values"}, {"dtype", "shape", "base64"})
