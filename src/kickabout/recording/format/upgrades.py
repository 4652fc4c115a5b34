"""Recordings made before: from the former structure of representations to the present one.

Values are plain JSON. All robots were NAOs then, whose buttons and lights had fields of their own.
"""

from collections.abc import Callable, Mapping
from typing import Any

Values = dict[str, Any]
Upgrade = Callable[[Values], Values]

BUMPERS = ("left_bumper_left", "left_bumper_right", "right_bumper_left", "right_bumper_right")
HEAD_BUTTONS = ("head_front", "head_middle", "head_rear")
NAO_OUTLINE = {
    "radius": 0.12,
    "height": 0.57,
    "half_width": 0.14,
    "fallen_radius": 0.12,
    "fallen_height": 0.2,
    "half_length": 0.2,
    "long_axis": 2,
}
CAMERAS = ("upper", "lower")
SONARS = ("left_sonar", "right_sonar")
COLORED = ("left_eye", "right_eye", "chest", "left_foot", "right_foot")
GRAY = ("left_ear", "right_ear", "head")


def _sensor_frame(values: Values) -> Values:
    buttons = {"chest_button": values.pop("chest_button")}
    buttons |= zip(HEAD_BUTTONS, values.pop("head_buttons"), strict=True)
    buttons |= zip(BUMPERS, values.pop("foot_bumpers"), strict=True)
    distances = dict(zip(SONARS, values.pop("sonar"), strict=True))
    return {**values, "buttons": buttons, "distances": distances}


def _button_state(values: Values) -> Values:
    held_for = {"chest_button": values["chest_held_for"]}
    held_for |= zip(HEAD_BUTTONS, values["head_held_for"], strict=True)
    return {"held_for": held_for, "clicks": {"chest_button": values["chest_clicks"]}}


def _sonar_state(values: Values) -> Values:
    return {**values, "distances": dict(zip(SONARS, values["distances"], strict=True))}


def _led_request(values: Values) -> Values:
    colors = {name: values.get(f"{name}_ring") or [values[name]] for name in COLORED}
    return {"colors": colors, "brightness": {name: values[name] for name in GRAY}}


def _camera_calibration(values: Values) -> Values:
    return {**values, "cameras": {name: values.pop(name) for name in CAMERAS}}


def _true_robot(values: Values) -> Values:
    return {**values, "outline": NAO_OUTLINE}


# Representation → how to recognize the former structure, and what to make of it.
UPGRADES: Mapping[str, tuple[Callable[[Values], bool], Upgrade]] = {
    "SensorFrame": (lambda values: "chest_button" in values, _sensor_frame),
    "ButtonState": (lambda values: "chest_clicks" in values, _button_state),
    "SonarState": (lambda values: isinstance(values["distances"], list), _sonar_state),
    "LedRequest": (lambda values: "chest" in values, _led_request),
    "CameraCalibration": (lambda values: "upper" in values, _camera_calibration),
    "TrueRobot": (lambda values: "outline" not in values, _true_robot),
}


def upgraded(kind: str, values: Values) -> Values:
    """Return the values of a representation in its present structure."""
    is_former, upgrade = UPGRADES[kind]
    return upgrade(dict(values)) if is_former(values) else values
