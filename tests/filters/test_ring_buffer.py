"""Ring buffer: rows by age and by time."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kickabout.filters import RingBuffer


def filled(count: int, capacity: int = 4) -> RingBuffer:
    buffer = RingBuffer(capacity, 2)
    for i in range(count):
        buffer.append((float(i), 10.0 * i), time=0.1 * i)
    return buffer


@given(st.integers(1, 20), st.integers(1, 7))
def test_rows_are_found_by_their_age(count: int, capacity: int) -> None:
    buffer = filled(count, capacity)
    assert len(buffer) == min(count, capacity)
    for age in range(len(buffer)):
        np.testing.assert_array_equal(buffer[age], (count - 1 - age, 10.0 * (count - 1 - age)))
        assert buffer.time(age) == pytest.approx(0.1 * (count - 1 - age))
    np.testing.assert_array_equal(
        buffer.rows[::-1, 0], [buffer[age][0] for age in range(len(buffer))]
    )


def test_command_of_five_frames_ago_is_compared_with_the_measurement_now() -> None:
    """BH19-PRO-15: with a pure delay of five frames, the joint error is zero."""
    commands = RingBuffer(6, 1)
    delayed = [0.0] * 5
    for frame in range(50):
        command = math.sin(0.3 * frame)
        delayed.append(command)
        commands.append((command,), time=0.012 * frame)
        if commands.is_full:
            assert delayed[frame] - commands[5][0] == 0.0
            assert frame < 8 or delayed[frame] != commands[0][0]


def test_too_old_rows_are_refused() -> None:
    with pytest.raises(IndexError, match="no row of age 4 in a ring buffer with 4 rows"):
        filled(9)[4]
    with pytest.raises(IndexError, match="no row of age 0"):
        filled(0)[0]


def test_rows_do_not_change_when_the_buffer_does() -> None:
    buffer = filled(4)
    row = buffer[0]
    for i in range(4):
        buffer.append((9.0, 9.0), time=1.0 + i)
    np.testing.assert_array_equal(row, (3.0, 30.0))


def test_rows_are_interpolated_in_time() -> None:
    buffer = filled(6)
    np.testing.assert_allclose(buffer.interpolated(0.35), (3.5, 35.0))
    np.testing.assert_allclose(buffer.interpolated(0.4), (4.0, 40.0))
    np.testing.assert_allclose(buffer.interpolated(-1.0), (2.0, 20.0))
    np.testing.assert_allclose(buffer.interpolated(9.0), (5.0, 50.0))


def test_two_rows_at_one_time_do_not_divide_by_zero() -> None:
    buffer = RingBuffer(3, 1)
    buffer.append((1.0,), time=1.0)
    buffer.append((2.0,), time=1.0)
    buffer.append((3.0,), time=2.0)
    assert np.isfinite(buffer.interpolated(1.0)).all()
    assert buffer.interpolated(1.5)[0] == 2.5


def test_nearest_row_and_rows_since() -> None:
    buffer = filled(6)
    np.testing.assert_array_equal(buffer.nearest(0.34), (3.0, 30.0))
    np.testing.assert_array_equal(buffer.since(0.35)[:, 0], (4.0, 5.0))
    assert len(buffer.since(9.0)) == 0


def test_mean_is_taken_by_column() -> None:
    np.testing.assert_allclose(filled(6).mean, (3.5, 35.0))
    np.testing.assert_array_equal(filled(0).mean, (0.0, 0.0))


def test_time_must_not_run_backwards_until_the_buffer_is_cleared() -> None:
    buffer = filled(3)
    with pytest.raises(ValueError, match="time runs backwards in a ring buffer"):
        buffer.append((0.0, 0.0), time=0.0)
    buffer.clear()
    assert len(buffer) == 0
    assert buffer.newest_time == -math.inf
    buffer.append((0.0, 0.0), time=0.0)
    assert len(buffer) == 1


def test_lookup_in_an_empty_buffer_is_refused() -> None:
    with pytest.raises(IndexError, match="empty ring buffer"):
        RingBuffer(3, 1).interpolated(0.0)
    with pytest.raises(ValueError, match="at least one row"):
        RingBuffer(0, 1)
