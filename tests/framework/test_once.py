"""Lazily computed, cached values."""

from kickabout.framework import once


class Counting:
    def __init__(self) -> None:
        self.computed = 0

    @once
    def answer(self) -> int:
        """A cached value."""
        self.computed += 1
        return 42


def test_a_value_is_computed_once_for_each_object() -> None:
    first, second = Counting(), Counting()
    assert first.computed == 0
    assert (first.answer, first.answer, second.answer) == (42, 42, 42)
    assert (first.computed, second.computed) == (1, 1)


def test_the_docstring_is_kept() -> None:
    assert Counting.answer.__doc__ == "A cached value."
