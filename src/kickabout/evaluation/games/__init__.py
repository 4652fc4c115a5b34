"""Whole games: comparisons, tournaments, ratings."""
