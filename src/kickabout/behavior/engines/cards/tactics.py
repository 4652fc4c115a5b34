"""Tactics files: from lists of card names to decks, and from tables to figures of options."""

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
    """A deck as it is written: the first willing card is played."""

    cards: tuple[str, ...]
    sticky: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class TacticsPlan:
    """A file of `config/tactics`."""

    description: str
    root: str  # name of the deck to begin with
    decks: Mapping[str, DeckPlan]
    figures: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)  # by option


@dataclass(frozen=True, slots=True, kw_only=True)
class Tactics:
    """Decks and figures, ready for an engine."""

    root: str
    decks: Mapping[str, Deck]
    figures: Mapping[str, Any]


def load_tactics(name: str) -> Tactics:
    return tactics_from(load_config("tactics", name))


def tactics_from(file: TomlFile) -> Tactics:
    """Decks and figures of a file; unknown names are refused with their line."""
    plan = read_as(file, TacticsPlan)
    cards = {kind.__name__: kind for kind in _descendants(Card)}
    decks = {}
    for name, entry in plan.decks.items():
        for card in entry.cards:
            if card not in cards:
                hint = did_you_mean(card, cards)
                raise file.error(f"there is no card '{card}'.{hint}", "decks", name, "cards")
        kinds = tuple(cards[card] for card in entry.cards)
        decks[name] = Deck(name=name, cards=kinds, sticky=entry.sticky)
    if plan.root not in decks:
        hint = did_you_mean(plan.root, decks)
        raise file.error(f"there is no deck '{plan.root}' to begin with.{hint}", "root")
    return Tactics(root=plan.root, decks=decks, figures=_figures(file, plan))


def _figures(file: TomlFile, plan: TacticsPlan) -> dict[str, Any]:
    options = {kind.__name__: kind for kind in _descendants(Option)}
    figures = {}
    for name, values in plan.figures.items():
        defaults = _defaults(options.get(name))
        if defaults is None:
            known = [other for other, kind in options.items() if _defaults(kind) is not None]
            hint = did_you_mean(name, known)
            raise file.error(f"there is no option '{name}' with figures.{hint}", "figures", name)

        def error_at(key: str, message: str, owner: str = name) -> ConfigurationError:
            return file.error(message, "figures", owner, key)

        figures[name] = with_values(defaults, values, owner=name, error_at=error_at)
    return figures


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
