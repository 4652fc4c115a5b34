"""A net of motions described in a language of their own, as the GermanTeam's of 2001."""
