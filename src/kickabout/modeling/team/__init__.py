"""Models that the team shares: ball, players and field coverage."""
