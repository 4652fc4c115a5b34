"""The GameController's side of the wire."""
