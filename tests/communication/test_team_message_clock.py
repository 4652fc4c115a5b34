"""Offsets between the clocks of robots."""

import numpy as np
import pytest

from kickabout.communication.team_message_clock import TeammateClock


def exchange(
    clock: TeammateClock, *, now: float, offset: float, out: float, back: float, hold: float = 0.4
) -> float:
    """Exchange a message and its echo; return the sum of both delays."""
    received_there = now + out + offset
    answered_there = received_there + hold
    home = now + out + hold + back
    clock.receive(sent_at_there=answered_there, received_at=home)
    clock.echo(
        sent_at=now,
        received_at_there=received_there,
        answered_at_there=answered_there,
        answer_received_at=home,
    )
    return out + back


@pytest.mark.parametrize("offset", [5.0, -300.0, 0.0])
def test_the_offset_errs_by_less_than_half_the_shortest_round_trip(offset: float) -> None:
    random, clock, shortest = np.random.default_rng(1), TeammateClock(), 1.0
    for second in range(60):
        out, back = random.uniform(0.0, 0.1, 2).tolist()
        trip = exchange(clock, now=float(second), offset=offset, out=out, back=back)
        shortest = min(shortest, trip)
        assert abs(clock.offset - offset) <= clock.error_at(float(second) + 2.0) + 1e-9
    assert abs(clock.offset - offset) <= 0.5 * shortest + 0.006
    assert clock.error_at(61.0) < 0.02


def test_messages_in_one_direction_give_an_approximate_offset() -> None:
    random, clock = np.random.default_rng(2), TeammateClock()
    for second in range(20):
        delay = float(random.uniform(0.005, 0.1))
        clock.receive(sent_at_there=second + 7.0, received_at=second + delay)
    assert clock.offset == pytest.approx(7.0, abs=0.02)


def test_the_new_clock_of_a_restarted_teammate_is_adopted() -> None:
    clock = TeammateClock()
    for second in range(10):
        exchange(clock, now=float(second), offset=50.0, out=0.01, back=0.01)
    for second in range(10, 16):
        exchange(clock, now=float(second), offset=-9.0, out=0.01, back=0.01)
    assert clock.offset == pytest.approx(-9.0, abs=0.02)


def test_a_single_late_message_changes_nothing() -> None:
    clock = TeammateClock()
    exchange(clock, now=1.0, offset=3.0, out=0.01, back=0.01)
    before = clock.offset
    clock.receive(sent_at_there=4.5, received_at=3.4)
    assert clock.offset == before
