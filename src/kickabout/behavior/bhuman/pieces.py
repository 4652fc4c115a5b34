"""Bases of skills and cards: skills write wishes, cards only read and call."""

from kickabout.behavior.engines.cards import Card, Option
from kickabout.behavior.shared.skill_requests import SkillRequests
from kickabout.behavior.shared.world_state import WorldState


class Skill(Option[WorldState]):
    """How something is done; takes arguments, may ask the body for something."""

    @property
    def requests(self) -> SkillRequests:
        return self.world.requests


class SoccerCard(Card[WorldState]):
    """What is to be done, and when; asks for nothing itself."""
