"""Relations between intervals (Allen 1983), and above and below for rectangles made of them.

After GermanTeam 2001, section 4.6.2. Its equations leave open in which direction the vertical axis
points; here it points up. How much one range is enlarged is not in the report.
"""

import enum

from kickabout.framework.compilation import kernel


class IntervalRelation(enum.IntEnum):
    """How the first of two intervals lies relative to the second one; always exactly one fits."""

    BEFORE = 0
    MEETS = 1
    OVERLAPS = 2
    STARTS = 3
    DURING = 4
    FINISHES = 5
    EQUALS = 6
    FINISHED_BY = 7
    CONTAINS = 8
    STARTED_BY = 9
    OVERLAPPED_BY = 10
    MET_BY = 11
    AFTER = 12


BEFORE, MEETS, OVERLAPS = 0, 1, 2
MET_BY, AFTER = 11, 12


@kernel
def interval_relation(begin: float, end: float, other_begin: float, other_end: float) -> int:
    """Return the relation of an interval to another one; each ends after it begins."""
    if end < other_begin:
        return 0
    if begin > other_end:
        return 12
    if end == other_begin:
        return 1
    if begin == other_end:
        return 11
    if begin < other_begin:
        if end < other_end:
            return 2
        return 7 if end == other_end else 8
    if begin == other_begin:
        if end < other_end:
            return 3
        return 6 if end == other_end else 9
    if end < other_end:
        return 4
    return 5 if end == other_end else 10


@kernel
def share_columns(left: float, right: float, other_left: float, other_right: float) -> bool:
    """Return whether horizontal ranges overlap; angles are positive to the left."""
    relation = interval_relation(right, left, other_right, other_left)
    return relation not in (BEFORE, MEETS, MET_BY, AFTER)


@kernel
def is_above(
    rectangle: tuple[float, float, float, float],
    other: tuple[float, float, float, float],
    enlargement: float,
) -> bool:
    """Return whether a rectangle lies immediately above another one.

    Rectangles are angles of their left, right, upper and lower side. The other one is enlarged
    vertically, so that there may be a small gap.
    """
    if not share_columns(rectangle[0], rectangle[1], other[0], other[1]):
        return False
    relation = interval_relation(
        other[3] - enlargement, other[2] + enlargement, rectangle[3], rectangle[2]
    )
    return relation == OVERLAPS
