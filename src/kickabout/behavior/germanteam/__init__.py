"""Behavior of the GermanTeam of 2001: roles, game states, options, sub-options and skills."""
