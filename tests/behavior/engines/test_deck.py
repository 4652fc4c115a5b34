"""Rules of cards, decks and tactics files."""

from dataclasses import dataclass
from pathlib import Path

import pytest

from kickabout.behavior.engines.cards import (
    BehaviorError,
    Card,
    Deck,
    Engine,
    Option,
    configured,
    memory,
    tactics_from,
)
from kickabout.behavior.engines.cards.graph import tactics_as_text
from kickabout.framework import ConfigurationError, param
from kickabout.framework.teams.toml_file import read_toml


@dataclass
class Water:
    """A world with one number."""

    level: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class DamParameters:
    full: float = param(2.0, unit="m", low=0.0, doc="level above which the dam opens")
    low: float = param(1.0, unit="m", low=0.0, doc="level below which the dam closes")


class DamCard(Card[Water]):
    """A card with hysteresis."""

    parameters = configured(DamParameters)
    openings = memory(0)

    def preconditions(self) -> bool:
        return self.world.level > self.parameters.full

    def postconditions(self) -> bool:
        return self.world.level < self.parameters.low

    def execute(self) -> None:
        self.openings += 1


class FloodCard(Card[Water]):
    """A card for the worst case."""

    def preconditions(self) -> bool:
        return self.world.level > 3.0


class FamilyCard(Card[Water]):
    """A card of a family for high water, whatever its own conditions are."""

    @staticmethod
    def is_possible(world: Water) -> bool:
        return world.level > 1.0

    def preconditions(self) -> bool:
        return True

    def postconditions(self) -> bool:
        return False


class CalmCard(Card[Water]):
    """A card that always applies."""

    def preconditions(self) -> bool:
        return True


class Dam(Option[Water]):
    def execute(self) -> None:
        if not self.deal("dam"):
            self.abort()


def played(levels: list[float], *, sticky: bool, cards: tuple[type[Card[Water]], ...]) -> list[str]:
    engine = Engine[Water](decks={"dam": Deck(name="dam", cards=cards, sticky=sticky)})
    graphs = [engine.run(Dam(), Water(level), float(t)) for t, level in enumerate(levels)]
    return [graph.options[1].option if len(graph.options) > 1 else "" for graph in graphs]


def test_the_first_card_that_applies_is_played() -> None:
    cards = (FloodCard, DamCard, CalmCard)
    assert played([0.0, 2.5, 5.0], sticky=False, cards=cards) == [
        "CalmCard",
        "DamCard",
        "FloodCard",
    ]


def test_between_both_thresholds_a_card_keeps_its_activity() -> None:
    cards = (DamCard, CalmCard)
    levels = [1.5, 2.5, 1.5, 1.9, 1.5, 0.5, 1.5]
    expected = ["CalmCard", *["DamCard"] * 4, "CalmCard", "CalmCard"]
    assert played(levels, sticky=False, cards=cards) == expected


def test_a_sticky_deck_keeps_its_card_until_that_card_ends() -> None:
    cards = (FloodCard, DamCard, CalmCard)
    levels = [2.5, 5.0, 0.5]
    assert played(levels, sticky=True, cards=cards) == ["DamCard", "DamCard", "CalmCard"]
    assert played(levels, sticky=False, cards=cards) == ["DamCard", "FloodCard", "CalmCard"]


def test_a_card_begins_and_ends_with_the_condition_of_its_family() -> None:
    cards = (FamilyCard, CalmCard)
    expected = ["CalmCard", "FamilyCard", "FamilyCard", "CalmCard"]
    assert played([0.5, 1.5, 1.5, 0.5], sticky=False, cards=cards) == expected


def test_a_caller_learns_that_no_card_applies() -> None:
    assert played([0.0], sticky=False, cards=(FloodCard,)) == [""]


def test_a_card_takes_no_arguments() -> None:
    with pytest.raises(BehaviorError, match="takes no arguments, but has depth"):

        class DiveCard(Card[Water]):
            depth: float = 1.0


def test_an_unknown_deck_is_refused_with_the_nearest_name() -> None:
    engine = Engine[Water](decks={"damm": Deck(name="damm", cards=())})
    with pytest.raises(BehaviorError, match=r"unknown deck 'dam'\. Did you mean 'damm'"):
        engine.run(Dam(), Water(), 0.0)


TACTICS = """
description = "Water management."
root = "dam"

[decks.dam]
cards = ["FloodCard", "DamCard"]
sticky = true

[parameters.DamCard]
full = 2.7
"""


def test_decks_and_parameters_come_from_a_file(tmp_path: Path) -> None:
    path = tmp_path / "water.toml"
    path.write_text(TACTICS, encoding="utf-8")
    tactics = tactics_from(read_toml(path))
    assert tactics.decks["dam"].cards == (FloodCard, DamCard)
    assert tactics_as_text(tactics) == "dam (root, sticky)\n  1. FloodCard\n  2. DamCard"
    engine = Engine[Water](tactics.decks, tactics.parameters)
    assert len(engine.run(Dam(), Water(2.5), 0.0).options) == 1
    assert len(engine.run(Dam(), Water(2.8), 1.0).options) == 2


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('"FloodCard"', '"FlodCard"', "water.toml:6: unknown card 'FlodCard'. Did you mean"),
        ('root = "dam"', 'root = "dom"', "unknown root deck 'dom'"),
        ("full = 2.7", "ful = 2.7", "water.toml:10: DamCard has no parameter 'ful'. Did you mean"),
        ("full = 2.7", "full = -1.0", "below the lower bound"),
        ("DamCard]", "Dam2Card]", "unknown option with parameters 'Dam2Card'"),
    ],
)
def test_mistakes_in_a_file_are_refused_with_their_line(
    tmp_path: Path, old: str, new: str, message: str
) -> None:
    path = tmp_path / "water.toml"
    path.write_text(TACTICS.replace(old, new), encoding="utf-8")
    with pytest.raises(ConfigurationError, match=message):
        tactics_from(read_toml(path))
