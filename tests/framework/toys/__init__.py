"""A tiny world of numbers for testing the framework without any soccer."""
