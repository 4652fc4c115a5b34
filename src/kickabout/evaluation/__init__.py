"""Evaluation: trials, judged images, games, ratings."""
