"""Reading and replacing values in frozen data by paths: `BallModel.position_in_robot[0]`."""

import dataclasses
import re
import typing
from collections.abc import Mapping
from typing import Any

import msgspec
import numpy as np

from kickabout.framework.errors import KickaboutError, did_you_mean

Step = str | int
_STEP = re.compile(r"\.?([A-Za-z_]\w*)|\[(-?\d+|'[^']*'|\"[^\"]*\")\]", re.ASCII)

_THREAD = re.compile(r"(\w+)/", re.ASCII)


class PathError(KickaboutError):
    """A path that does not exist, or a value that does not fit its type."""


class MissingElement(PathError):
    """An element of a list that does not exist now, but may in another cycle."""


def thread_and_path(text: str) -> tuple[str, str]:
    """Split `upper/BallPercept.seen` into the thread, "" if none is named, and the path."""
    found = _THREAD.match(text)
    return (found[1], text[found.end() :]) if found else ("", text)


def parse_path(text: str) -> tuple[str, tuple[Step, ...]]:
    """Split `Name.field[3]` into the name and the steps after it."""
    steps: list[Step] = []
    position = 0
    while position < len(text):
        found = _STEP.match(text, position)
        if found is None or (position == 0 and found.group(1) is None):
            raise PathError(f"'{text}' is not a path such as BallModel.position_in_robot[0]")
        name, index = found.groups()
        steps.append(name if name is not None else _index(index))
        position = found.end()
    if not steps:
        raise PathError("the path is empty")
    return str(steps[0]), tuple(steps[1:])


def _index(text: str) -> Step:
    return text[1:-1] if text[0] in "'\"" else int(text)


def value_at(root: object, steps: tuple[Step, ...]) -> Any:
    """Return the value at the end of the steps."""
    for step in steps:
        root = _child(root, step)
    return root


def with_value_at(root: Any, steps: tuple[Step, ...], value: object, hint: Any) -> Any:
    """Return a copy of the root with the value at the end of the steps, converted to its type."""
    if not steps:
        return converted(value, hint, like=root)
    step, rest = steps[0], steps[1:]
    child = _child(root, step)
    new = with_value_at(child, rest, value, _hint_of(root, step, hint))
    return _replaced(root, step, new)


def converted(value: object, hint: Any, *, like: object = None) -> Any:
    """Return the value in the required type; raise a PathError if it does not fit."""
    if isinstance(like, np.ndarray | np.generic):
        return _array(value, np.asarray(like))
    try:
        return msgspec.convert(value, hint)
    except msgspec.ValidationError as error:
        raise PathError(f"{value!r} does not fit: {error}") from None


def _array(value: object, like: "np.ndarray[Any, Any]") -> "np.ndarray[Any, Any]":
    try:
        array = np.asarray(value, like.dtype)
    except (TypeError, ValueError):
        raise PathError(f"{value!r} does not fit an array of {like.dtype}") from None
    if array.shape != like.shape:
        raise PathError(f"the array there has shape {like.shape}, given {array.shape}")
    array.setflags(write=False)
    return array


def _child(root: Any, step: Step) -> Any:
    if isinstance(step, str) and not isinstance(root, Mapping):
        names = field_names(type(root))
        if step not in names:
            raise PathError(
                f"{type(root).__name__} has no field '{step}'.{did_you_mean(step, names)}"
            )
        return getattr(root, step)
    try:
        return root[step]
    except LookupError:
        raise MissingElement(f"there is no element {step!r} in {type(root).__name__}") from None
    except TypeError:
        raise PathError(f"{type(root).__name__} has no elements") from None


def field_names(cls: type) -> tuple[str, ...]:
    """Return the names of the fields of a dataclass or struct; empty for other types."""
    if dataclasses.is_dataclass(cls):
        return tuple(field.name for field in dataclasses.fields(cls))
    return tuple(getattr(cls, "__struct_fields__", ()))


def _hint_of(root: Any, step: Step, hint: Any) -> Any:
    if isinstance(step, str) and field_names(type(root)):
        return typing.get_type_hints(type(root))[step]
    arguments = typing.get_args(hint)
    if isinstance(step, int) and arguments and Ellipsis not in arguments:
        return arguments[step] if isinstance(root, tuple) else arguments[0]
    return (
        arguments[-1 if isinstance(root, Mapping) else 0] if arguments else type(_child(root, step))
    )


def _replaced(root: Any, step: Step, new: object) -> Any:
    if isinstance(root, np.ndarray):
        copy = root.copy()
        copy[step] = new
        copy.setflags(write=False)
        return copy
    if isinstance(root, Mapping):
        return {**root, step: new}
    if isinstance(root, tuple | list):
        items = list(root)
        items[typing.cast(int, step)] = new
        return type(root)(items)
    if isinstance(root, msgspec.Struct):
        changes = _struct_change(root, step, new)
        return msgspec.structs.replace(root, **changes)
    return dataclasses.replace(root, **{str(step): new})


def _struct_change(root: msgspec.Struct, step: Step, new: object) -> dict[str, object]:
    name = root.__struct_fields__[step] if isinstance(step, int) else step
    return {name: new}
