"""Repeatable trials of single abilities, and what they measure."""
