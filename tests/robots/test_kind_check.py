"""The parts of every kind of robot fit each other, and what does not fit is reported."""

from dataclasses import replace

import numpy as np
import pytest
from tests.boxes.test_boxes import BOX

from kickabout.robots.kind import CameraKind, PixelFormat, RobotKind, robot_kind, robot_names
from kickabout.robots.kind_check import problems_of
from kickabout.robots.sensor_kinds import ContactSwitch, SensorKind

KINDS = [*map(robot_kind, robot_names()), BOX]


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_the_parts_of_a_kind_fit_each_other(kind: RobotKind) -> None:
    assert problems_of(kind) == []


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"command_delay": 0.012}, "servos delay commands by 0.016 s, but the kind says 0.012 s"),
        ({"frame_time": 0.012}, "servos take commands every 0.008 s, but frames last 0.012 s"),
        ({"stand": np.zeros(3)}, "3 angles of `stand`; 4 needed"),
        ({"frames": ()}, "box has no link or frame 'front_camera'"),
        ({"head_axes": {"pan": "neck"}}, "box has no joint 'neck'"),
        ({"links": BOX.links[:-1]}, "box has no link or frame 'rear_right_wheel'"),
    ],
)
def test_a_contradiction_is_reported(changes: dict[str, object], sentence: str) -> None:
    assert sentence in " | ".join(problems_of(replace(BOX, **changes)))  # type: ignore[arg-type]


def test_images_of_an_odd_width_are_reported() -> None:
    camera = CameraKind(name="front", link="body", size=(175, 144), opening_angles=(1, 1), rate=25)
    (found,) = problems_of(replace(BOX, cameras=(camera,)))
    assert found == "the images of camera 'front' have an odd width"


def test_only_pairs_of_pixels_need_an_even_width() -> None:
    camera = replace(BOX.cameras[0], size=(175, 144), pixel_format=PixelFormat.GRAY)
    assert problems_of(replace(BOX, cameras=(camera,))) == []


def test_two_cameras_of_one_name_are_reported() -> None:
    found = problems_of(replace(BOX, cameras=BOX.cameras * 2))
    assert found[0] == "a camera is called 'front'; each has a name of its own in snake case"


def test_a_camera_without_a_frame_is_reported() -> None:
    camera = replace(BOX.cameras[0], name="nose")
    (found,) = problems_of(replace(BOX, cameras=(camera,)))
    assert found == "box has no link or frame 'nose_camera'. Did you mean 'front_camera'?"


def test_a_switch_that_is_no_button_is_reported() -> None:
    sensors = SensorKind(switches=(ContactSwitch(button="paw", link="body"),))
    assert "the switch 'paw' is not one of the buttons" in problems_of(
        replace(BOX, sensors=sensors)
    )
