"""Cards: options with conditions for being played; decks list them by priority."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeVar

from kickabout.behavior.engines.cards.option import BehaviorError, Option

W = TypeVar("W")


class Card(Option[W]):
    """An option without arguments that declares when it may begin and when it has to end."""

    def __init_subclass__(cls, **keywords: Any) -> None:  # noqa: ANN401 (passed on)
        super().__init_subclass__(**keywords)
        if cls.argument_names:
            names = ", ".join(cls.argument_names)
            raise BehaviorError(f"{cls.__name__} is a card and takes no arguments, but has {names}")
        if any(entry.target or entry.aborted for entry in cls.machine.states.values()):
            raise BehaviorError(
                f"{cls.__name__} is a card: target and aborted states have no effect in it"
            )

    @staticmethod
    def is_possible(world: Any) -> bool:  # noqa: ANN401 (of the type that the engine runs with)
        """Return whether cards of this kind can apply now; a condition that whole families share.

        It is checked before a card is made, for its beginning and for its end.
        """
        return True

    def preconditions(self) -> bool:
        """Return whether the card may begin, if it was not active in the previous cycle."""
        raise NotImplementedError

    def postconditions(self) -> bool:
        """Return whether an active card has to end; by default, when it may not begin."""
        return not self.preconditions()


@dataclass(frozen=True, slots=True, kw_only=True)
class Deck:
    """Cards in order of priority; a sticky deck keeps its active card until that card ends."""

    name: str
    cards: tuple[type[Card[Any]], ...]
    sticky: bool = False
