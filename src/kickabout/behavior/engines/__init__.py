"""Engines that behavior is written with."""
