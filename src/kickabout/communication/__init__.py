"""GameController and team messages on the wire."""
