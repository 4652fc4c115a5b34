"""Poses in a plane: chains, inverses, points, angles."""

import math
import pickle

import msgspec
import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from kickabout.geometry import Ball, Field, Frame, Pose2, Robot, Vector2
from kickabout.geometry.pose2 import Child, Parent

coordinates = st.floats(-10.0, 10.0)
angles = st.floats(-20.0, 20.0)
robot_poses = st.builds(Pose2[Robot, Field], coordinates, coordinates, angles)
ball_poses = st.builds(Pose2[Ball, Robot], coordinates, coordinates, angles)
points = st.builds(Vector2[Ball], coordinates, coordinates)


def close(a: Pose2[Child, Parent], b: Pose2[Child, Parent]) -> bool:
    turn = Vector2[Frame].from_polar(1.0, a.theta) - Vector2.from_polar(1.0, b.theta)
    return a.position.distance_to(b.position) < 1e-9 and turn.norm < 1e-9


def test_a_point_ahead_of_a_robot_that_faces_left_is_left_of_it_on_the_field() -> None:
    robot_to_field: Pose2[Robot, Field] = Pose2(1.0, 2.0, math.pi / 2)
    ball_in_field = robot_to_field @ Vector2[Robot](3.0, 1.0)
    assert ball_in_field.distance_to(Vector2(0.0, 5.0)) < 1e-12


@given(robot_poses)
def test_the_inverse_undoes_the_pose(pose: Pose2[Robot, Field]) -> None:
    assert close(pose @ pose.inverse(), Pose2())
    assert close(pose.inverse() @ pose, Pose2())
    assert close(pose.inverse().inverse(), pose)


@given(robot_poses, ball_poses, points)
def test_a_chain_of_poses_transforms_like_its_links(
    robot_to_field: Pose2[Robot, Field], ball_to_robot: Pose2[Ball, Robot], point: Vector2[Ball]
) -> None:
    at_once = (robot_to_field @ ball_to_robot) @ point
    in_steps = robot_to_field @ (ball_to_robot @ point)
    assert at_once.distance_to(in_steps) < 1e-9


@given(robot_poses, st.lists(st.builds(Vector2[Robot], coordinates, coordinates), min_size=1))
def test_an_array_of_points_is_transformed_like_each_point(
    pose: Pose2[Robot, Field], points: list[Vector2[Robot]]
) -> None:
    rows = pose @ np.array([point.array for point in points])
    for row, point in zip(rows, points, strict=True):
        np.testing.assert_allclose(row, (pose @ point).array, atol=1e-9)


@given(robot_poses, ball_poses)
def test_the_angle_of_a_chain_is_normalized(a: Pose2[Robot, Field], b: Pose2[Ball, Robot]) -> None:
    assert -math.pi < (a @ b).theta <= math.pi
    assert -math.pi < a.inverse().theta <= math.pi
    assert -math.pi < a.normalized().theta <= math.pi


def test_a_half_turn_stays_positive() -> None:
    assert Pose2[Robot, Field](theta=-math.pi).normalized().theta == math.pi
    assert Pose2[Robot, Field](theta=math.pi).inverse().theta == math.pi


def test_a_pose_survives_json_pickling_and_arrays() -> None:
    pose: Pose2[Robot, Field] = Pose2(1.0, -2.0, 0.5)
    assert msgspec.json.decode(msgspec.json.encode(pose), type=Pose2[Robot, Field]) == pose
    assert pickle.loads(pickle.dumps(pose)) == pose
    assert Pose2.from_array(pose.array) == pose
    assert Pose2.from_position(pose.position, pose.theta) == pose


def test_the_direction_is_the_x_axis_of_the_child() -> None:
    pose: Pose2[Robot, Field] = Pose2(5.0, 5.0, 0.3)
    axis = pose @ Vector2[Robot](1.0, 0.0) - pose.position
    assert axis.distance_to(pose.direction) < 1e-12


def test_many_vectors_are_transformed_as_each_of_them_is() -> None:
    pose: Pose2[Robot, Field] = Pose2(0.3, -1.2, 2.1)
    vectors: list[Vector2[Robot]] = [Vector2(1.0, 0.2), Vector2(-0.7, 3.0), Vector2()]
    assert pose.each(vectors) == [pose @ vector for vector in vectors]


def test_whole_numbers_make_arrays_that_kernels_take() -> None:
    assert Pose2[Robot, Field](1, 2, 0).array.dtype == float
