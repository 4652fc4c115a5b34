"""Array types, and read-only arrays as defaults of dataclass fields."""

import functools
from dataclasses import field

import numpy as np
import numpy.typing as npt

FLOAT = np.dtype(np.float64)

FloatArray = npt.NDArray[np.float64]
BoolArray = npt.NDArray[np.bool_]
IndexArray = npt.NDArray[np.int64]

Vec = FloatArray  # (n,)
Vec2 = FloatArray  # (2,)
Vec3 = FloatArray  # (3,)
Vec4 = FloatArray  # (4,)
Mat = FloatArray  # (m, n)
Mat3 = FloatArray  # (3, 3)
Mat4 = FloatArray  # (4, 4)
Cov = FloatArray  # (n, n), symmetric positive definite, as all below
Cov2 = FloatArray  # (2, 2)
Cov3 = FloatArray  # (3, 3)
Cov4 = FloatArray  # (4, 4)
Points2 = FloatArray  # (N, 2), one point per row
Points3 = FloatArray  # (N, 3), one point per row


def readonly(values: npt.ArrayLike) -> FloatArray:
    """Return a read-only float array: the given one if it already is one, else a copy."""
    # All float arrays share one dtype object, so comparing identities suffices and is fast.
    if isinstance(values, np.ndarray) and values.dtype is FLOAT and not values.flags.writeable:
        return values
    array = np.array(values, dtype=np.float64)
    array.setflags(write=False)
    return array


def zeros(*shape: int) -> FloatArray:
    """Return a dataclass field that defaults to one shared, read-only array of zeros."""
    array = shared_zeros(*shape)
    return field(default_factory=lambda: array)


def unit(size: int) -> FloatArray:
    """Return a dataclass field that defaults to one shared, read-only identity matrix."""
    array = shared_unit(size)
    return field(default_factory=lambda: array)


@functools.cache
def shared_zeros(*shape: int) -> FloatArray:
    return readonly(np.zeros(shape))


@functools.cache
def shared_unit(size: int) -> FloatArray:
    return readonly(np.eye(size))
