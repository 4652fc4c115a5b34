"""Stopwatches: durations of modules and cycles, from rows of time stamps."""

import pytest

from kickabout.framework.running.stopwatch import CAPACITY, CycleTimes


def stamp(times: CycleTimes, *durations: int, before: int = 5, after: int = 7) -> None:
    """Add a cycle with these durations of modules, and of the time before and after them."""
    row, now = times.next_row(), 1000 * times.count
    for part, duration in enumerate((before, *durations, after)):
        times.stamps[row + 2 * part] = now
        times.stamps[row + 2 * part + 1] = now + duration
        now += duration + 50  # in which other programs run
    times.count += 1


def test_a_stopwatch_is_empty_before_the_first_cycle() -> None:
    watch = CycleTimes(2).of_module(0)
    assert watch.count == 0
    assert len(watch.latest()) == 0
    assert watch.summary().max_ms == 0.0


def test_modules_and_the_cycle_have_separate_durations() -> None:
    times = CycleTimes(2)
    stamp(times, 10, 200)
    stamp(times, 30, 100)
    assert times.of_module(0).latest().tolist() == [10, 30]
    assert times.of_module(1).latest().tolist() == [200, 100]
    assert times.of_cycle().latest().tolist() == [222, 142]
    assert times.of_cycle().latest(1).tolist() == [142]


def test_a_summary_has_the_median_and_the_extremes() -> None:
    times = CycleTimes(1)
    for duration in (3, 9, 5, 4, 900):
        stamp(times, duration * 1000)
    summary = times.of_module(0).summary()
    assert summary.count == 5
    assert summary.median_ms == pytest.approx(5e-3)
    assert (summary.min_ms, summary.max_ms) == pytest.approx((3e-3, 0.9))


def test_a_full_ring_drops_the_oldest_but_keeps_the_extremes() -> None:
    times = CycleTimes(1)
    stamp(times, 1_000_000)
    stamp(times, 1)
    for _ in range(CAPACITY - 2):
        stamp(times, 50)
    for duration in (60, 70, 80):
        stamp(times, duration)
    watch = times.of_module(0)
    assert watch.count == CAPACITY + 3
    assert watch.latest(4).tolist() == [50, 60, 70, 80]
    assert len(watch.latest()) == CAPACITY
    assert (watch.summary().min_ms, watch.summary().max_ms) == pytest.approx((1e-6, 1.0))
