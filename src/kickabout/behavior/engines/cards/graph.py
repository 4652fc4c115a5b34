"""Drawings of options: from their declarations to text and Graphviz."""

from typing import Any

from kickabout.behavior.engines.cards.declarations import Condition
from kickabout.behavior.engines.cards.option import Option
from kickabout.behavior.engines.cards.tactics import Tactics


def option_as_text(option: type[Option[Any]]) -> str:
    """Return the states with their transitions, one line each."""
    machine = option.machine
    lines = [option.__name__]
    lines += [f"  * → {name}: {label(condition)}" for name, condition in machine.common.items()]
    for state in machine.states.values():
        kinds = [kind for kind in ("initial", "target", "aborted") if getattr(state, kind)]
        lines.append(f"  {state.name}" + (f" ({', '.join(kinds)})" if kinds else ""))
        lines += [f"    → {name}: {label(condition)}" for name, condition in state.to.items()]
    return "\n".join(lines)


def option_as_dot(option: type[Option[Any]]) -> str:
    """Return the state machine for Graphviz; common transitions start at an extra node."""
    machine = option.machine
    lines = [f'digraph "{option.__name__}" {{']
    for state in machine.states.values():
        shape = "doublecircle" if state.target or state.aborted else "ellipse"
        style = "bold" if state.initial else "solid"
        lines.append(f'  "{state.name}" [shape={shape}, style={style}];')
        lines += [_edge(state.name, name, condition) for name, condition in state.to.items()]
    if machine.common:
        lines.append('  "any state" [shape=box, style=dashed];')
        lines += [_edge("any state", name, when) for name, when in machine.common.items()]
    return "\n".join([*lines, "}"])


def tactics_as_text(tactics: Tactics) -> str:
    """Return the decks with their cards in order of priority."""
    lines = []
    for name, deck in tactics.decks.items():
        facts = {"root": name == tactics.root, "sticky": deck.sticky}
        marks = [name for name, holds in facts.items() if holds]
        lines.append(name + (f" ({', '.join(marks)})" if marks else ""))
        lines += [f"  {rank}. {card.__name__}" for rank, card in enumerate(deck.cards, start=1)]
    return "\n".join(lines)


def label(condition: Condition) -> str:
    """Return a condition's name as words."""
    return condition.__name__.strip("_").replace("_", " ")


def _edge(start: str, end: str, condition: Condition) -> str:
    return f'  "{start}" -> "{end}" [label="{label(condition)}"];'
