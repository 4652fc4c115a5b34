"""Skills: functions from a world and parameters to requests, without any state."""

import dataclasses
import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Concatenate, Generic, ParamSpec, TypeVar

from kickabout.representations import BehaviorLayer

W = TypeVar("W")
P = ParamSpec("P")
R = TypeVar("R")


@dataclass(frozen=True, slots=True)
class SkillCall(Generic[W, R]):
    """A skill with the parameters that the layer above chose."""

    name: str
    function: Callable[..., R]
    arguments: Mapping[str, object]

    def result(self, world: W) -> R:
        return self.function(world, **self.arguments)

    def shown_arguments(self) -> tuple[str, ...]:
        return tuple(f"{name}={_shown(value)}" for name, value in self.arguments.items())


@dataclass(frozen=True)
class Skill(Generic[W, P, R]):
    """The lowest layer: the same world and the same parameters give the same requests.

    Calling it with parameters does not run it, but selects it.
    """

    function: Callable[Concatenate[W, P], R]
    layer = BehaviorLayer.SKILL

    @cached_property
    def name(self) -> str:
        return "".join(word.capitalize() for word in self.function.__name__.split("_"))

    @cached_property
    def defaults(self) -> dict[str, Any]:
        """Parameters in their order, with their default values."""
        listed = list(inspect.signature(self.function).parameters.values())[1:]
        return {parameter.name: parameter.default for parameter in listed}

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> SkillCall[W, R]:
        named = dict(zip(self.defaults, args, strict=False))
        return SkillCall(self.name, self.function, self.defaults | named | kwargs)

    def forced(self, arguments: Mapping[str, float]) -> SkillCall[W, R]:
        """Return a call with numbers for some of the parameters; unknown names are left out."""
        known = {name: value for name, value in arguments.items() if name in self.numbers}
        return SkillCall(self.name, self.function, self.defaults | known)

    @cached_property
    def numbers(self) -> tuple[str, ...]:
        """Names of the parameters that are numbers."""
        return tuple(name for name, value in self.defaults.items() if isinstance(value, float))


def skill(function: Callable[Concatenate[W, P], R]) -> Skill[W, P, R]:
    """Make a function a skill; all its parameters need defaults, so that it can be forced."""
    made = Skill(function)
    lacking = [n for n, value in made.defaults.items() if value is inspect.Parameter.empty]
    if lacking:
        raise TypeError(f"skill {made.name}: no default for {', '.join(lacking)}")
    return made


def _shown(value: object) -> str:
    if isinstance(value, float):
        return f"{value:.2f}"
    name = getattr(value, "value", value)
    return str(dataclasses.astuple(name) if dataclasses.is_dataclass(name) else name)  # type: ignore[arg-type]
