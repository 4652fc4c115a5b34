"""Tactical geometry: where to kick, where to stand; pure functions without options."""
