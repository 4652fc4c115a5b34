"""Tactical geometry of B-Human: shots, duels, free kicks, patrols; pure functions."""
