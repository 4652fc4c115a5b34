"""Resampling: particles are copied in proportion to their weights."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kickabout.filters import systematic_resampling
from kickabout.geometry import FloatArray

weight_lists = st.lists(st.floats(0.0, 1.0), min_size=1, max_size=30).map(np.array)


@given(weight_lists, st.floats(0.0, 1.0, exclude_max=True))
def test_each_particle_is_copied_in_proportion_to_its_weight(
    weights: FloatArray, start: float
) -> None:
    if weights.sum() < 1e-6:
        return
    counts = np.bincount(systematic_resampling(weights, start), minlength=len(weights))
    expected = weights / weights.sum() * len(weights)
    assert counts.sum() == len(weights)
    assert np.abs(counts - expected).max() < 1.0 + 1e-9


def test_twice_the_weight_gives_twice_as_many_copies() -> None:
    random = np.random.default_rng(1)
    weights = np.array((0.2, 0.1, 0.1, 0.1))
    counts = np.zeros(4)
    for _ in range(10_000):
        counts += np.bincount(systematic_resampling(weights, random.random()), minlength=4)
    assert counts[0] / counts[1] == pytest.approx(2.0, rel=0.05)


def test_a_particle_without_weight_is_not_copied() -> None:
    assert 1 not in systematic_resampling(np.array((0.5, 0.0, 0.5)), 0.9)
    assert 0 not in systematic_resampling(np.array((0.0, 1.0)), 0.0)


def test_without_any_weight_each_particle_is_copied_once() -> None:
    np.testing.assert_array_equal(systematic_resampling(np.zeros(3), 0.5), (0, 1, 2))
