"""States of layers: each is a small state machine that selects a state of a lower layer."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, Generic, TypeVar

from kickabout.behavior.engines.layers.layer_skills import SkillCall
from kickabout.framework import KickaboutError
from kickabout.framework.errors import did_you_mean
from kickabout.representations import BehaviorLayer

W = TypeVar("W")
R = TypeVar("R")

Condition = Callable[[Any], bool]  # a predicate on the state; its name labels the transition
Transitions = Mapping[str, Condition]  # next internal state → condition; the first that holds
LAYERS = tuple(BehaviorLayer)


class LayerError(KickaboutError):
    """Raised for a behavior that breaks a rule of the engine."""


@dataclass(frozen=True, slots=True)
class Internal:
    """An internal state: what it selects, and the transitions that leave it."""

    name: str
    select: Callable[[Any], Any]
    to: Transitions = field(default_factory=dict)
    initial: bool = False
    final: bool = False  # the state above may regard this one as done


def internal(
    *, initial: bool = False, final: bool = False, to: Transitions | None = None
) -> Callable[[Callable[[Any], Any]], Internal]:
    """Make a method an internal state: it returns the selected state or skill."""

    def made(select: Callable[[Any], Any]) -> Internal:
        return Internal(select.__name__, select, dict(to or {}), initial, final)

    return made


@dataclass(frozen=True, slots=True, kw_only=True)
class Timing:
    """What a state knows about its own execution."""

    selected_for: float = 0.0  # s, whatever the layer above did meanwhile
    internal_for: float = 0.0  # s, in the present internal state
    lower_done: bool = False  # what it selected in the previous cycle has reached a final state


class LayerState(Generic[W, R]):
    """A state of one of the upper four layers; an object lives for one cycle.

    Internal states keep their place as long as the state stays selected, no matter by which state
    of the layer above. Several internal states may select the same lower state, and each may
    select a state of any lower layer; layers in between are then skipped.
    """

    layer: ClassVar[BehaviorLayer]
    internals: ClassVar[dict[str, Internal]] = {}
    initial: ClassVar[str] = ""

    def __init__(self, world: W, timing: Timing) -> None:
        self.world = world
        self.timing = timing

    def __init_subclass__(cls) -> None:
        found = {
            name: value
            for kind in reversed(cls.__mro__)
            for name, value in vars(kind).items()
            if isinstance(value, Internal)
        }
        if not found:
            return  # a base of others
        cls.internals = found
        cls.initial = _initial(cls.__name__, found)
        for name, present in found.items():
            for target in present.to:
                if target not in found:
                    hint = did_you_mean(target, found)
                    raise LayerError(f"{cls.__name__}.{name}: no internal state '{target}'.{hint}")

    @classmethod
    def selection_of(
        cls, present: Internal, state: "LayerState[W, R]"
    ) -> "type[LayerState[W, R]] | SkillCall[W, R]":
        """Return what an internal state selects; it has to be on a lower layer."""
        selected: type[LayerState[W, R]] | SkillCall[W, R] = present.select(state)
        if isinstance(selected, SkillCall):
            return selected
        if LAYERS.index(selected.layer) <= LAYERS.index(cls.layer):
            raise LayerError(
                f"{cls.__name__}.{present.name} selects {selected.__name__}, "
                f"which is no {cls.layer.value}'s lower state but a {selected.layer.value}"
            )
        return selected


def _initial(owner: str, found: Mapping[str, Internal]) -> str:
    initial = [name for name, value in found.items() if value.initial]
    if len(initial) != 1:
        raise LayerError(f"{owner} has {len(initial)} initial internal states instead of one")
    return initial[0]


def lower_done(state: LayerState[Any, Any]) -> bool:
    """Return whether what was selected in the previous cycle has reached a final state."""
    return state.timing.lower_done


def after(seconds: float) -> Condition:
    """Return the condition that the internal state has been active for this long."""

    def passed(state: LayerState[Any, Any]) -> bool:
        return state.timing.internal_for >= seconds

    passed.__name__ = f"after_{seconds:g}_s"
    return passed
