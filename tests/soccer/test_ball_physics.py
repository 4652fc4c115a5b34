"""Do the closed forms of a rolling ball agree with each other?"""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kickabout.geometry import Field, Vector2
from kickabout.soccer.ball_physics import (
    distance_after,
    end_of_roll,
    position_after,
    speed_after,
    speed_to_reach,
    stopping_distance,
    time_to_cross,
    time_to_roll,
    time_to_stop,
    velocity_after,
)

SPEEDS = st.floats(0.05, 8.0)
FRICTIONS = st.floats(0.1, 1.0)


@given(SPEEDS, FRICTIONS)
def test_the_speed_to_reach_a_distance_leads_there(speed: float, friction: float) -> None:
    assert speed_to_reach(stopping_distance(speed, friction), friction) == pytest.approx(speed)
    stop = time_to_stop(speed, friction)
    assert distance_after(speed, stop, friction) == pytest.approx(
        stopping_distance(speed, friction)
    )
    assert distance_after(speed, 2.0 * stop, friction) == distance_after(speed, stop, friction)
    assert speed_after(speed, 2.0 * stop, friction) == 0.0


@given(SPEEDS, FRICTIONS, st.floats(0.01, 0.99))
def test_times_and_distances_are_inverse(speed: float, friction: float, share: float) -> None:
    distance = share * stopping_distance(speed, friction)
    time = time_to_roll(distance, speed, friction)
    assert time is not None
    assert distance_after(speed, time, friction) == pytest.approx(distance)
    assert time_to_roll(1.01 * stopping_distance(speed, friction), speed, friction) is None


def test_a_ball_rolls_step_by_step_as_at_once() -> None:
    position: Vector2[Field] = Vector2(1.0, 2.0)
    velocity: Vector2[Field] = Vector2(0.6, -0.8)
    end = end_of_roll(position, velocity, 0.4)
    for _ in range(400):
        position = position_after(position, velocity, time=0.01, deceleration=0.4)
        velocity = velocity_after(velocity, time=0.01, deceleration=0.4)
    assert position.distance_to(end) < 1e-9
    assert velocity.norm == 0.0


@pytest.mark.parametrize(
    ("speed", "crosses"), [(2.0, True), (0.5, False)], ids=["fast enough", "too slow"]
)
def test_a_ball_crosses_the_line_if_it_is_fast_enough(speed: float, crosses: bool) -> None:
    time = time_to_cross(
        Vector2(0.0, 0.0),
        Vector2(-speed, 0.0),
        start=Vector2(-1.0, -0.5),
        end=Vector2(-1.0, 0.5),
        deceleration=0.4,
    )
    assert (time is not None) is crosses
    if time is not None:
        assert distance_after(speed, time, 0.4) == pytest.approx(1.0)


def test_a_ball_that_rolls_away_never_crosses() -> None:
    line = {"start": Vector2[Field](1.0, -0.5), "end": Vector2[Field](1.0, 0.5)}
    start: Vector2[Field] = Vector2()
    assert time_to_cross(start, Vector2(-3.0, 0.0), **line, deceleration=0.4) is None
    assert time_to_cross(start, Vector2(1.0, 3.0), **line, deceleration=0.4) is None
    assert time_to_cross(start, Vector2(0.0, 3.0), **line, deceleration=0.4) is None
