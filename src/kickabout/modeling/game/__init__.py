"""The state of the game: GameController, whistles and what the robots see."""
