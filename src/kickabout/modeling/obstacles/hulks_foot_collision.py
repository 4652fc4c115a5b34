"""Foot collisions: from contacts of alternating feet to an obstacle on the ground ahead."""

from collections import deque


class FootCollision:
    """Detects contacts of left, right, left or right, left, right foot within some time.

    After HULKs 2021, 5.13: made for robots on the ground, which sonar does not detect.
    """

    def __init__(self) -> None:
        self._contacts: deque[tuple[float, bool]] = deque(maxlen=3)  # time, and whether left
        self._before = (False, False)

    def update(
        self, now: float, contact: tuple[bool, bool], *, working: bool, within: float
    ) -> bool:
        """Return whether the last three contacts alternate; false with a broken bumper."""
        if not working:
            self._contacts.clear()
            return False
        for left, touches, touched in zip((True, False), contact, self._before, strict=True):
            if touches and not touched:
                self._contacts.append((now, left))
        self._before = contact
        while self._contacts and now - self._contacts[0][0] > within:
            self._contacts.popleft()
        sides = [left for _, left in self._contacts]
        collides = len(sides) == 3 and sides[0] != sides[1] and sides[1] != sides[2]
        if collides:
            self._contacts.clear()
        return collides
