"""LEDs of an Aibo: what the robot plays, and what it knows, for people beside the field."""

from kickabout.behavior.germanteam.world_model import GermanTeamWorld
from kickabout.representations import LedRequest

LIGHTS_OF_ROLES = {"Goalie": 0, "Player2": 1, "Player1": 2}


def leds(world: GermanTeamWorld, role: str) -> LedRequest:
    """Return three lights of the face for the role, two for the ball, two for an opponent near it.

    The tail is red while the robot waits, and blue while it plays.
    """
    own = next((light for name, light in LIGHTS_OF_ROLES.items() if role.endswith(name)), -1)
    sees = float(world.time_since_ball_seen < 0.3)
    hurry = float(world.knows_ball and world.opponent_is_near_ball)
    face = (*(float(light == own) for light in range(3)), sees, sees, hurry, hurry)
    tail = (0.0, 1.0) if world.game_is_running else (1.0, 0.0)
    return LedRequest(brightness={"face": face, "tail": tail})
