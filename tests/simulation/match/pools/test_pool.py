"""Programs of several players in turns."""

from collections.abc import Iterator

from kickabout.framework import KickaboutError
from kickabout.simulation.match.player import Run
from kickabout.simulation.match.pools.pool import side_by_side


class Diary:
    """Programs that note each of their steps."""

    def __init__(self) -> None:
        self.entries: list[str] = []

    def program(self, name: str, steps: int, *, fails: bool = False) -> Run[str]:
        """Run steps in cycles of two."""
        for first in range(0, steps, 2):
            yield self.cycle(name, range(first, min(first + 2, steps)))
        if fails:
            raise KickaboutError(f"{name} fails")
        return name.upper()

    def cycle(self, name: str, steps: range) -> Iterator[None]:
        for step in steps:
            self.entries.append(f"{name}{step}")
            yield


def test_programs_take_turns_until_each_has_ended() -> None:
    diary = Diary()
    results, failure = side_by_side({3: diary.program("a", 3), 5: diary.program("b", 1)})
    assert diary.entries == ["a0", "b0", "a1", "a2"]
    assert list(results.items()) == [(3, "A"), (5, "B")]  # in the order of the players
    assert failure is None


def test_after_a_failure_the_other_programs_go_on() -> None:
    diary = Diary()
    results, failure = side_by_side(
        {
            0: diary.program("a", 2, fails=True),
            1: diary.program("b", 3),
            2: diary.program("c", 1, fails=True),
        }
    )
    assert diary.entries == ["a0", "b0", "c0", "a1", "b1", "b2"]
    assert results == {1: "B"}
    assert str(failure) == "a fails"  # of the first player, not the first in time
