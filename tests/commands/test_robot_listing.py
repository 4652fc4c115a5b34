"""`kickabout robots` lists kinds of robots, and the parts of each."""

import json

import pytest
from typer.testing import CliRunner

from kickabout.cli import app
from kickabout.framework import ConfigurationError
from kickabout.robots.kind import robot_kind, robot_names

BOX = ("--package", "tests.boxes")


def listed(*words: str) -> list[dict[str, object]]:
    result = CliRunner().invoke(app, ["robots", *words, "--json"])
    assert result.exit_code == 0, result.output
    rows: list[dict[str, object]] = json.loads(result.stdout)
    return rows


def test_each_kind_is_listed_with_joints_cameras_and_frame_time() -> None:
    rows = {row["robot"]: row for row in listed()}
    assert sorted(str(name) for name in rows) == robot_names()
    nao = rows["nao"]
    assert (nao["joints"], nao["cameras"], nao["frame"]) == (25, ["upper", "lower"], "12 ms")


@pytest.mark.parametrize("name", robot_names())
def test_every_part_of_a_kind_is_shown(name: str) -> None:
    kind, rows = robot_kind(name), listed(name)
    shown = {part: [row["name"] for row in rows if row["part"] == part] for part in PARTS}
    assert shown["joint"] == list(kind.joint_names)
    assert shown["camera"] == [camera.name for camera in kind.cameras]
    assert shown["lights"] == [light.name for light in kind.lights]
    assert shown["button"] == list(kind.sensors.buttons)
    assert shown["distance"] == list(kind.sensors.distance_names)
    assert {row["part"] for row in rows} <= PARTS


PARTS = {"timing", "body", "joint", "camera", "lights", "sensor", "button", "distance", "sound"}


def test_details_of_a_robot_of_another_package_are_shown() -> None:
    details = {row["name"]: row["details"] for row in listed("box", *BOX)}
    assert details["frame"] == "8 ms; commands act after 16 ms"
    assert details["front"] == "160 × 120 px, yuyv, 30 Hz, 57.3° × 44.7°, on body"
    assert details["front_left_wheel"] == "turns without end; in legs"
    assert "box" in {row["robot"] for row in listed(*BOX)}


def test_an_unknown_kind_gets_a_suggestion() -> None:
    result = CliRunner().invoke(app, ["robots", "noa"])
    assert isinstance(result.exception, ConfigurationError)
    assert str(result.exception) == "there is no robot 'noa'. Did you mean 'nao'?"
