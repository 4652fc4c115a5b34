"""Kicks while standing and while walking."""
