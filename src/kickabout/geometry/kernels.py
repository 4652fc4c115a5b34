"""Kernels of geometry and of all that builds on it."""

from kickabout.framework.compilation.kernels import kernel as kernel
