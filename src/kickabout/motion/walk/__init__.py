"""Walking and standing."""
