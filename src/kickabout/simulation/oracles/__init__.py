"""Oracles: from ground truth to percepts and models, with realistic errors."""
