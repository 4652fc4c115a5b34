"""Modules that test a body with difficult requests."""
