"""Tactics files: from lists of card names to decks, from tables to parameters of options."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar

from kickabout.behavior.engines.cards.card import Card, Deck
from kickabout.behavior.engines.cards.declarations import configured
from kickabout.behavior.engines.cards.option import Option
from kickabout.framework.errors import ConfigurationError, did_you_mean
from kickabout.framework.parameter import with_values
from kickabout.framework.teams.configuration import load_config
from kickabout.framework.teams.toml_file import TomlFile
from kickabout.framework.teams.typed_file import read_as

Kind = TypeVar("Kind", bound=Option[Any])


@dataclass(frozen=True, slots=True, kw_only=True)
class DeckPlan:
    """A deck as written in a file; the first card that applies is played."""

    cards: tuple[str, ...]
    sticky: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class TacticsPlan:
    """The content of a file in `config/tactics`."""

    description: str
    root: str  # name of the deck to begin with
    decks: Mapping[str, DeckPlan]
    parameters: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)  # by option


@dataclass(frozen=True, slots=True, kw_only=True)
class Tactics:
    """Decks and parameters, ready for an engine."""

    root: str
    decks: Mapping[str, Deck]
    parameters: Mapping[str, Any]


def load_tactics(name: str) -> Tactics:
    return tactics_from(load_config("tactics", name))


def tactics_from(file: TomlFile) -> Tactics:
    """Return decks and parameters of a file; refuse unknown names with their line."""
    plan = read_as(file, TacticsPlan)
    cards = {kind.__name__: kind for kind in _descendants(Card)}
    decks = {}
    for name, entry in plan.decks.items():
        for card in entry.cards:
            if card not in cards:
                hint = did_you_mean(card, cards)
                raise file.error(f"unknown card '{card}'.{hint}", "decks", name, "cards")
        kinds = tuple(cards[card] for card in entry.cards)
        decks[name] = Deck(name=name, cards=kinds, sticky=entry.sticky)
    if plan.root not in decks:
        hint = did_you_mean(plan.root, decks)
        raise file.error(f"unknown root deck '{plan.root}'.{hint}", "root")
    return Tactics(root=plan.root, decks=decks, parameters=_parameters(file, plan))


def _parameters(file: TomlFile, plan: TacticsPlan) -> dict[str, Any]:
    options = {kind.__name__: kind for kind in _descendants(Option)}
    parameters = {}
    for name, values in plan.parameters.items():
        defaults = _defaults(options.get(name))
        if defaults is None:
            known = [other for other, kind in options.items() if _defaults(kind) is not None]
            hint = did_you_mean(name, known)
            raise file.error(f"unknown option with parameters '{name}'.{hint}", "parameters", name)

        def error_at(key: str, message: str, owner: str = name) -> ConfigurationError:
            return file.error(message, "parameters", owner, key)

        parameters[name] = with_values(defaults, values, owner=name, error_at=error_at)
    return parameters


def _defaults(kind: type[Option[Any]] | None) -> Any:  # noqa: ANN401 (any parameter dataclass)
    for base in kind.__mro__ if kind is not None else ():
        for value in vars(base).values():
            if isinstance(value, configured):
                return value.defaults
    return None


def _descendants(kind: type[Kind]) -> Iterator[type[Kind]]:
    for child in kind.__subclasses__():
        yield child
        yield from _descendants(child)
