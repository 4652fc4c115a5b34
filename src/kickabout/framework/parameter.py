"""Parameters: frozen dataclasses whose fields have a default, unit, bounds and description."""

import dataclasses
import typing
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar, cast

import msgspec

from kickabout.framework.errors import ConfigurationError, did_you_mean

T = TypeVar("T")
P = TypeVar("P")


@dataclass(frozen=True, slots=True, kw_only=True)
class NoParameters:
    """Parameters of modules that have none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Conditional(Generic[T]):
    """A parameter with two values, selected by a condition at each access."""

    when: T
    otherwise: T

    def given(self, condition: bool) -> T:
        return self.when if condition else self.otherwise


@dataclass(frozen=True, slots=True, kw_only=True)
class ParameterInfo:
    """Name, type, default, unit, bounds and description of a parameter."""

    name: str
    type: Any
    default: Any
    unit: str
    low: float | None
    high: float | None
    doc: str
    names: str = ""  # sort of the robot's files, one of which a value names


def param(
    default: T,
    *,
    unit: str = "",
    low: float | None = None,
    high: float | None = None,
    doc: str,
    names: str = "",
) -> T:
    """Declare one field of a parameter dataclass."""
    metadata = {"unit": unit, "low": low, "high": high, "doc": doc, "names": names}
    return dataclasses.field(default=default, metadata=metadata)


def picked(kind: type[T], parameters: object, **others: object) -> T:
    """Return a named tuple or dataclass whose fields are `others` and parameters of their names."""
    names = [name for name in kind.__annotations__ if name not in others]
    return kind(**{name: getattr(parameters, name) for name in names}, **others)


def parameter_infos(parameters: type) -> dict[str, ParameterInfo]:
    """Return the parameters of a class by name, in order of declaration."""
    if parameters not in _infos:
        _infos[parameters] = _read_infos(parameters)
    return _infos[parameters]


_infos: dict[type, dict[str, ParameterInfo]] = {}


def _read_infos(parameters: type) -> dict[str, ParameterInfo]:
    hints = typing.get_type_hints(parameters)
    return {
        field.name: ParameterInfo(
            name=field.name,
            type=hints[field.name],
            default=field.default,
            unit=field.metadata.get("unit", ""),
            low=field.metadata.get("low"),
            high=field.metadata.get("high"),
            doc=field.metadata.get("doc", ""),
            names=field.metadata.get("names", ""),
        )
        for field in dataclasses.fields(parameters)
    }


ErrorAt = Callable[[str, str], ConfigurationError]  # (key, message) → error with file and line


def with_values(parameters: P, values: Mapping[str, object], *, owner: str, error_at: ErrorAt) -> P:
    """Return a copy with these values after checking all names, types and bounds."""
    infos = parameter_infos(type(parameters))
    changes: dict[str, Any] = {}
    for key, value in values.items():
        if key not in infos:
            raise error_at(key, f"{owner} has no parameter '{key}'.{did_you_mean(key, infos)}")
        try:
            changes[key] = checked(infos[key], value)
        except ValueError as error:
            raise error_at(key, f"{owner}.{key}: {error}") from None
    # Types: replace returns the type of the parameters.
    return dataclasses.replace(cast(Any, parameters), **changes)  # type: ignore[no-any-return]


def checked(info: ParameterInfo, value: object) -> object:
    """Return the value in the parameter's type; raise a ValueError if it does not fit."""
    try:
        converted = msgspec.convert(value, info.type)
    except msgspec.ValidationError as error:
        raise ValueError(f"{_wording(str(error))}, given {value!r}") from None
    for number in _numbers(converted):
        if number != number:
            raise ValueError(f"{number} is not a number")
        if info.low is not None and number < info.low:
            raise ValueError(
                f"{number:g} is below the lower bound {info.low:g} {info.unit}".rstrip()
            )
        if info.high is not None and number > info.high:
            raise ValueError(
                f"{number:g} is above the upper bound {info.high:g} {info.unit}".rstrip()
            )
    return converted


def _wording(message: str) -> str:
    return message[:1].lower() + message[1:].replace("`", "")


def _numbers(value: object) -> list[float]:
    if isinstance(value, bool):
        return []
    if isinstance(value, int | float):
        return [value]
    if isinstance(value, list | tuple):
        return [number for item in value for number in _numbers(item)]
    return []
