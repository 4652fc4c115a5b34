"""Bases of skills and cards: skills write wishes, cards only read and call."""

from kickabout.behavior.engines.cards import Card, Option
from kickabout.behavior.shared.wishes import Wishes
from kickabout.behavior.shared.world import World


class Skill(Option[World]):
    """How something is done; takes arguments, may ask the body for something."""

    @property
    def wishes(self) -> Wishes:
        return self.world.wishes


class SoccerCard(Card[World]):
    """What is to be done, and when; asks for nothing itself."""
