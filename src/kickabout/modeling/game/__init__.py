"""Models of the game: from GameController, whistles and ball to the state of the game."""
