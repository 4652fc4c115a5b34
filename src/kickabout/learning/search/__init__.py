"""Search for parameters and network architectures."""
