"""Options: behaviors with states; an object stands for one call with its arguments."""

from __future__ import annotations

import dataclasses
import enum
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar, dataclass_transform

from kickabout.behavior.engines.cards.declarations import State, Transitions
from kickabout.framework import KickaboutError
from kickabout.framework.errors import did_you_mean

if TYPE_CHECKING:
    from kickabout.behavior.engines.cards.engine import Engine

W = TypeVar("W")


class BehaviorError(KickaboutError):
    """Raised for a behavior that breaks a rule of the engine."""


class Outcome(enum.Enum):
    """The progress of an option."""

    RUNNING = "running"
    DONE = "done"
    ABORTED = "aborted"


@dataclass(slots=True, kw_only=True)
class Context:
    """The state of an option that the engine keeps from cycle to cycle."""

    state: State | None = None
    option_since: float = 0.0  # s
    state_since: float = 0.0  # s
    last_cycle: int = -2  # in which the option was called
    outcome: Outcome = Outcome.RUNNING
    action_outcome: Outcome = Outcome.RUNNING  # of the option that its action called last
    running: bool = False
    memory: dict[str, Any] = field(default_factory=dict)

    def restart(self, initial: State | None, now: float) -> None:
        self.state = initial
        self.option_since = self.state_since = now
        self.outcome = self.action_outcome = Outcome.RUNNING
        self.memory.clear()


@dataclass(frozen=True, slots=True)
class Machine:
    """The checked states of an option."""

    states: Mapping[str, State]
    initial: State | None
    common: Transitions


@dataclass_transform(kw_only_default=True, eq_default=False)
class Option(Generic[W]):
    """Base of all behaviors.

    Annotated fields are arguments: `self.call(WalkTo(target=there, speed=0.5))`. Methods with
    `@state` form a state machine; an option without states implements `execute` instead.
    """

    engine: Engine[W]
    context: Context
    world: W  # of this cycle
    machine: ClassVar[Machine]
    argument_names: ClassVar[tuple[str, ...]]
    common: ClassVar[Transitions] = {}  # transitions out of any state, checked first

    def __init_subclass__(cls, **keywords: Any) -> None:  # noqa: ANN401 (passed on)
        super().__init_subclass__(**keywords)
        dataclasses.dataclass(kw_only=True, eq=False)(cls)
        cls.machine = _machine(cls)
        # Types: dataclass was applied above, which type checkers do not see.
        cls.argument_names = tuple(entry.name for entry in dataclasses.fields(cls))  # type: ignore[arg-type]
        if not cls.argument_names:  # dozens of cards are made in each cycle
            cls.__init__ = object.__init__  # type: ignore[method-assign]

    @property
    def option_time(self) -> float:
        """Return the seconds since the option became active."""
        return self.engine.now - self.context.option_since

    @property
    def state_time(self) -> float:
        """Return the seconds since the present state was entered."""
        return self.engine.now - self.context.state_since

    @property
    def action_done(self) -> bool:
        return self.context.action_outcome is Outcome.DONE

    @property
    def action_aborted(self) -> bool:
        return self.context.action_outcome is Outcome.ABORTED

    def prepare(self) -> None:
        """Prepare a cycle; called before the transitions are checked."""

    def execute(self) -> None:
        """Act; the body of an option without states."""

    def call(self, option: Option[W]) -> Outcome:
        """Run another option as part of this one's action."""
        self.context.action_outcome = self.engine.call(option)
        return self.context.action_outcome

    def deal(self, deck: str) -> bool:
        """Run the first card of a deck that applies; return False if there is none."""
        card = self.engine.dealt(deck)
        if card is None:
            return False
        self.call(card)
        return True

    def finish(self) -> None:
        """Report from `execute` that the goal is reached in this cycle."""
        self.context.outcome = Outcome.DONE

    def abort(self) -> None:
        """Report from `execute` that the goal cannot be reached in this cycle."""
        self.context.outcome = Outcome.ABORTED

    def shown_arguments(self) -> tuple[str, ...]:
        """Return the arguments as text for the activation graph."""
        return tuple([f"{name}={shown(getattr(self, name))}" for name in self.argument_names])


def shown(value: object) -> str:
    """Return a short text: two decimals for numbers, components for vectors and poses."""
    kind = type(value)
    if kind not in _formatters:
        _formatters[kind] = _formatter(kind)
    return _formatters[kind](value)


_formatters: dict[type, Callable[[Any], str]] = {}  # cached, as texts are made in each cycle


def _formatter(kind: type) -> Callable[[Any], str]:
    if issubclass(kind, float):
        return lambda number: f"{number:.2f}"
    if issubclass(kind, enum.Enum):
        return lambda member: str(member.name).lower()
    if hasattr(kind, "theta"):
        return lambda pose: f"({pose.x:.2f}, {pose.y:.2f}, {pose.theta:.2f})"
    return (lambda point: f"({point.x:.2f}, {point.y:.2f})") if hasattr(kind, "x") else str


def _machine(cls: type[Option[Any]]) -> Machine:
    states: dict[str, State] = {}
    for base in reversed(cls.__mro__):
        states |= {value.name: value for value in vars(base).values() if isinstance(value, State)}
    if not states:
        if cls.common:
            raise BehaviorError(f"{cls.__name__} has common transitions but no states")
        return Machine(states={}, initial=None, common={})
    initial = [entry for entry in states.values() if entry.initial]
    if len(initial) != 1:
        raise BehaviorError(
            f"{cls.__name__} needs exactly one initial state and has {len(initial)}"
        )
    for origin, transitions in [("common", cls.common), *((s.name, s.to) for s in states.values())]:
        _check_transitions(cls, origin, transitions, states)
    return Machine(states=states, initial=initial[0], common=dict(cls.common))


def _check_transitions(
    cls: type[Option[Any]], origin: str, transitions: Transitions, states: Mapping[str, State]
) -> None:
    for target, condition in transitions.items():
        if target not in states:
            hint = did_you_mean(target, states)
            raise BehaviorError(
                f"{cls.__name__}.{origin} leads to the unknown state '{target}'.{hint}"
            )
        if condition.__name__ == "<lambda>":
            raise BehaviorError(f"{cls.__name__}.{origin}: the lambda for '{target}' needs a name")
