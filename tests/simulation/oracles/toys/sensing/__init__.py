"""From sensors to the state of the body."""
