"""Odometry calibration: which motions are measured how, and whether the table agrees."""

import numpy as np
import pytest

from kickabout.calibration.odometry_calibration import OdometryCheck, checks, motion_kinds
from kickabout.framework.teams.robot_configuration import RobotConfiguration
from kickabout.motion.motion_net.net_library import load_net
from kickabout.motion.motion_net.odometry_table import read_table
from kickabout.motion.motion_net.table_odometer import table_file

ROBOT = RobotConfiguration("ers210")
TABLE = read_table(table_file("germanteam2001", ROBOT))


def test_every_motion_that_moves_the_robot_has_a_line_in_the_table() -> None:
    kinds = motion_kinds(load_net("germanteam2001", ROBOT))
    assert kinds.walks == ("carry", "walk")
    assert set(kinds.steady) >= {"walk_forward", "walk_left", "turn_right"}
    assert {"head_kick", "grab", "nod"} <= set(kinds.others)
    assert {*kinds.walks, *kinds.steady, *kinds.others} == set(TABLE.motions)


def test_the_error_is_relative_to_the_speed() -> None:
    expected, measured = np.array((0.2, 0.0, 0.0)), np.array((0.21, 0.0, 0.0))
    assert OdometryCheck(expected=expected, measured=measured).error == pytest.approx(0.05)


def test_mirror_images_have_opposite_speeds() -> None:
    left, right = (TABLE.speed("walk", np.array((0.0, side, 0.0))) for side in (1.0, -1.0))
    assert left[1] > 0.15
    assert right[1] == pytest.approx(-left[1], rel=0.15)


@pytest.mark.slow
def test_measured_again_speeds_agree_with_the_table() -> None:
    keys = ((2, 0, 0), (0, 0, 2))
    for check in checks(TABLE, "walk", keys=keys, steps=2, seconds=4.0, seed=9):
        assert check.error < 0.05
