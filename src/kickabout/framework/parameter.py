"""Parameters: frozen dataclasses whose fields carry default, unit, bounds and a line of doc."""

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
    """For modules that have nothing to tune."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Conditional(Generic[T]):
    """A parameter with two values; the module picks one by a condition at each access."""

    when: T
    otherwise: T

    def given(self, condition: bool) -> T:
        return self.when if condition else self.otherwise


@dataclass(frozen=True, slots=True, kw_only=True)
class ParameterInfo:
    """The five facts about a parameter, and its type."""

    name: str
    type: Any
    default: Any
    unit: str
    low: float | None
    high: float | None
    doc: str


def param(
    default: T,
    *,
    unit: str = "",
    low: float | None = None,
    high: float | None = None,
    doc: str,
) -> T:
    """Declare one field of a parameter dataclass."""
    facts = {"unit": unit, "low": low, "high": high, "doc": doc}
    return dataclasses.field(default=default, metadata=facts)


def parameter_infos(parameters: type) -> dict[str, ParameterInfo]:
    """What can be tuned, by field name, in order of declaration."""
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
        )
        for field in dataclasses.fields(parameters)
    }


Complaint = Callable[[str, str], ConfigurationError]  # (key, message) → error with file and line


def with_values(
    parameters: P, values: Mapping[str, object], *, owner: str, complaint: Complaint
) -> P:
    """A copy with these values, all checked for name, type and bounds before any is taken."""
    infos = parameter_infos(type(parameters))
    changes: dict[str, Any] = {}
    for key, value in values.items():
        if key not in infos:
            raise complaint(key, f"{owner} has no parameter '{key}'.{did_you_mean(key, infos)}")
        try:
            changes[key] = checked(infos[key], value)
        except ValueError as error:
            raise complaint(key, f"{owner}.{key}: {error}") from None
    # Types: the type of the parameters comes back.
    return dataclasses.replace(cast(Any, parameters), **changes)  # type: ignore[no-any-return]


def checked(info: ParameterInfo, value: object) -> object:
    """The value in the parameter's type; raises ValueError with a readable reason."""
    try:
        converted = msgspec.convert(value, info.type)
    except msgspec.ValidationError as error:
        raise ValueError(f"{_wording(str(error))}, given {value!r}") from None
    for number in _numbers(converted):
        if number != number:
            raise ValueError("not a number")
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
