"""Small modules on numbers, to test the framework without soccer."""
