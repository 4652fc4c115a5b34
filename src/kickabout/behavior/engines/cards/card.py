"""Cards: options that know when they want to be played; decks put them in order."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeVar

from kickabout.behavior.engines.cards.option import BehaviorError, Option

W = TypeVar("W")


class Card(Option[W]):
    """A behavior without arguments that says when it may begin and when it has to end."""

    def __init_subclass__(cls, **keywords: Any) -> None:  # noqa: ANN401 (passed on)
        super().__init_subclass__(**keywords)
        if cls.argument_names:
            names = ", ".join(cls.argument_names)
            raise BehaviorError(f"{cls.__name__} is a card and takes no arguments such as {names}")
        if any(entry.target or entry.aborted for entry in cls.machine.states.values()):
            raise BehaviorError(f"{cls.__name__} is a card: nobody asks whether it is done")

    def preconditions(self) -> bool:
        """Whether it may begin, if it was not active in the previous cycle."""
        raise NotImplementedError

    def postconditions(self) -> bool:
        """Whether it has to end, if it was active; as a rule, when it may not begin."""
        return not self.preconditions()


@dataclass(frozen=True, slots=True, kw_only=True)
class Deck:
    """Cards in order of priority. A sticky deck stays with its card until that one ends."""

    name: str
    cards: tuple[type[Card[Any]], ...]
    sticky: bool = False
