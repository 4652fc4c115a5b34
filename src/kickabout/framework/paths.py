"""Paths into frozen data: `BallModel.position_in_robot[0]` read and replaced, by types alone."""

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


class PathError(KickaboutError):
    """A path that leads nowhere, or a value that does not fit there."""


class MissingElement(PathError):
    """An element of a list that is not there now, but may be in another cycle."""


def parse_path(text: str) -> tuple[str, tuple[Step, ...]]:
    """Split `Name.field[3]` into the name and the steps after it."""
    steps: list[Step] = []
    place = 0
    while place < len(text):
        found = _STEP.match(text, place)
        if found is None or (place == 0 and found.group(1) is None):
            raise PathError(f"'{text}' is not a path such as BallModel.position_in_robot[0]")
        word, index = found.groups()
        steps.append(word if word is not None else _index(index))
        place = found.end()
    if not steps:
        raise PathError("an empty path leads nowhere")
    return str(steps[0]), tuple(steps[1:])


def _index(text: str) -> Step:
    return text[1:-1] if text[0] in "'\"" else int(text)


def value_at(root: object, steps: tuple[Step, ...]) -> Any:
    """Follow the steps from a value."""
    for step in steps:
        root = _child(root, step)
    return root


def with_value_at(root: Any, steps: tuple[Step, ...], value: object, hint: Any) -> Any:
    """A copy of the root with the value at the end of the steps, converted to the type there."""
    if not steps:
        return converted(value, hint, like=root)
    step, rest = steps[0], steps[1:]
    child = _child(root, step)
    new = with_value_at(child, rest, value, _hint_of(root, step, hint))
    return _replaced(root, step, new)


def converted(value: object, hint: Any, *, like: object = None) -> Any:
    """The value in the wanted type, or a PathError that says why not."""
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
    """Names of the fields of a dataclass or struct; empty for anything else."""
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
