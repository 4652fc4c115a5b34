"""The closed forms of a rolling ball agree with each other."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kickabout.geometry import Field, Vector2
from kickabout.soccer.ball_physics import (
    distance_after,
    end_of_roll,
    position_after,
    speed_after,
    stopping_distance,
    time_to_stop,
    velocity_after,
)

SPEEDS = st.floats(0.05, 8.0)
FRICTIONS = st.floats(0.1, 1.0)


@given(SPEEDS, FRICTIONS)
def test_a_ball_that_stops_has_rolled_the_stopping_distance(speed: float, friction: float) -> None:
    stop = time_to_stop(speed, friction)
    assert distance_after(speed, stop, friction) == pytest.approx(
        stopping_distance(speed, friction)
    )
    assert distance_after(speed, 2.0 * stop, friction) == distance_after(speed, stop, friction)
    assert speed_after(speed, 2.0 * stop, friction) == 0.0


def test_many_short_steps_lead_to_the_same_end_as_one_long_step() -> None:
    position: Vector2[Field] = Vector2(1.0, 2.0)
    velocity: Vector2[Field] = Vector2(0.6, -0.8)
    end = end_of_roll(position, velocity, 0.4)
    for _ in range(400):
        position = position_after(position, velocity, time=0.01, deceleration=0.4)
        velocity = velocity_after(velocity, time=0.01, deceleration=0.4)
    assert position.distance_to(end) < 1e-9
    assert velocity.norm == 0.0
