"""Recordings made before sensors and lights had names are still read."""

from tests.replay.test_golden import OLD_NAMES

from kickabout.recording import Recording
from kickabout.recording.format.codec import decoded, encoded
from kickabout.representations import (
    ButtonState,
    CameraCalibration,
    LedRequest,
    SensorFrame,
    SonarState,
    TrueRobot,
)
from kickabout.robots.nao.kind import KIND
from kickabout.simulation.match.truth import outline_of

RED, BLACK = [1.0, 0.0, 0.0], [0.0, 0.0, 0.0]


def test_buttons_and_distances_of_an_old_recording_have_names() -> None:
    with Recording(OLD_NAMES) as recording:
        frame: SensorFrame = recording.value("home/1/motion/SensorFrame", 0.3)
    assert frame.connected
    assert set(frame.buttons) <= set(KIND.sensors.buttons)
    assert tuple(frame.distances) == KIND.sensors.distance_names


def test_each_old_switch_keeps_its_place() -> None:
    old = {
        "chest_button": False,
        "head_buttons": [False, False, True],
        "foot_bumpers": [False, True, False, False],
        "sonar": [0.5, 5.0],
    }
    frame: SensorFrame = decoded(encoded(old), SensorFrame)
    assert [name for name, pressed in frame.buttons.items() if pressed] == [
        "head_rear",
        "left_bumper_right",
    ]
    assert frame.distances == {"left_sonar": 0.5, "right_sonar": 5.0}


def test_old_clicks_and_echoes_are_read() -> None:
    old = {"chest_held_for": 0.5, "chest_clicks": 3, "head_held_for": [0.0, 1.0, 0.0]}
    state: ButtonState = decoded(encoded(old), ButtonState)
    assert (state.clicks, state.held_for["head_middle"]) == ({"chest_button": 3}, 1.0)
    sonar: SonarState = decoded(encoded({"distances": [0.25, 5.0], "working": True}), SonarState)
    assert sonar.distances["left_sonar"] == 0.25


def test_old_lights_are_read_as_groups() -> None:
    ring = [RED, BLACK, BLACK, BLACK, BLACK, BLACK, BLACK, BLACK]
    colored = ("left_eye", "right_eye", "chest", "left_foot", "right_foot")
    old = dict.fromkeys(colored, RED) | {"left_eye_ring": ring, "right_eye_ring": []}
    old |= {"left_ear": [0.0] * 10, "right_ear": [1.0] * 10, "head": [0.5] * 12}
    leds: LedRequest = decoded(encoded(old), LedRequest)
    assert len(leds.colors["left_eye"]) == 8
    assert leds.colors["right_eye"] == ((1.0, 0.0, 0.0),)
    assert leds.brightness["head"] == (0.5,) * 12


def test_present_recordings_are_read_as_they_are() -> None:
    leds = LedRequest(colors={"top": ((0.0, 1.0, 0.0),)})
    again: LedRequest = decoded(encoded(leds), LedRequest)
    assert again.colors == leds.colors
    assert again.brightness == {}


def test_old_corrections_of_both_cameras_are_read_by_name() -> None:
    turn = [0.0, 0.1, 0.0]
    old = {"body_roll": 0.0, "body_pitch": 0.2, "upper": turn, "lower": [0.0, 0.0, 0.3]}
    calibration: CameraCalibration = decoded(encoded(old), CameraCalibration)
    assert calibration.cameras == {"upper": (0.0, 0.1, 0.0), "lower": (0.0, 0.0, 0.3)}
    assert calibration.body_pitch == 0.2


def test_robots_of_old_recordings_have_the_outline_of_a_nao() -> None:
    robot: TrueRobot = decoded(encoded({"own_team": True, "number": 2}), TrueRobot)
    assert robot.outline == outline_of(KIND)
