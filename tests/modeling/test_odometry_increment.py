"""Does the own way stay whole, however often odometry was told in between?"""

import pytest

from kickabout.geometry import Pose2, Robot
from kickabout.modeling.odometry_increment import OdometryIncrement
from kickabout.representations import Odometry


def test_steps_of_cycles_that_were_missed_are_not_lost() -> None:
    way = OdometryIncrement()
    told: Pose2[Robot, Robot] = Pose2()
    made: Pose2[Robot, Robot] = Pose2()
    one: Pose2[Robot, Robot] = Pose2(0.003, 0.001, 0.02)
    for cycle in range(90):
        odometry = Odometry(robot_to_start=told, step=one)
        if cycle % 3 != 1:
            made = made @ way.step(odometry)
        told = told @ one
    assert made.x == pytest.approx(odometry.robot_to_start.x)
    assert made.y == pytest.approx(odometry.robot_to_start.y)
    assert made.theta == pytest.approx(odometry.robot_to_start.theta)


def test_the_first_cycle_has_no_step() -> None:
    step = OdometryIncrement().step(Odometry(robot_to_start=Pose2(1.0, 2.0, 0.3)))
    assert abs(step.array).max() < 1e-12
