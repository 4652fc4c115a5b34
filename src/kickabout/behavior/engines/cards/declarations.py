"""Declarations inside an option: states with transitions, memory, parameters, conditions."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Generic, TypeVar, overload

if TYPE_CHECKING:
    from kickabout.behavior.engines.cards.option import Option

T = TypeVar("T")
Condition = Callable[[Any], bool]  # a predicate on the option; its name labels the transition
Transitions = Mapping[str, Condition]  # next state → condition; the first that holds is taken


@dataclass(frozen=True, slots=True)
class State:
    """A state: its action and the transitions that leave it."""

    name: str
    action: Callable[[Any], None]
    to: Transitions = field(default_factory=dict)
    initial: bool = False
    target: bool = False
    aborted: bool = False


def state(
    *,
    initial: bool = False,
    target: bool = False,
    aborted: bool = False,
    to: Transitions | None = None,
) -> Callable[[Callable[[Any], None]], State]:
    """Make a method a state: its body is the action, `to` holds the transitions."""

    def made(action: Callable[[Any], None]) -> State:
        return State(
            name=action.__name__,
            action=action,
            to=dict(to or {}),
            initial=initial,
            target=target,
            aborted=aborted,
        )

    return made


class memory(Generic[T]):  # noqa: N801 (reads like a keyword where it is used)
    """A variable of an option; it is reset when the option was not active for a cycle."""

    def __init__(self, initial: T) -> None:
        self.initial = initial
        self.name = ""

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    @overload
    def __get__(self, option: None, owner: type) -> memory[T]: ...
    @overload
    def __get__(self, option: Option[Any], owner: type) -> T: ...

    def __get__(self, option: Option[Any] | None, owner: type) -> memory[T] | T:
        if option is None:
            return self
        value: T = option.context.memory.get(self.name, self.initial)
        return value

    def __set__(self, option: Option[Any], value: T) -> None:
        option.context.memory[self.name] = value


class configured(Generic[T]):  # noqa: N801 (reads like a keyword where it is used)
    """Parameters of an option: a dataclass whose values a tactics file may change."""

    def __init__(self, kind: type[T]) -> None:
        self.kind = kind
        self.defaults = kind()
        self.name = ""

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    @overload
    def __get__(self, option: None, owner: type) -> configured[T]: ...
    @overload
    def __get__(self, option: Option[Any], owner: type) -> T: ...

    def __get__(self, option: Option[Any] | None, owner: type) -> configured[T] | T:
        if option is None:
            return self
        given = option.engine.parameters.get(owner.__name__)
        value = given if isinstance(given, self.kind) else self.defaults
        option.__dict__[self.name] = value  # cached: an option object lives for one cycle
        return value


def action_done(option: Option[Any]) -> bool:
    """Return whether the option called last in the previous cycle reached a target state."""
    return option.action_done


def action_aborted(option: Option[Any]) -> bool:
    """Return whether the option called last in the previous cycle was aborted."""
    return option.action_aborted


def after(seconds: float) -> Condition:
    """Return the condition that the state has been active for this long."""

    def passed(option: Option[Any]) -> bool:
        return option.state_time >= seconds

    passed.__name__ = f"after_{seconds:g}_s"
    return passed


def negated(condition: Condition) -> Condition:
    """Return the opposite of a condition."""

    def opposite(option: Option[Any]) -> bool:
        return not condition(option)

    opposite.__name__ = f"not_{condition.__name__}"
    return opposite
