"""Rotations in space: each representation compared with the others and with scipy."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.spatial.transform import Rotation

from kickabout.geometry import (
    FloatArray,
    matrix_from_quaternion,
    quaternion_from_matrix,
    roll_pitch_yaw_from_rotation,
    rotation_from_roll_pitch_yaw,
    rotation_from_vector,
    rotation_x,
    rotation_y,
    rotation_z,
    vector_from_rotation,
)
from kickabout.geometry.rotations import (
    chained,
    chained_with_all,
    matrices_from_quaternions,
    orthonormalized,
    product,
    rotated,
    rotated_back,
)

angles = st.floats(-math.pi, math.pi)
components = st.floats(-1.0, 1.0)


@st.composite
def rotations(draw: st.DrawFn) -> FloatArray:
    quaternion = np.array([draw(components) for _ in range(4)])
    if np.linalg.norm(quaternion) < 1e-3:
        quaternion[0] = 1.0
    return matrix_from_quaternion(quaternion)


def near(actual: FloatArray, expected: FloatArray) -> None:
    np.testing.assert_allclose(actual, expected, atol=1e-9)


@given(rotations())
def test_matrices_from_quaternions_are_rotations(rotation: FloatArray) -> None:
    near(rotation @ rotation.T, np.eye(3))
    assert np.linalg.det(rotation) == pytest.approx(1.0)


@given(st.lists(rotations(), min_size=1, max_size=4), st.integers(0, 1000))
def test_many_transforms_at_once_are_those_of_one_after_the_other(
    several: list[FloatArray], seed: int
) -> None:
    quaternions = np.array([quaternion_from_matrix(rotation) for rotation in several])
    matrices = matrices_from_quaternions(quaternions)
    points = np.random.default_rng(seed).normal(size=(len(several), 3))
    left, offset = several[-1], np.array((1.0, -2.0, 0.5))
    turned, moved = chained_with_all(left, offset, matrices, points)
    for i, quaternion in enumerate(quaternions):
        assert (matrices[i] == matrix_from_quaternion(quaternion)).all()
        rotation, translation = chained(left, offset, matrices[i], points[i])
        assert (turned[i] == rotation).all()
        assert (moved[i] == translation).all()


@given(rotations())
def test_a_rotation_survives_the_conversion_to_a_quaternion(rotation: FloatArray) -> None:
    quaternion = quaternion_from_matrix(rotation)
    assert quaternion[0] >= 0.0
    assert np.linalg.norm(quaternion) == pytest.approx(1.0)
    near(matrix_from_quaternion(quaternion), rotation)


@given(rotations())
def test_the_quaternion_agrees_with_scipy(rotation: FloatArray) -> None:
    theirs = Rotation.from_matrix(rotation).as_quat(canonical=True, scalar_first=True)
    ours = quaternion_from_matrix(rotation)
    near(ours * np.sign(ours @ theirs), theirs)


@pytest.mark.parametrize("axis", [0, 1, 2])
def test_the_quaternion_of_a_half_turn_is_exact(axis: int) -> None:
    half_turn = -np.eye(3)
    half_turn[axis, axis] = 1.0
    near(matrix_from_quaternion(quaternion_from_matrix(half_turn)), half_turn)


@given(rotations())
def test_the_exponential_undoes_the_logarithm(rotation: FloatArray) -> None:
    vector = vector_from_rotation(rotation)
    assert np.linalg.norm(vector) <= math.pi + 1e-12
    near(rotation_from_vector(vector), rotation)


@given(st.floats(-math.pi + 1e-6, math.pi - 1e-6), components, components, components)
def test_the_logarithm_undoes_the_exponential(angle: float, x: float, y: float, z: float) -> None:
    axis = np.array((x, y, z))
    if np.linalg.norm(axis) < 1e-3:
        axis[2] = 1.0
    vector = angle * axis / np.linalg.norm(axis)
    near(vector_from_rotation(rotation_from_vector(vector)), vector)
    near(rotation_from_vector(vector), Rotation.from_rotvec(vector).as_matrix())


@pytest.mark.parametrize("length", [0.0, 1e-12, 1e-8, 0.99e-4, 1.01e-4])
def test_tiny_rotations_are_exact(length: float) -> None:
    vector = length * np.array((0.6, 0.0, -0.8))
    np.testing.assert_allclose(
        vector_from_rotation(rotation_from_vector(vector)), vector, rtol=1e-9, atol=1e-20
    )


@given(angles, st.floats(-1.5, 1.5), angles)
def test_a_rotation_survives_the_conversion_to_roll_pitch_and_yaw(
    roll: float, pitch: float, yaw: float
) -> None:
    rotation = rotation_from_roll_pitch_yaw(roll, pitch, yaw)
    near(rotation_from_roll_pitch_yaw(*roll_pitch_yaw_from_rotation(rotation)), rotation)
    near(rotation, Rotation.from_euler("xyz", (roll, pitch, yaw)).as_matrix())
    assert roll_pitch_yaw_from_rotation(rotation)[1] == pytest.approx(pitch, abs=1e-9)


@given(angles, angles, st.sampled_from((-math.pi / 2, math.pi / 2)))
def test_roll_pitch_and_yaw_survive_gimbal_lock(roll: float, yaw: float, pitch: float) -> None:
    rotation = rotation_from_roll_pitch_yaw(roll, pitch, yaw)
    found = roll_pitch_yaw_from_rotation(rotation)
    np.testing.assert_allclose(rotation_from_roll_pitch_yaw(*found), rotation, atol=1e-6)


@given(angles)
def test_axis_rotations_agree_with_scipy(angle: float) -> None:
    near(rotation_x(angle), Rotation.from_euler("x", angle).as_matrix())
    near(rotation_y(angle), Rotation.from_euler("y", angle).as_matrix())
    near(rotation_z(angle), Rotation.from_euler("z", angle).as_matrix())


@given(rotations(), rotations())
def test_product_and_rotated_agree_with_numpy(a: FloatArray, b: FloatArray) -> None:
    near(product(a, b), a @ b)
    near(rotated(a, b[0]), a @ b[0])
    near(rotated_back(a, b[0]), a.T @ b[0])


@given(rotations())
def test_a_drifted_matrix_becomes_a_rotation_again(rotation: FloatArray) -> None:
    drifted = rotation + 1e-6 * np.arange(9.0).reshape(3, 3)
    repaired = orthonormalized(drifted)
    np.testing.assert_allclose(repaired @ repaired.T, np.eye(3), atol=1e-14)
    np.testing.assert_allclose(repaired, rotation, atol=5e-5)
