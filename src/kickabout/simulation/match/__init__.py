"""Matches: scenes, players, workers, reports."""
