"""Compiled kernels: their cache, and their preparation before they are needed."""
