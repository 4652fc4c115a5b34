"""Referee mistakes: from the reported game and observations to contradictions."""

from kickabout.geometry import Field, Vector2
from kickabout.representations import SetPlay


def is_mistaken(set_play: SetPlay, *, own_kick: bool, ball: Vector2[Field] | None) -> bool:
    """Return whether the ball lies in the wrong half for this free kick (HULKs 2021, 5.15).

    A goal kick is taken in the kicking team's half, a corner kick in the other one. If the ball is
    unknown, there is no contradiction.
    """
    if ball is None or set_play not in (SetPlay.GOAL_KICK, SetPlay.CORNER_KICK):
        return False
    in_own_half = ball.x < 0.0
    expected = own_kick if set_play is SetPlay.GOAL_KICK else not own_kick
    return in_own_half != expected


class CarryDetector:
    """Detects that a robot is still carried when its penalty ends."""

    def __init__(self) -> None:
        self._was_penalized = False
        self._carried = False
        self._standing_since: float | None = None

    def update(self, now: float, *, penalized: bool, contact: bool, stand_for: float) -> bool:
        """Return whether to keep still until the robot has stood for the given time."""
        if self._was_penalized and not penalized:
            self._carried = True
        self._was_penalized = penalized
        if not contact:
            self._standing_since = None
        elif self._standing_since is None:
            self._standing_since = now
        stood = self._standing_since is not None and now - self._standing_since >= stand_for
        self._carried = self._carried and not stood and not penalized
        return self._carried
