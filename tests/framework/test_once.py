"""Values that are computed when first asked for."""

from kickabout.framework import once


class Counting:
    def __init__(self) -> None:
        self.asked = 0

    @once
    def answer(self) -> int:
        """What is asked for."""
        self.asked += 1
        return 42


def test_a_value_is_computed_once_for_each_object() -> None:
    first, second = Counting(), Counting()
    assert first.asked == 0
    assert (first.answer, first.answer, second.answer) == (42, 42, 42)
    assert (first.asked, second.asked) == (1, 1)


def test_the_class_still_knows_what_it_is() -> None:
    assert Counting.answer.__doc__ == "What is asked for."
