"""Conditions over time: from flickering signals to steady answers."""


class Hysteresis:
    """True once a value rises above the upper limit, until it falls below the lower one."""

    __slots__ = ("is_on", "lower", "upper")

    def __init__(self, lower: float, upper: float, is_on: bool = False) -> None:
        if lower > upper:
            raise ValueError(f"hysteresis needs lower ≤ upper, not {lower} and {upper}")
        self.lower = lower
        self.upper = upper
        self.is_on = is_on

    def update(self, value: float) -> bool:
        self.is_on = value >= self.lower if self.is_on else value > self.upper
        return self.is_on


class Holding:
    """For how long a condition has been true without a break."""

    __slots__ = ("_since",)

    def __init__(self) -> None:
        self._since: float | None = None

    def update(self, condition: bool, time: float) -> float:
        """Seconds from the first true update to this one; minus infinity if it is false."""
        if not condition:
            self._since = None
            return float("-inf")
        if self._since is None:
            self._since = time
        return time - self._since
