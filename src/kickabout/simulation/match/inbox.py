"""What all robots receive, kept for each until its next frame, and who presses their buttons."""

from collections.abc import Sequence

from kickabout.framework import ConfigurationError
from kickabout.representations import Datagram
from kickabout.robots.kind import RobotKind
from kickabout.simulation.referee.rules import Rules

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


class Hands:
    """Buttons of the robots that people press now."""

    def __init__(self, kinds: Sequence[RobotKind], rules: Rules) -> None:
        self._kinds = tuple(kinds)
        self._until: dict[tuple[int, str], float] = {}
        for buttons in rules.needed_buttons:
            self._demand(buttons)

    def _demand(self, buttons: Sequence[str]) -> None:
        """Raise an error if a robot has none of these buttons."""
        for kind in self._kinds:
            if buttons and not _button(kind, buttons):
                raise ConfigurationError(
                    f"the rules need one of the buttons {', '.join(buttons)} to start and stop"
                    f" robots, but {kind.name} has only"
                    f" {', '.join(kind.sensors.buttons) or 'none'}"
                )

    def press(self, robot: int, buttons: Sequence[str], until: float) -> None:
        """Press the first of these buttons that the robot has, until a time in s."""
        self._until[robot, _button(self._kinds[robot], buttons)] = until

    def pressed(self, robot: int, now: float) -> tuple[str, ...]:
        """Return the buttons of a robot that are pressed."""
        if not self._until:
            return ()
        self._until = {press: until for press, until in self._until.items() if until > now}
        return tuple(name for index, name in self._until if index == robot)


def _button(kind: RobotKind, buttons: Sequence[str]) -> str:
    return next((name for name in buttons if name in kind.sensors.buttons), "")
