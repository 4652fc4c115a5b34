"""Skills of passes: announce to the team which robot gets the ball, or where it will go."""

from kickabout.behavior.bhuman.pieces import Skill
from kickabout.geometry import Field, Vector2


class AnnouncePass(Skill):
    """Announces the receiver's number; the kick announces where the ball will go."""

    receiver: int

    def execute(self) -> None:
        self.requests.passing_to = self.receiver


class AnnounceKick(Skill):
    """Announces where the ball will go before it is kicked."""

    to: Vector2[Field]

    def execute(self) -> None:
        self.requests.shooting_to = self.to
