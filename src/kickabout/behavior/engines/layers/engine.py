"""The engine of layered behavior: from a world and a root state to the result of one skill."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from kickabout.behavior.engines.layers.layer_skills import Skill, SkillCall
from kickabout.behavior.engines.layers.state import LAYERS, LayerError, LayerState, Timing
from kickabout.representations import (
    ActivationGraph,
    ActiveOption,
    BehaviorLayer,
    BehaviorRequest,
)

W = TypeVar("W")
R = TypeVar("R")
K = TypeVar("K")
V = TypeVar("V")
SKILL, NONE = BehaviorLayer.SKILL, BehaviorLayer.NONE


@dataclass(frozen=True, slots=True, kw_only=True)
class ActiveState:
    """The active state of one layer."""

    layer: BehaviorLayer
    name: str
    since: float  # s; runs on while the same state stays selected
    internal: str = ""  # skills have none
    internal_since: float = 0.0  # s
    lower: BehaviorLayer = NONE  # layer of what it selected
    done: bool = False  # it is in a final internal state
    arguments: tuple[str, ...] = ()


class LayerEngine(Generic[W, R]):
    """Runs one state per layer from the top to a skill, and only the skill causes requests."""

    def __init__(
        self,
        states: Iterable[type[LayerState[W, R]]],
        skills: Iterable[Skill[W, Any, R]],
    ) -> None:
        self._states: dict[tuple[BehaviorLayer, str], type[LayerState[W, R]]] = {}
        self._skills: dict[str, Skill[W, Any, R]] = {}
        for state in states:
            _add(self._states, (state.layer, state.__name__), state)
        for one in skills:
            _add(self._skills, one.name, one)
        self.active: dict[BehaviorLayer, ActiveState] = {}

    def names(self, layer: BehaviorLayer) -> tuple[str, ...]:
        """Return the names of all states of a layer, in the order in which they were given."""
        if layer is SKILL:
            return tuple(self._skills)
        return tuple(name for kind, name in self._states if kind is layer)

    def skill(self, name: str) -> Skill[W, Any, R]:
        return self._skills[name]

    def run(
        self,
        world: W,
        root: type[LayerState[W, R]],
        *,
        now: float,
        request: BehaviorRequest | None = None,
    ) -> R:
        """Run one cycle from a root state, or from the state that a person forces."""
        forced = None if request is None else self._forced(request)
        selection: type[LayerState[W, R]] | SkillCall[W, R] = root if forced is None else forced
        active: dict[BehaviorLayer, ActiveState] = {}
        while not isinstance(selection, SkillCall):
            entry, selection = self._step(selection, world, now)
            active[entry.layer] = entry
        active[SKILL] = ActiveState(
            layer=SKILL, name=selection.name, since=now, arguments=selection.shown_arguments()
        )
        self.active = active
        return selection.result(world)

    def _forced(self, request: BehaviorRequest) -> type[LayerState[W, R]] | SkillCall[W, R] | None:
        """Return the forced state; None if nothing is forced, or a name is unknown."""
        if request.layer is SKILL:
            found = self._skills.get(request.state)
            return None if found is None else found.forced(request.arguments)
        return self._states.get((request.layer, request.state))

    def _step(
        self, state: type[LayerState[W, R]], world: W, now: float
    ) -> tuple[ActiveState, type[LayerState[W, R]] | SkillCall[W, R]]:
        """Run one state: it decides, then selects."""
        before = self.active.get(state.layer)
        if before is None or before.name != state.__name__:
            before = ActiveState(
                layer=state.layer,
                name=state.__name__,
                since=now,
                internal=state.initial,
                internal_since=now,
            )
        lower = self.active.get(before.lower)
        timing = Timing(
            selected_for=now - before.since,
            internal_for=now - before.internal_since,
            lower_done=lower is not None and lower.done,
        )
        name = _next(state(world, timing), before.internal)
        changed = name != before.internal
        if changed:
            timing = Timing(selected_for=timing.selected_for)
        present = state.internals[name]
        selected = state.selection_of(present, state(world, timing))
        entry = ActiveState(
            layer=state.layer,
            name=before.name,
            since=before.since,
            internal=name,
            internal_since=now if changed else before.internal_since,
            lower=SKILL if isinstance(selected, SkillCall) else selected.layer,
            done=present.final,
        )
        return entry, selected


def activation_graph(active: Mapping[BehaviorLayer, ActiveState]) -> ActivationGraph:
    """Return all active states, each layer at its own depth."""
    return ActivationGraph(
        options=tuple(
            ActiveOption(
                depth=LAYERS.index(layer) - 1,
                option=entry.name,
                state=entry.internal,
                option_since=entry.since,
                state_since=entry.internal_since,
                arguments=entry.arguments,
            )
            for layer, entry in active.items()
        )
    )


def _next(state: LayerState[W, R], present: str) -> str:
    """Return the next internal state; it changes at most once per cycle."""
    for target, condition in state.internals[present].to.items():
        if condition(state):
            return target
    return present


def _add(known: dict[K, V], key: K, value: V) -> None:
    if key in known and known[key] is not value:
        raise LayerError(f"two states are called {key}")
    known[key] = value
