"""Skills of passes: telling the team who gets the ball."""

from kickabout.behavior.soccer.pieces import Skill


class AnnouncePass(Skill):
    """Tells the receiver's number; where the ball goes is told by the kick."""

    receiver: int

    def execute(self) -> None:
        self.wishes.passing_to = self.receiver
