"""Parameters: metadata, conversion and checks."""

import enum
from dataclasses import dataclass

import pytest

from kickabout.framework import Conditional, ConfigurationError, param
from kickabout.framework.parameter import parameter_infos, picked, with_values


class Mode(enum.Enum):
    SLOW = "slow"
    FAST = "fast"


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    low: float = 0.0
    high: float = 1.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    speed: float = param(0.2, unit="m/s", low=0.0, high=1.0, doc="walking speed")
    weights: tuple[float, ...] = param((1.0, 2.0), low=0.0, doc="weights of the terms")
    mode: Mode = param(Mode.SLOW, doc="speed mode")
    limits: Limits = param(Limits(), doc="range of positions")
    gain: Conditional[float] = param(Conditional(when=1.0, otherwise=2.0), doc="gain by load")
    enabled: bool = param(True, doc="whether the module is active")


def error_at(key: str, message: str) -> ConfigurationError:
    return ConfigurationError(f"{key}: {message}")


def changed(**values: object) -> Settings:
    return with_values(Settings(), values, owner="Settings", error_at=error_at)


def test_the_metadata_of_a_parameter_is_available() -> None:
    info = parameter_infos(Settings)["speed"]
    assert (info.default, info.unit, info.low, info.high, info.doc) == (
        0.2,
        "m/s",
        0.0,
        1.0,
        "walking speed",
    )


def test_values_are_converted_to_the_types_of_the_parameters() -> None:
    new = changed(speed=1, weights=[3, 4], mode="fast", limits={"high": 5}, enabled=False)
    assert new.speed == 1.0
    assert new.weights == (3.0, 4.0)
    assert new.mode is Mode.FAST
    assert new.limits == Limits(high=5.0)
    assert not new.enabled


def test_a_conditional_parameter_has_two_values() -> None:
    gain = changed(gain={"when": 3.0, "otherwise": 4.0}).gain
    assert (gain.given(True), gain.given(False)) == (3.0, 4.0)


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"speed": 2.0}, r"2 is above the upper bound 1 m/s"),
        ({"weights": [1.0, -1.0]}, "below the lower bound 0"),
        ({"mode": "quick"}, "invalid enum value"),
        ({"limits": {"high": "x"}}, "expected float"),
        ({"sped": 1.0}, r"Did you mean 'speed'\?"),
    ],
)
def test_invalid_values_are_refused(values: dict[str, object], message: str) -> None:
    with pytest.raises(ConfigurationError, match=message):
        changed(**values)


@dataclass(frozen=True, slots=True, kw_only=True)
class Motor:
    speed: float
    enabled: bool
    poles: int = 2


def test_a_group_takes_the_parameters_of_its_fields_names() -> None:
    assert picked(Motor, Settings(speed=0.5), poles=4) == Motor(speed=0.5, enabled=True, poles=4)


def test_a_field_of_a_group_that_is_no_parameter_has_to_be_given() -> None:
    with pytest.raises(AttributeError, match="poles"):
        picked(Motor, Settings())
