"""What all robots receive, kept for each until its next frame."""

from kickabout.representations import Datagram

Whistle = tuple[float, float, float]  # s, and position in m


class Inbox:
    """Packets of the GameController and whistles that robots have not received yet."""

    def __init__(self, robots: int) -> None:
        self._packets: list[tuple[Datagram, ...]] = [()] * robots
        self._whistles: list[tuple[Whistle, ...]] = [()] * robots

    def add(self, packets: tuple[Datagram, ...], whistles: tuple[Whistle, ...]) -> None:
        """Keep packets and whistles for all robots."""
        for robot in range(len(self._packets)):
            self._packets[robot] += packets
            self._whistles[robot] += whistles

    def taken(self, robot: int) -> tuple[tuple[Datagram, ...], tuple[Whistle, ...]]:
        """Return what a robot has not received yet, and forget it."""
        taken = self._packets[robot], self._whistles[robot]
        self._packets[robot], self._whistles[robot] = (), ()
        return taken
