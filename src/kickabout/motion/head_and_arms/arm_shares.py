"""Arm shares: from arm motions that are asked for to how far the arm engine has the arms."""


class ArmShares:
    """Left and right go over to the arm engine and back within a time."""

    def __init__(self) -> None:
        self.shares = (0.0, 0.0)

    def update(self, active: tuple[bool, bool], *, free: bool, largest: float) -> bool:
        """Go on by at most `largest`; arms that are not free stay with the body. True if changed.

        `active` tells which arms have a motion of their own, left and right.
        """
        before = self.shares
        left, right = before
        self.shares = (
            _approached(left, active[0] and free, largest),
            _approached(right, active[1] and free, largest),
        )
        return self.shares != before


def _approached(share: float, wanted: bool, largest: float) -> float:
    return share + min(largest, max(-largest, float(wanted) - share))
