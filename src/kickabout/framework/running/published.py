"""Hand-over: from what a finished cycle made to the values that other threads take of it."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from operator import itemgetter
from typing import Any

from kickabout.framework.representation import default_of

Pick = Callable[[Sequence[Any]], tuple[Any, ...]]


class Published(Mapping[type, Any]):
    """What a finished cycle made: a row of values, as a dictionary in each cycle costs more."""

    __slots__ = ("places", "row")

    def __init__(self, places: Mapping[type, int], row: Sequence[Any]) -> None:
        self.places = places
        self.row = row

    def __getitem__(self, representation: type) -> Any:
        return self.row[self.places[representation]]

    def get(self, representation: type, default: Any = None) -> Any:
        place = self.places.get(representation)
        return default if place is None else self.row[place]

    def __iter__(self) -> Iterator[type]:
        return iter(self.places)

    def __len__(self) -> int:
        return len(self.places)

    def as_dict(self) -> dict[type, Any]:
        """For those who look at nearly all of it."""
        row = self.row
        return {kind: row[place] for kind, place in self.places.items()}


class Taking:
    """All that a thread takes from the same other threads at the start of its cycle."""

    __slots__ = ("_picks", "_places", "_wanted", "threads")

    def __init__(self, threads: tuple[str, ...], wanted: Mapping[int, type]) -> None:
        self.threads = threads  # if several: the one that triggered the cycle
        self._wanted = tuple(wanted.values())
        self._places = tuple(wanted)  # on the own blackboard
        # By thread: what was published when the choice was made, and the choice.
        self._picks: dict[str, tuple[Mapping[type, int], Pick]] = {}

    def source(self, trigger: str | None) -> str:
        return trigger if trigger in self.threads else self.threads[0]

    def take(self, board: list[Any], source: str, published: Mapping[type, Any]) -> None:
        """Put what another thread published on the blackboard; "nothing known" before it ran."""
        for place, value in zip(self._places, self._values(source, published), strict=False):
            board[place] = value

    def _values(self, source: str, published: Mapping[type, Any]) -> Sequence[Any]:
        if type(published) is Published:
            known = self._picks.get(source)
            if known is not None and known[0] is published.places:
                return known[1](published.row)
            if all(kind in published.places for kind in self._wanted):
                pick = picker([published.places[kind] for kind in self._wanted])
                self._picks[source] = published.places, pick
        return [published.get(kind, default_of(kind)) for kind in self._wanted]


def picker(places: Sequence[int]) -> Pick:
    """Values at these places, with one more than asked for: of a single one no tuple is made."""
    return itemgetter(*places, 0)
