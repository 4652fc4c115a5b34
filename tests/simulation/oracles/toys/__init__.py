"""A tiny team that sees, models and acts, for moving it between fidelities."""
