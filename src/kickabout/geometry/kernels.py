"""Kernels of geometry and of all that builds on it."""

from kickabout.framework.kernels import kernel as kernel
