"""Do the LEDs show what the tables of the report say?"""

import pytest
from tests.behavior.situations import game_data

from kickabout.behavior.bhuman.led_handler import LedHandler, LedHandlerParameters
from kickabout.behavior.shared import leds
from kickabout.behavior.shared.led_inputs import LedInputs
from kickabout.framework import FrameInfo
from kickabout.representations import (
    ActivationGraph,
    ActiveOption,
    BallModel,
    GameInfo,
    GamePhase,
    GameState,
    GameStateModel,
    GroundContactState,
    LedRequest,
    Penalty,
    PlayerInfo,
    Role,
    RoleState,
    SensorFrame,
    TeamColor,
    TeamData,
    Teammate,
)
from kickabout.representations.body import Rgb


@pytest.mark.parametrize(
    ("role", "index", "gives_way", "color"),
    [
        (Role.STRIKER, -1, False, leds.RED),
        (Role.KEEPER, -1, False, leds.BLUE),
        (Role.STRIKER, -1, True, leds.MAGENTA),
        (Role.DEFENDER, 0, False, leds.WHITE),
        (Role.DEFENDER, 1, False, leds.YELLOW),
        (Role.SUPPORTER, 2, False, leds.GREEN),
        (Role.SUPPORTER, 3, False, leds.CYAN),
        (Role.NONE, -1, False, leds.OFF),
    ],
)
def test_the_right_eye_shows_the_role(role: Role, index: int, gives_way: bool, color: Rgb) -> None:
    assert leds.role_color(role, supporter_index=index, gives_way=gives_way) == color


@pytest.mark.parametrize(
    ("contact", "ball", "feature", "color"),
    [
        (False, True, True, leds.YELLOW),
        (True, True, False, leds.WHITE),
        (True, False, True, leds.BLUE),
        (True, True, True, leds.RED),
        (True, False, False, leds.OFF),
    ],
)
def test_the_left_eye_shows_what_is_detected(
    contact: bool, ball: bool, feature: bool, color: Rgb
) -> None:
    assert leds.sight_color(ground_contact=contact, ball=ball, feature=feature) == color


@pytest.mark.parametrize(
    ("state", "color"),
    [
        (GameState.INITIAL, leds.OFF),
        (GameState.READY, leds.BLUE),
        (GameState.SET, leds.YELLOW),
        (GameState.PLAYING, leds.GREEN),
        (GameState.FINISHED, leds.OFF),
    ],
)
def test_the_chest_shows_a_penalty_or_else_the_game_state(state: GameState, color: Rgb) -> None:
    assert leds.chest_color(state, penalized=False) == color
    assert leds.chest_color(state, penalized=True) == leds.RED


@pytest.mark.parametrize(("charge", "lit"), [(1.0, 10), (0.95, 10), (0.5, 5), (0.05, 1), (0.0, 0)])
def test_the_right_ear_loses_a_light_per_tenth(charge: float, lit: int) -> None:
    assert sum(leds.battery_ear(charge)) == lit


@pytest.mark.parametrize("teammates", range(5))
def test_the_left_ear_has_two_lights_per_teammate(teammates: int) -> None:
    assert sum(leds.team_ear(teammates, game_controller=True, time=0.0)) == 2 * teammates


def test_the_left_ear_blinks_without_gamecontroller() -> None:
    on = leds.team_ear(0, game_controller=False, time=0.2)
    off = leds.team_ear(0, game_controller=False, time=0.7)
    assert (sum(on), sum(off)) == (2, 0)


def test_a_light_goes_around_the_head_while_charging() -> None:
    lit = [leds.skull(charging=True, time=0.1 * k + 0.05).index(1.0) for k in range(13)]
    assert lit == [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 0]
    assert sum(leds.skull(charging=False, time=0.3)) == 0.0


def shown(
    *, color: TeamColor = TeamColor.RED, phase: GamePhase = GamePhase.NORMAL, own_kick: bool = True
) -> LedRequest:
    data = game_data({2: Penalty.PLAYER_PUSHING}, phase=phase, color=color)
    given = LedInputs(
        player=PlayerInfo(number=1),
        game=GameInfo(data=data, received_at=9.0),
        state=GameStateModel(state=GameState.SET, own_kick=own_kick),
        roles=RoleState(role=Role.STRIKER, roles=(Role.STRIKER,)),
        graph=ActivationGraph(
            options=(
                ActiveOption(
                    depth=0,
                    option="WalkNextToKeeperCard",
                    state="",
                    option_since=0.0,
                    state_since=0.0,
                ),
            )
        ),
        ball=BallModel(known=True, last_seen_at=9.9),
        ground=GroundContactState(),
        team=TeamData(teammates=(Teammate(number=2),)),
        sensors=SensorFrame(battery_charge=0.5),
    )
    return LedHandler(LedHandlerParameters()).update(FrameInfo(time=10.0), given)


def test_the_feet_show_team_and_kickoff() -> None:
    assert shown().colors["left_foot"] == (leds.RED,)
    assert shown(color=TeamColor.BLACK).colors["left_foot"] == (leds.OFF,)
    assert shown().colors["right_foot"] == (leds.WHITE,)
    assert shown(own_kick=False).colors["right_foot"] == (leds.OFF,)
    shootout = GamePhase.PENALTY_SHOOTOUT
    assert shown(phase=shootout).colors["right_foot"] == (leds.GREEN,)
    assert shown(phase=shootout, own_kick=False).colors["right_foot"] == (leds.YELLOW,)


def test_a_striker_that_gives_way_has_a_magenta_eye() -> None:
    lights = shown()
    assert lights.colors["right_eye"] == (leds.MAGENTA,)
    assert lights.colors["left_eye"] == (leds.WHITE,)
    assert lights.colors["chest"] == (leds.YELLOW,)
    assert (sum(lights.brightness["left_ear"]), sum(lights.brightness["right_ear"])) == (2, 5)
