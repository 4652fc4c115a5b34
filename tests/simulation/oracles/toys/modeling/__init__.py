"""From percepts to models without any filter."""
