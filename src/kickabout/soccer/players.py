"""Numbers of players and the usual league, for checks that load nothing else."""

from kickabout.framework.errors import ConfigurationError

DEFAULT_LEAGUE = "spl2019"


def wrong_number(players: int, possible: int) -> ConfigurationError:
    """Return the error for a number of robots with which there is no game."""
    return ConfigurationError(
        f"{players} robots in each team; expected 1 to {possible}, or 0 with a scene that lists"
        " robots"
    )
