"""The GameController's side of the communication."""
