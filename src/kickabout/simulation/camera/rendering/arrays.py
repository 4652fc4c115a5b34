"""Array types of the renderer."""

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Float32Array: TypeAlias = NDArray[np.float32]
Float64Array: TypeAlias = NDArray[np.float64]
Int8Array: TypeAlias = NDArray[np.int8]
Int32Array: TypeAlias = NDArray[np.int32]
UInt8Array: TypeAlias = NDArray[np.uint8]
UInt32Array: TypeAlias = NDArray[np.uint32]
