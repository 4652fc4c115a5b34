"""The behavior engine: options with states, cards, decks and their dealer; no soccer in here."""

from kickabout.behavior.engine.card import Card, Deck
from kickabout.behavior.engine.declarations import (
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
from kickabout.behavior.engine.engine import Engine
from kickabout.behavior.engine.option import BehaviorError, Option, Outcome
from kickabout.behavior.engine.tactics import Tactics, load_tactics, tactics_from

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
