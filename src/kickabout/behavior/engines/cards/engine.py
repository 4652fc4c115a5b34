"""The engine: runs options in cycles and records which were active."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Generic, TypeVar

from kickabout.behavior.engines.cards.card import Card, Deck
from kickabout.behavior.engines.cards.declarations import State
from kickabout.behavior.engines.cards.option import BehaviorError, Context, Option, Outcome
from kickabout.framework.errors import did_you_mean
from kickabout.representations import ActivationGraph, ActiveOption

W = TypeVar("W")


class Engine(Generic[W]):
    """Runs options; keeps one context per option class, shared by all its callers."""

    def __init__(
        self,
        decks: Mapping[str, Deck] | None = None,
        parameters: Mapping[str, Any] | None = None,
    ) -> None:
        self.decks = decks or {}
        self.parameters = parameters or {}
        self.now = 0.0  # s
        self.cycle = 0
        self._world: W | None = None
        self._contexts: dict[type[Option[W]], Context] = {}
        self._active: list[ActiveOption] = []
        self._depth = 0

    def run(self, root: Option[W], world: W, now: float) -> ActivationGraph:
        """Run one cycle, beginning with this option."""
        self._world, self.now = world, now
        self.cycle += 1
        self._active = []
        self._depth = 0
        try:
            self.call(root)
        finally:
            self._world = None
        return ActivationGraph(options=tuple(self._active))

    def call(self, option: Option[W]) -> Outcome:
        """Take a transition, then act; an option not called in the last cycle restarts."""
        context = self.bind(option)
        if context.running:
            raise BehaviorError(
                f"{type(option).__name__} calls itself, directly or through other options"
            )
        is_first = context.last_cycle != self.cycle
        if context.last_cycle < self.cycle - 1:
            context.restart(option.machine.initial, self.now)
        context.last_cycle, context.running = self.cycle, True
        index = len(self._active)
        self._depth += 1
        try:
            option.prepare()
            self._decide_and_act(option, context, may_change=is_first)
        finally:
            self._depth -= 1
            context.running = False
        self._active.insert(index, self._entry(option, context))
        return context.outcome

    def bind(self, option: Option[W]) -> Context:
        """Connect a call with the context of its option."""
        kind = type(option)
        context = self._contexts.get(kind)
        if context is None:
            context = self._contexts[kind] = Context()
        if context.last_cycle < self.cycle - 1 and context.memory:
            context.memory.clear()
        if self._world is None:
            raise BehaviorError("an option was called outside of a cycle, when there is no world")
        option.engine, option.context, option.world = self, context, self._world
        return context

    def was_active(self, kind: type[Option[W]]) -> bool:
        """Return whether an option was called in the previous cycle or in this one."""
        context = self._contexts.get(kind)
        return context is not None and context.last_cycle >= self.cycle - 1

    def dealt(self, name: str) -> Card[W] | None:
        """Return the card of a deck to be played now; None if no card applies."""
        deck = self.decks.get(name)
        if deck is None:
            raise BehaviorError(f"unknown deck '{name}'.{did_you_mean(name, self.decks)}")
        kinds = deck.cards
        if deck.sticky:
            kinds = (*(kind for kind in kinds if self.was_active(kind)), *kinds)
        for kind in kinds:
            if kind.is_possible(self._world):
                card = kind()
                if self._applies(card):
                    return card
        return None

    def _applies(self, card: Card[W]) -> bool:
        context = self.bind(card)
        if context.last_cycle >= self.cycle - 1:
            return not card.postconditions()
        return card.preconditions()

    def _decide_and_act(self, option: Option[W], context: Context, *, may_change: bool) -> None:
        if context.state is None:
            context.outcome = Outcome.RUNNING
            option.execute()
            return
        if may_change:
            self._decide(option, context, context.state)
        present = context.state
        context.action_outcome = Outcome.RUNNING
        present.action(option)
        context.outcome = _outcome_in(present)

    def _decide(self, option: Option[W], context: Context, present: State) -> None:
        machine = option.machine
        for transitions in (machine.common, present.to):
            for name, condition in transitions.items():
                if condition(option):
                    if name != present.name:
                        context.state = machine.states[name]
                        context.state_since = self.now
                    return

    def _entry(self, option: Option[W], context: Context) -> ActiveOption:
        return ActiveOption(
            depth=self._depth,
            option=type(option).__name__,
            state=context.state.name if context.state is not None else "",
            option_since=context.option_since,
            state_since=context.state_since,
            arguments=option.shown_arguments(),
        )


def _outcome_in(present: State) -> Outcome:
    if present.target:
        return Outcome.DONE
    return Outcome.ABORTED if present.aborted else Outcome.RUNNING
