"""Base classes: skills write requests, cards only read the world and call skills."""

from kickabout.behavior.engines.cards import Card, Option
from kickabout.behavior.shared.skill_requests import SkillRequests
from kickabout.behavior.shared.world_state import WorldState


class Skill(Option[WorldState]):
    """An option with arguments that may write requests to the body."""

    @property
    def requests(self) -> SkillRequests:
        return self.world.requests


class SoccerCard(Card[WorldState]):
    """A card of soccer; it writes no requests itself."""
