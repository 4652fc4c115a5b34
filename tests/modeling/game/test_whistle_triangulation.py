"""Triangulation of a whistle by the bearings of several robots."""

import math

import numpy as np

from kickabout.geometry import Field, Pose2, Robot
from kickabout.modeling.game.whistle_triangulation import Bearing, triangulated

SOURCE = (1.0, 3.5)
POSES = ((-4.0, 0.0, 0.3), (-2.0, 1.5, -1.0), (-2.0, -2.0, 2.0), (0.0, 0.5, 0.0), (0.5, -1.0, 3.0))


def bearing(x: float, y: float, theta: float, *, error: float = 0.0) -> Bearing:
    angle = math.atan2(SOURCE[1] - y, SOURCE[0] - x) - theta + error
    return Bearing(
        robot_to_field=Pose2[Robot, Field](x, y, theta), angle_in_robot=angle, deviation=0.1
    )


def test_five_perfect_bearings_give_the_position() -> None:
    position = triangulated([bearing(*pose) for pose in POSES])
    assert position is not None
    assert math.hypot(position.x - SOURCE[0], position.y - SOURCE[1]) < 0.01


def test_one_false_bearing_has_little_effect() -> None:
    wrong = [bearing(*POSES[0], error=1.2), *(bearing(*pose) for pose in POSES[1:])]
    position = triangulated(wrong)
    assert position is not None
    assert math.hypot(position.x - SOURCE[0], position.y - SOURCE[1]) < 0.15


def test_noisy_bearings_give_an_approximate_position() -> None:
    random = np.random.default_rng(4)
    misses = []
    for _ in range(30):
        position = triangulated([bearing(*pose, error=random.normal(0.0, 0.05)) for pose in POSES])
        assert position is not None
        misses.append(math.hypot(position.x - SOURCE[0], position.y - SOURCE[1]))
    assert np.median(misses) < 0.3


def test_a_single_bearing_gives_no_position() -> None:
    assert triangulated([bearing(*POSES[0])]) is None


def test_parallel_bearings_give_no_position() -> None:
    ahead = [
        Bearing(robot_to_field=Pose2[Robot, Field](0.0, y, 0.0), angle_in_robot=0.0, deviation=0.1)
        for y in (0.0, 1.0)
    ]
    assert triangulated(ahead) is None
