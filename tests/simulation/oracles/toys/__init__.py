"""A tiny team with perception, models and behavior, for tests of fidelities."""
