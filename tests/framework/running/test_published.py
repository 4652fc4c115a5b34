"""Hand-over of published values between threads."""

from typing import Any

from kickabout.framework import frozen
from kickabout.framework.running.published import Published, Taking


@frozen
class Bread:
    slices: int = 0


@frozen
class Butter:
    grams: float = 0.0


TAKING = Taking(("upper", "lower"), {1: Bread, 3: Butter})


def _taken(published: Any) -> list[Any]:
    board: list[Any] = [None] * 4
    TAKING.take(board, "upper", published)
    return board


def test_published_values_are_found_by_their_type() -> None:
    published = Published({Bread: 1, Butter: 0}, (Butter(grams=2.0), Bread(slices=3)))
    assert published[Bread].slices == 3
    assert [kind.__name__ for kind in published] == ["Bread", "Butter"]
    assert len(published) == 2
    assert published.as_dict()[Bread] is published[Bread]
    assert len(published.as_dict()) == 2
    assert published.get(Butter) is published[Butter]
    assert published.get(int, 7) == 7


def test_values_come_from_the_thread_that_triggered_the_cycle() -> None:
    assert TAKING.source("lower") == "lower"
    assert TAKING.source("motion") == TAKING.source(None) == "upper"


def test_values_are_copied_to_their_slots_in_each_cycle() -> None:
    slots: dict[type, int] = {Butter: 0, Bread: 1}
    for slices in range(3):
        bread, butter = Bread(slices=slices), Butter()
        assert _taken(Published(slots, (butter, bread))) == [None, bread, None, butter]


def test_another_graph_may_have_other_slots() -> None:
    bread, butter = Bread(), Butter()
    assert _taken(Published({Butter: 0, Bread: 1}, (butter, bread)))[1] is bread
    assert _taken(Published({Bread: 0, Butter: 1}, (bread, butter)))[1] is bread


def test_values_that_are_not_published_are_defaults() -> None:
    bread = Bread(slices=1)
    for published in ({}, {Bread: bread}, Published({Bread: 0}, (bread,))):
        board = _taken(published)
        assert board[1] is published.get(Bread, board[1])
        assert board[3].grams == 0.0
