"""From models to what to do next."""
