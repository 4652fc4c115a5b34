"""Cards of soccer; importing this package makes them known to tactics files."""

from kickabout.behavior.bhuman.cards import (
    free_kick_receivers,
    free_kicks,
    game_states,
    keeper,
    kickoff,
    pass_receiver,
    passing_kickoff,
    penalty_kick,
    search,
    shootout,
    striker,
    supporters,
)

__all__ = [
    "free_kick_receivers",
    "free_kicks",
    "game_states",
    "keeper",
    "kickoff",
    "pass_receiver",
    "passing_kickoff",
    "penalty_kick",
    "search",
    "shootout",
    "striker",
    "supporters",
]
