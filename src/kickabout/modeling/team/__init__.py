"""What the team knows together: ball, players and field coverage."""
