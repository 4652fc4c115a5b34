"""Skills of passes: telling the team who gets the ball, or where it will go."""

from kickabout.behavior.bhuman.pieces import Skill
from kickabout.geometry import Field, Vector2


class AnnouncePass(Skill):
    """Tells the receiver's number; where the ball goes is told by the kick."""

    receiver: int

    def execute(self) -> None:
        self.requests.passing_to = self.receiver


class AnnounceKick(Skill):
    """Tells where a ball will go that is not kicked yet."""

    to: Vector2[Field]

    def execute(self) -> None:
        self.requests.shooting_to = self.to
