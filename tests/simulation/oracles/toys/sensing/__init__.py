"""From sensors to how the body stands."""
