"""Modules that make a body's life hard."""
