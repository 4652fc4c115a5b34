"""B-Human's behavior: skills and cards run by the behavior engine."""
