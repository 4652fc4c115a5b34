"""Referee mistakes: from what is told and what is seen to what cannot be."""

from kickabout.geometry import Field, Vector2
from kickabout.representations import SetPlay


def is_mistaken(set_play: SetPlay, *, own_kick: bool, ball: Vector2[Field] | None) -> bool:
    """Whether the ball lies in the wrong half for this free kick (HULKs 2021, 5.15).

    A goal kick is taken in the own half of who takes it, a corner kick in the other one. What
    nobody sees cannot contradict.
    """
    if ball is None or set_play not in (SetPlay.GOAL_KICK, SetPlay.CORNER_KICK):
        return False
    in_own_half = ball.x < 0.0
    expected = own_kick if set_play is SetPlay.GOAL_KICK else not own_kick
    return in_own_half != expected


class CarryWatch:
    """A robot that was unpenalized before it stands keeps still until it has stood for a while."""

    def __init__(self) -> None:
        self._was_penalized = False
        self._carried = False
        self._standing_since: float | None = None

    def update(self, now: float, *, penalized: bool, contact: bool, patience: float) -> bool:
        """Whether the penalty has to be prolonged."""
        if self._was_penalized and not penalized:
            self._carried = True
        self._was_penalized = penalized
        if not contact:
            self._standing_since = None
        elif self._standing_since is None:
            self._standing_since = now
        stood = self._standing_since is not None and now - self._standing_since >= patience
        self._carried = self._carried and not stood and not penalized
        return self._carried
