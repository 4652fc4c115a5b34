"""The direction of play: by messages, by the uniform, and after a touch at half-time."""

import pytest
from tests.modules import made

from kickabout.modeling.pose.attack_direction_monitor import AttackDirectionMonitor
from kickabout.representations import (
    ButtonState,
    GameControllerData,
    GameInfo,
    GameTeam,
    PlayerInfo,
)

UNTOUCHED = ButtonState()
RED, BLUE = PlayerInfo(team=1, color="red"), PlayerInfo(team=2, color="blue")


def touch(monitor: AttackDirectionMonitor, player: PlayerInfo, button: str) -> float | None:
    """Press and release a button for several cycles; return the direction afterwards."""
    for held_for in (0.1, 0.2, 0.3):
        monitor.update(player, ButtonState(held_for={button: held_for}))
    direction: float | None = monitor.update(player, UNTOUCHED).along_world_x
    return direction


@pytest.mark.parametrize(("player", "direction"), [(RED, 1.0), (BLUE, -1.0), (PlayerInfo(), None)])
def test_without_radio_the_uniform_tells_the_direction(
    player: PlayerInfo, direction: float | None
) -> None:
    monitor = made(AttackDirectionMonitor)
    assert monitor.update(player, UNTOUCHED).along_world_x == direction


def test_a_touched_chin_changes_the_sides_of_a_stopped_robot_only() -> None:
    monitor = made(AttackDirectionMonitor)
    assert touch(monitor, RED, "head_rear") == 1.0
    assert touch(monitor, RED, "chin") == 1.0  # by the ball that it holds
    assert touch(monitor, RED, "back") == 1.0
    assert touch(monitor, RED, "chin") == -1.0
    assert touch(monitor, RED, "head_front") == -1.0


def test_messages_of_the_game_controller_come_first() -> None:
    data = GameControllerData(teams=(GameTeam(number=2), GameTeam(number=1)))
    monitor = made(AttackDirectionMonitor)
    found = monitor.update(RED, UNTOUCHED, GameInfo(data=data, received=True))
    assert found.along_world_x == -1.0
