"""Array types of the renderer and how its kernels are compiled."""

from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

Float32Array: TypeAlias = NDArray[np.float32]
Float64Array: TypeAlias = NDArray[np.float64]
Int8Array: TypeAlias = NDArray[np.int8]
Int32Array: TypeAlias = NDArray[np.int32]
UInt8Array: TypeAlias = NDArray[np.uint8]
UInt32Array: TypeAlias = NDArray[np.uint32]

# Reassociation stays forbidden, so that the same inputs give the same bytes on one machine; without the
# numpy error model each division would carry a branch, and no loop would become vector code.
KERNEL: dict[str, Any] = {
    "cache": True,
    "nogil": True,
    "error_model": "numpy",
    "fastmath": {"contract", "nsz", "arcp", "nnan", "ninf"},
}

# For what runs once per pixel row: without counting references to arrays, which would cost more than the
# loops over a row. Such kernels must not create arrays.
ROW_KERNEL: dict[str, Any] = {**KERNEL, "_nrt": False}

LANES = 8  # spans are widened to a multiple, so that no scalar remainder loops run

ZERO = np.float32(0.0)
HALF = np.float32(0.5)
ONE = np.float32(1.0)
FAR = np.float32(1.0e3)  # m, beyond everything
