"""Hand-over: from the outputs of a finished cycle to the inputs of other threads."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from operator import itemgetter
from typing import Any

from kickabout.framework.representation import DefaultOf, default_of

Pick = Callable[[Sequence[Any]], tuple[Any, ...]]


class Published(Mapping[type, Any]):
    """Outputs of a finished cycle: a row of values, which is cheaper than a dictionary."""

    __slots__ = ("row", "slots")

    def __init__(self, slots: Mapping[type, int], row: Sequence[Any]) -> None:
        self.slots = slots
        self.row = row

    def __getitem__(self, representation: type) -> Any:
        return self.row[self.slots[representation]]

    def get(self, representation: type, default: Any = None) -> Any:
        slot = self.slots.get(representation)
        return default if slot is None else self.row[slot]

    def __iter__(self) -> Iterator[type]:
        return iter(self.slots)

    def __len__(self) -> int:
        return len(self.slots)

    def as_dict(self) -> dict[type, Any]:
        """Return all values, which is faster than looking up most of them."""
        row = self.row
        return {kind: row[slot] for kind, slot in self.slots.items()}


class Taking:
    """All inputs of a thread from the same other threads, taken at the start of its cycle."""

    __slots__ = ("_default_of", "_picks", "_slots", "_wanted", "threads")

    def __init__(
        self, threads: tuple[str, ...], wanted: Mapping[int, type], defaults: DefaultOf = default_of
    ) -> None:
        self._default_of = defaults
        self.threads = threads  # if several, the one that triggered the cycle is used
        self._wanted = tuple(wanted.values())
        self._slots = tuple(wanted)  # on the thread's own blackboard
        # By thread: the slots of its published values, and the function that picks from them.
        self._picks: dict[str, tuple[Mapping[type, int], Pick]] = {}

    def source(self, trigger: str | None) -> str:
        return trigger if trigger in self.threads else self.threads[0]

    def take(self, board: list[Any], source: str, published: Mapping[type, Any]) -> None:
        """Copy the values of another thread to the blackboard; defaults before its first cycle."""
        for slot, value in zip(self._slots, self._values(source, published), strict=False):
            board[slot] = value

    def _values(self, source: str, published: Mapping[type, Any]) -> Sequence[Any]:
        if type(published) is Published:
            known = self._picks.get(source)
            if known is not None and known[0] is published.slots:
                return known[1](published.row)
            if all(kind in published.slots for kind in self._wanted):
                pick = picker([published.slots[kind] for kind in self._wanted])
                self._picks[source] = published.slots, pick
        return [published.get(kind, self._default_of(kind)) for kind in self._wanted]


def picker(slots: Sequence[int]) -> Pick:
    """Return a function for the values in these slots; an extra one makes it always a tuple."""
    return itemgetter(*slots, 0)
