"""Joints: measured angles, health, and the body model made from them."""
