"""How the renderer's kernels are compiled, and constants in their precision."""

from typing import Any

import numpy as np

# Reassociation, contraction to fused multiply-add and reciprocals stay forbidden: with them the
# last bit of a picture depends on whether a process compiled a kernel or loaded it from the cache.
# Without numpy's error model each division would carry a branch, and no loop would become vector
# code.
KERNEL: dict[str, Any] = {
    "error_model": "numpy",
    "fastmath": {"nsz", "nnan", "ninf"},
}

# Without counting references to arrays, which would cost more than the loops over a row of pixels.
# Such kernels must not create arrays.
FRAME_KERNEL: dict[str, Any] = {**KERNEL, "_nrt": False}

# Called only by other kernels, so that no entry from Python has to be compiled. Merged into their
# machine code, because passing on the named tuples of arrays took a quarter of a picture's time.
ROW_KERNEL: dict[str, Any] = {
    **FRAME_KERNEL,
    "no_cpython_wrapper": True,
    "no_cfunc_wrapper": True,
    "forceinline": True,
}

# Copied into its caller, which saves passing on arrays; may get another kernel as an argument.
INLINED: dict[str, Any] = {**ROW_KERNEL, "inline": "always"}

LANES = 16  # spans are widened to a multiple, so that no scalar remainder loops run

ZERO = np.float32(0.0)
HALF = np.float32(0.5)
ONE = np.float32(1.0)
FAR = np.float32(1.0e3)  # m, farther than anything in a scene
