"""Direction of play: from the GameController, or the uniform and people's touch, to the attack."""

from dataclasses import dataclass

from kickabout.framework import Module, param
from kickabout.representations import AttackDirection, ButtonState, GameInfo, PlayerInfo

NO_MESSAGE = GameInfo()


@dataclass(frozen=True, slots=True, kw_only=True)
class AttackDirectionMonitorParameters:
    first_color: str = param(
        "red", doc="uniform of the team that attacks along the x axis of the world at first"
    )
    start: tuple[str, ...] = param(
        ("head_front", "head_rear", "head", "back_front"), doc="buttons that start the robot"
    )
    stop: tuple[str, ...] = param(
        ("back", "back_middle", "chest_button"), doc="buttons that stop the robot"
    )
    change_sides: tuple[str, ...] = param(
        ("chin", "head_middle"), doc="buttons that tell a stopped robot that the teams change sides"
    )


class AttackDirectionMonitor(Module[AttackDirectionMonitorParameters]):
    """Uses messages of the GameController if there are any.

    Without radio, the uniform determines the direction of the first half, and a touch at half-time
    changes it. While the robot plays, a touched chin means nothing: a ball that it
    holds touches it, too.
    """

    def __init__(self, parameters: AttackDirectionMonitorParameters) -> None:
        super().__init__(parameters)
        self.pressed: frozenset[str] = frozenset()
        self.plays = False
        self.has_changed = False
        self.published = AttackDirection()

    def update(
        self, player: PlayerInfo, buttons: ButtonState, game: GameInfo = NO_MESSAGE
    ) -> AttackDirection:
        self._touched(buttons)
        direction = game.data.direction(player.team) if game.received else self._known(player)
        if direction != self.published.along_world_x:
            self.published = AttackDirection(along_world_x=direction)
        return self.published

    def _touched(self, buttons: ButtonState) -> None:
        """React to buttons that were not pressed in the last cycle."""
        p = self.parameters
        pressed = frozenset(name for name, seconds in buttons.held_for.items() if seconds > 0.0)
        new, self.pressed = pressed - self.pressed, pressed
        if new.intersection(p.stop):
            self.plays = False
        elif new.intersection(p.start):
            self.plays = True
        elif new.intersection(p.change_sides) and not self.plays:
            self.has_changed = not self.has_changed
            self.debug.note("the teams change sides")

    def _known(self, player: PlayerInfo) -> float | None:
        if not player.color:
            return None
        at_first = 1.0 if player.color == self.parameters.first_color else -1.0
        return -at_first if self.has_changed else at_first
