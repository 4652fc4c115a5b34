"""Do planned steps fit speed, acceleration and direction?"""

import pytest

from kickabout.motion.walk.step_limits import Speed
from kickabout.motion.walk.step_planner import (
    StepParameters,
    approached,
    first_step,
    next_speed,
    planned_step,
    sized_step,
)

PARAMETERS = StepParameters(
    step_duration=0.25,
    side_duration=0.2,
    foot_lift=0.012,
    foot_lift_x=0.02,
    foot_lift_y=0.04,
    first_lift=0.4,
    acceleration_x=0.05,
    deceleration_x=0.3,
)


def test_speed_grows_by_one_acceleration_per_step() -> None:
    speed = Speed()
    speeds = []
    for _ in range(10):
        speed = next_speed(speed, Speed(0.3, 0.0, 0.0), PARAMETERS)
        speeds.append(speed.x)
    assert speeds[:3] == pytest.approx([0.05, 0.10, 0.15])
    assert speeds[-1] == 0.3


def test_stopping_may_be_faster_than_starting() -> None:
    assert next_speed(Speed(0.3, 0.0, 0.0), Speed(), PARAMETERS).x == 0.0


def test_turning_back_goes_through_zero() -> None:
    assert approached(0.04, -0.3, 0.05, 0.3) == 0.0


def test_steps_take_longer_the_faster_the_robot_walks_sideways() -> None:
    durations = [
        planned_step(Speed(0.0, y, 0.0), PARAMETERS, left_swings=True).duration
        for y in (0.0, 0.1, 0.2)
    ]
    assert durations == sorted(durations)
    assert durations[0] < durations[2]


def test_longer_steps_lift_the_foot_higher() -> None:
    flat = planned_step(Speed(), PARAMETERS, left_swings=True)
    long = planned_step(Speed(0.3, 0.1, 0.0), PARAMETERS, left_swings=True)
    assert long.lift > flat.lift == 0.012


def test_the_pre_step_is_low_and_in_place() -> None:
    step = first_step(PARAMETERS, left_swings=True)
    assert (step.x, step.y, step.turn) == (0.0, 0.0, 0.0)
    assert step.lift == pytest.approx(0.4 * 0.012)


def test_a_step_of_a_given_size_has_that_size() -> None:
    left, right = sized_step(Speed(0.05, 0.03, 0.2), PARAMETERS, left_swings=True).targets()
    assert left.x - right.x == pytest.approx(0.05)
    assert left.y - right.y == pytest.approx(0.06)
