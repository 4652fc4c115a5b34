"""Behavior: from models of the world to requests for motion."""
