"""Do HULKs' eye LEDs show a rainbow before the game, and the skull LEDs the battery?"""

from dataclasses import replace

from kickabout.behavior.hulks.hulks_led_handler import (
    HulksLedHandler,
    HulksLedHandlerParameters,
    battery_skull,
    rainbow,
)
from kickabout.behavior.shared.led_inputs import LedInputs
from kickabout.framework import FrameInfo
from kickabout.representations import (
    ActivationGraph,
    BallModel,
    GameInfo,
    GameState,
    GameStateModel,
    GroundContactState,
    LedRequest,
    PlayerInfo,
    Role,
    RoleState,
    SensorFrame,
    TeamData,
)
from kickabout.robots.nao.lights import EYE

INITIAL = LedInputs(
    player=PlayerInfo(),
    game=GameInfo(),
    state=GameStateModel(state=GameState.INITIAL),
    roles=RoleState(role=Role.STRIKER),
    graph=ActivationGraph(),
    ball=BallModel(),
    ground=GroundContactState(),
    team=TeamData(),
    sensors=SensorFrame(),
)


def lights(given: LedInputs, cycle: int) -> LedRequest:
    module = HulksLedHandler(HulksLedHandlerParameters(cycles=6))
    return module.update(FrameInfo(time=1.0, cycle=cycle), given)


def test_the_rainbow_moves_on_by_one_light_every_few_cycles() -> None:
    first, same, later = (lights(INITIAL, cycle).colors["left_eye"] for cycle in (0, 5, 6))
    assert len(set(first)) == EYE
    assert first == same
    assert later == (first[-1], *first[:-1])


def test_there_is_no_rainbow_during_play() -> None:
    playing = replace(INITIAL, state=GameStateModel(state=GameState.PLAYING))
    assert len(lights(playing, 0).colors["left_eye"]) == 1
    assert lights(playing, 0).colors["right_eye"] == ((1.0, 0.0, 0.0),)


def test_the_rainbow_repeats_after_a_whole_turn() -> None:
    assert rainbow(EYE) == rainbow(0)


def test_the_skull_is_as_full_as_the_battery() -> None:
    assert sum(battery_skull(1.0)) == 12.0
    assert sum(battery_skull(0.25)) == 3.0
    assert battery_skull(0.0) == (0.0,) * 12
