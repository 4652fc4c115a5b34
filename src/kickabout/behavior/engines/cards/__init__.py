"""The behavior engine: options with states, cards and decks; it contains no soccer."""

from kickabout.behavior.engines.cards.card import Card, Deck
from kickabout.behavior.engines.cards.declarations import (
    State,
    Transitions,
    action_aborted,
    action_done,
    after,
    configured,
    memory,
    negated,
    state,
)
from kickabout.behavior.engines.cards.engine import Engine
from kickabout.behavior.engines.cards.option import BehaviorError, Option, Outcome
from kickabout.behavior.engines.cards.tactics import Tactics, load_tactics, tactics_from

__all__ = [
    "BehaviorError",
    "Card",
    "Deck",
    "Engine",
    "Option",
    "Outcome",
    "State",
    "Tactics",
    "Transitions",
    "action_aborted",
    "action_done",
    "after",
    "configured",
    "load_tactics",
    "memory",
    "negated",
    "state",
    "tactics_from",
]
