"""Conditions over time: for how long they have been true."""


class Holding:
    """Time for which a condition has been true without a break."""

    __slots__ = ("_since",)

    def __init__(self) -> None:
        self._since: float | None = None

    def update(self, condition: bool, time: float) -> float:
        """Return the seconds since the condition became true; minus infinity if it is false."""
        if not condition:
            self._since = None
            return float("-inf")
        if self._since is None:
            self._since = time
        return time - self._since
