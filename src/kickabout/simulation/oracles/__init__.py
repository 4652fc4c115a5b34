"""Oracles: from ground truth to percepts and models, with the errors that the real ones make."""
