"""Sum of odometry increments, for any number of odometry updates between two calls."""

import pytest

from kickabout.geometry import Pose2, Robot
from kickabout.modeling.odometry_increment import OdometryIncrement
from kickabout.representations import Odometry


def test_steps_of_cycles_that_were_missed_are_not_lost() -> None:
    increment = OdometryIncrement()
    published: Pose2[Robot, Robot] = Pose2()
    summed: Pose2[Robot, Robot] = Pose2()
    one: Pose2[Robot, Robot] = Pose2(0.003, 0.001, 0.02)
    for cycle in range(90):
        odometry = Odometry(robot_to_start=published, step=one)
        if cycle % 3 != 1:
            summed = summed @ increment.step(odometry)
        published = published @ one
    assert summed.x == pytest.approx(odometry.robot_to_start.x)
    assert summed.y == pytest.approx(odometry.robot_to_start.y)
    assert summed.theta == pytest.approx(odometry.robot_to_start.theta)


def test_the_first_cycle_has_no_step() -> None:
    step = OdometryIncrement().step(Odometry(robot_to_start=Pose2(1.0, 2.0, 0.3)))
    assert abs(step.array).max() < 1e-12
