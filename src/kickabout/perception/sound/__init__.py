"""Detection of whistles and their direction."""
