"""Soccer with the behavior engine: the world as cards see it, skills and cards."""
