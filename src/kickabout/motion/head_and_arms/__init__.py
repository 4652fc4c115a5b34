"""Head and arm motions."""
