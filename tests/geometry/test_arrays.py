"""Default arrays: shared, read-only, with the right shape."""

from dataclasses import dataclass

import numpy as np
import pytest

from kickabout.geometry import Cov2, Vec2, readonly, unit, zeros


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Thing:
    position: Vec2 = zeros(2)
    covariance: Cov2 = unit(2)


def test_defaults_are_zero_and_identity() -> None:
    thing = Thing()
    np.testing.assert_array_equal(thing.position, [0.0, 0.0])
    np.testing.assert_array_equal(thing.covariance, [[1.0, 0.0], [0.0, 1.0]])


def test_defaults_are_shared_and_read_only() -> None:
    assert Thing().position is Thing().position
    with pytest.raises(ValueError, match="read-only"):
        Thing().position[0] = 1.0
    with pytest.raises(ValueError, match="read-only"):
        Thing().covariance[0, 0] = 2.0


def test_arguments_replace_the_defaults() -> None:
    assert Thing(position=np.array((1.0, 2.0))).position[1] == 2.0


def test_readonly_copies_writable_arrays() -> None:
    source = np.zeros(3)
    frozen = readonly(source)
    source[0] = 1.0
    assert frozen[0] == 0.0
    assert source.flags.writeable
    assert readonly(frozen) is frozen


def test_readonly_accepts_lists_and_other_types() -> None:
    assert readonly([1, 2, 3]).dtype == np.float64
    assert readonly(np.zeros(2, dtype=np.float32)).dtype == np.float64
