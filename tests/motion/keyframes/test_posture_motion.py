"""Posture motions of four-legged robots: files, times, mirror images."""

from pathlib import Path

import numpy as np
import pytest

from kickabout.framework import ConfigurationError
from kickabout.framework.teams.robot_configuration import RobotConfiguration
from kickabout.motion.keyframes.posture_motion import PostureMotion, load_motion
from kickabout.robots.aibo.kinematics import aibo_kinematics
from kickabout.robots.kind import robot_kind

KIND, BODY, ROBOT = robot_kind("ers7"), aibo_kinematics("ers7"), RobotConfiguration("ers7")
TEXT = """
robot = "ers7"
description = "Up and down."

[[postures]]
duration = 0.4
hold = 0.1
fore_deg = [10, 20, 30]
left_hind_deg = [40, 50, 60]
head_deg = [-10, 30, 0]

[[postures]]
duration = 0.2
right_fore_deg = [-10, 0, 500]
"""


@pytest.fixture
def motion(tmp_path: Path) -> PostureMotion:
    (tmp_path / "some.toml").write_text(TEXT, encoding="utf-8")
    return load_motion(str(tmp_path / "some.toml"), ROBOT, BODY)


def test_a_posture_is_reached_along_straight_lines_and_held(motion: PostureMotion) -> None:
    begin = np.zeros(len(KIND.joints))
    assert motion.duration == pytest.approx(0.7)
    assert np.allclose(motion.angles(0.0, begin), begin)
    half = np.degrees(motion.angles(0.2, begin))
    assert half[:6] == pytest.approx((5.0, 10.0, 15.0, 5.0, 10.0, 15.0))
    held = [np.degrees(motion.angles(time, begin)) for time in (0.4, 0.45, 0.5)]
    assert np.allclose(held[0], held[1])
    assert np.allclose(held[0], held[2])
    assert held[0][6:9] == pytest.approx((40.0, 50.0, 60.0))


def test_joints_without_an_angle_keep_theirs(motion: PostureMotion) -> None:
    begin = KIND.stand
    end = motion.angles(10.0, begin)
    assert np.allclose(end[9:12], begin[9:12])  # right hind
    assert np.degrees(end[:3]) == pytest.approx((10.0, 20.0, 30.0))


def test_angles_are_limited_to_the_ranges_of_the_joints(motion: PostureMotion) -> None:
    knee = KIND.joint("right_fore_knee")
    assert motion.angles(10.0, KIND.stand)[knee] == pytest.approx(KIND.joints[knee].max_angle)


def test_the_mirror_image_exchanges_left_and_right(tmp_path: Path) -> None:
    some = tmp_path / "some.toml"
    some.write_text(TEXT, encoding="utf-8")
    (tmp_path / "other.toml").write_text(
        f'robot = "ers7"\nmirror_of = "{some}"\n', encoding="utf-8"
    )
    motion = load_motion(str(some), ROBOT, BODY)
    mirrored = load_motion(str(tmp_path / "other.toml"), ROBOT, BODY)
    for time in (0.1, 0.4, 0.6, 1.0):
        expected = KIND.mirrored(motion.angles(time, KIND.stand))
        assert np.allclose(mirrored.angles(time, KIND.stand), expected)


def test_a_file_without_postures_is_refused(tmp_path: Path) -> None:
    empty = tmp_path / "empty.toml"
    empty.write_text('robot = "ers7"\n', encoding="utf-8")
    with pytest.raises(ConfigurationError, match="no postures"):
        load_motion(str(empty), ROBOT, BODY)


@pytest.mark.parametrize("name", ["ers210", "ers7"])
def test_get_up_motions_end_within_the_ranges(name: str) -> None:
    for side in ("front", "back", "left", "right"):
        motion = load_motion(f"get_up_{side}", RobotConfiguration(name), aibo_kinematics(name))
        assert 0.1 < motion.duration < 3.0
