"""Ring buffer: the newest rows, in order."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kickabout.filters import RingBuffer


def filled(count: int, capacity: int = 4) -> RingBuffer:
    buffer = RingBuffer(capacity, 2)
    for i in range(count):
        buffer.append((float(i), 10.0 * i))
    return buffer


@given(st.integers(1, 20), st.integers(1, 7))
def test_the_newest_rows_are_kept_oldest_first(count: int, capacity: int) -> None:
    buffer = filled(count, capacity)
    assert len(buffer) == min(count, capacity)
    assert buffer.is_full == (count >= capacity)
    first = max(count - capacity, 0)
    np.testing.assert_array_equal(buffer.rows[:, 0], range(first, count))
    np.testing.assert_array_equal(buffer.rows[:, 1], 10.0 * buffer.rows[:, 0])


def test_rows_do_not_change_with_the_buffer() -> None:
    buffer = filled(4)
    rows = buffer.rows
    for _ in range(4):
        buffer.append((9.0, 9.0))
    np.testing.assert_array_equal(rows[:, 0], (0.0, 1.0, 2.0, 3.0))


def test_a_cleared_buffer_is_empty() -> None:
    buffer = filled(6)
    buffer.clear()
    assert len(buffer) == 0
    assert len(buffer.rows) == 0


def test_a_buffer_without_room_is_refused() -> None:
    with pytest.raises(ValueError, match="ring buffer is 0, expected at least 1"):
        RingBuffer(0, 1)
