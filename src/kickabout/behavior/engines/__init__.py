"""Engines that run behaviors."""
