"""Are the relations of intervals complete and exclusive, and what is above what?"""

import numpy as np
import pytest

from kickabout.perception.landmarks.interval_relations import (
    IntervalRelation,
    interval_relation,
    is_above,
    share_columns,
)

OTHER = (10.0, 20.0)
EXAMPLES = {
    IntervalRelation.BEFORE: (1.0, 5.0),
    IntervalRelation.MEETS: (5.0, 10.0),
    IntervalRelation.OVERLAPS: (5.0, 15.0),
    IntervalRelation.STARTS: (10.0, 15.0),
    IntervalRelation.DURING: (12.0, 15.0),
    IntervalRelation.FINISHES: (12.0, 20.0),
    IntervalRelation.EQUALS: (10.0, 20.0),
    IntervalRelation.FINISHED_BY: (5.0, 20.0),
    IntervalRelation.CONTAINS: (5.0, 25.0),
    IntervalRelation.STARTED_BY: (10.0, 25.0),
    IntervalRelation.OVERLAPPED_BY: (15.0, 25.0),
    IntervalRelation.MET_BY: (20.0, 25.0),
    IntervalRelation.AFTER: (22.0, 25.0),
}


@pytest.mark.parametrize("relation", IntervalRelation)
def test_each_relation_has_its_example(relation: IntervalRelation) -> None:
    assert interval_relation(*EXAMPLES[relation], *OTHER) == relation


def definitions(a: float, b: float, c: float, d: float) -> list[bool]:
    """Return all thirteen definitions for [a, b] and [c, d]."""
    return [
        b < c,
        b == c,
        a < c < b < d,
        a == c and b < d,
        a > c and b < d,
        a > c and b == d,
        a == c and b == d,
        a < c and b == d,
        a < c and b > d,
        a == c and b > d,
        c < a < d < b,
        a == d,
        a > d,
    ]


def test_exactly_one_relation_fits() -> None:
    random = np.random.default_rng(1)
    for _ in range(3000):
        a, c = random.integers(0, 6, 2)
        b, d = a + random.integers(1, 6), c + random.integers(1, 6)
        fitting = [i for i, fits in enumerate(definitions(a, b, c, d)) if fits]
        assert fitting == [interval_relation(float(a), float(b), float(c), float(d))]


def box(left: float, right: float, top: float, bottom: float) -> tuple[float, float, float, float]:
    return (left, right, top, bottom)


LOW = box(0.1, 0.0, 0.1, 0.0)


@pytest.mark.parametrize(
    ("high", "expected"),
    [
        (box(0.1, 0.0, 0.2, 0.1), True),  # touching
        (box(0.1, 0.0, 0.22, 0.115), True),  # small gap
        (box(0.1, 0.0, 0.2, 0.085), True),  # small overlap
        (box(0.1, 0.0, 0.3, 0.2), False),  # large gap
        (box(0.3, 0.2, 0.2, 0.1), False),  # beside
        (box(0.1, 0.0, 0.0, -0.1), False),  # below
    ],
)
def test_above_allows_a_small_gap(high: tuple[float, float, float, float], expected: bool) -> None:
    assert is_above(high, LOW, 0.02) is expected


def test_nothing_is_above_itself_nor_below_what_it_is_above() -> None:
    high = box(0.1, 0.0, 0.2, 0.1)
    assert not is_above(LOW, LOW, 0.02)
    assert not is_above(LOW, high, 0.02)


def test_touching_columns_are_not_shared() -> None:
    assert not share_columns(0.2, 0.1, 0.1, 0.0)
    assert share_columns(0.2, 0.09, 0.1, 0.0)
