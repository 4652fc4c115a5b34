"""Contact with ground, obstacles and people: soles, bumpers, arms, buttons, sonar."""
