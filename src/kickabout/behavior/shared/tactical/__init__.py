"""Tactical geometry: pure functions for where to kick and where to stand."""
