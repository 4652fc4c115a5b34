"""From models to requests."""
