"""Sweeps of the head: from a list of directions to the one to look at now."""

from collections.abc import Sequence

Direction = tuple[float, float]  # rad, pan to the left and tilt downward


class HeadSweep:
    """Goes through directions in turn, each until the head has reached it or time is over."""

    def __init__(self) -> None:
        self.index = 0
        self.since: float | None = None  # s, when it began to turn to the current direction
        self.visited = 0  # number of directions reached since the start

    def restart(self, index: int = 0) -> None:
        """Begin a sweep with one of its directions."""
        self.index, self.since, self.visited = index, None, 0

    def update(
        self,
        directions: Sequence[Direction],
        *,
        pan: float,
        tilt: float,
        now: float,
        reached_within: float,
        timeout: float,
    ) -> Direction:
        """Return the direction to turn to; `pan` and `tilt` are the angles of the head."""
        self.index %= len(directions)
        if self.since is None:
            self.since = now
        goal = directions[self.index]
        is_reached = max(abs(pan - goal[0]), abs(tilt - goal[1])) < reached_within
        if is_reached or now - self.since > timeout:
            self.index, self.since = (self.index + 1) % len(directions), now
            self.visited += 1
        return directions[self.index]


def nearest_end(directions: Sequence[Direction], pan: float) -> int:
    """Return the index of the direction whose pan is nearest."""
    return min(range(len(directions)), key=lambda index: abs(directions[index][0] - pan))
