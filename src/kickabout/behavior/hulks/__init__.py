"""How HULKs 2021 play: plain functions from a view of the game to an action, one per role."""
