"""Which of two poses that look the same is chosen?"""

import math

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from kickabout.geometry import Vec3
from kickabout.modeling.pose.pose_symmetry import (
    from_own_half,
    is_near,
    like_before,
    mirrored_covariance,
    mirrored_pose,
)

poses = st.builds(
    lambda x, y, theta: np.array((x, y, theta)),
    st.floats(-4.5, 4.5),
    st.floats(-3.0, 3.0),
    st.floats(-3.1, 3.1),
)


@given(poses)
def test_mirroring_twice_changes_nothing(pose: Vec3) -> None:
    assert is_near(mirrored_pose(mirrored_pose(pose)), pose, 1e-9, 1e-9)


def test_mirroring_a_covariance_is_turning_it_by_half_a_turn() -> None:
    root = np.random.default_rng(1).normal(size=(3, 3))
    covariance = root @ root.T
    turn = np.diag((-1.0, -1.0, 1.0))
    np.testing.assert_allclose(mirrored_covariance(covariance), turn @ covariance @ turn.T)


@given(poses, poses)
def test_both_poses_of_a_pair_lead_to_the_same_choice(pose: Vec3, previous: Vec3) -> None:
    mirrored = mirrored_pose(pose)
    difference = np.hypot(*(pose[:2] - previous[:2])) - np.hypot(*(mirrored[:2] - previous[:2]))
    turn = abs(math.remainder(pose[2] - previous[2], 2.0 * math.pi))
    if abs(2.0 * turn - math.pi + 0.25 * difference) > 1e-9:  # else it is a draw
        chosen = like_before(pose, previous, 0.25)
        assert is_near(chosen, like_before(mirrored, previous, 0.25), 1e-9, 1e-9)


def test_the_direction_counts_more_than_the_position() -> None:
    previous = np.array((-2.5, -1.5, 0.3))
    for x in np.linspace(-4.0, 4.0, 9):
        for y in np.linspace(-2.5, 2.5, 5):
            for turn in np.linspace(-0.6, 0.6, 5):
                alternative = np.array((x, y, previous[2] + turn))
                assert is_near(like_before(alternative, previous, 0.25), alternative, 1e-9, 1e-9)


def test_if_headings_are_equally_likely_the_position_decides() -> None:
    previous = np.array((-2.5, -1.5, 0.0))
    near = np.array((-2.0, -1.5, 0.5 * math.pi))
    assert is_near(like_before(mirrored_pose(near), previous, 0.25), near, 1e-9, 1e-9)


@given(poses)
def test_the_own_half_has_no_positive_x(pose: Vec3) -> None:
    assert from_own_half(pose, np.zeros(2))[0] <= 0.0


def test_a_robot_that_walked_across_the_halfway_line_was_put_down_before_it() -> None:
    put_down = np.array((-1.0, 0.0))  # it walked one meter ahead since
    pose = np.array((0.5, 0.3, 0.0))
    assert is_near(from_own_half(pose, put_down), pose, 1e-9, 1e-9)
    assert is_near(from_own_half(mirrored_pose(pose), put_down), pose, 1e-9, 1e-9)
