"""Compiled kernels: their cache, and their preparation before they are needed."""

from kickabout.framework.compilation.kernels import kernel as kernel
from kickabout.framework.compilation.kernels import kernel_with as kernel_with
