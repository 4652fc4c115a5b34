"""Which engine controls the body, and how their outputs are combined."""
