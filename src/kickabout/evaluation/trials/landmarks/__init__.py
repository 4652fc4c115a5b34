"""Trials of localization by landmarks: without physics, and on trotting robots."""
