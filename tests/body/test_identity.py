"""From serial numbers to the names and values of a robot's parts."""

from pathlib import Path

import pytest

from kickabout.body.identity import robot_parts
from kickabout.body.lola_sensors import RobotIdentity
from kickabout.framework import ConfigurationError, load_team
from kickabout.motion.walk.stand_engine import StandEngine

IDENTITY = RobotIdentity(body_id="B1", body_version="6.0.0", head_id="H1", head_version="6.0.0")


def write(folder: Path, name: str, content: str) -> None:
    path = folder / f"{name}.toml"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(content, encoding="utf-8")


def test_the_name_of_a_part_without_a_file_is_its_serial_number(tmp_path: Path) -> None:
    parts = robot_parts(IDENTITY, [tmp_path])
    assert (parts.head, parts.body, parts.layers) == ("H1", "B1", ())


def test_the_values_of_the_head_come_before_those_of_the_body(tmp_path: Path) -> None:
    write(tmp_path, "heads/anna", 'serial = "H1"\n[parameters.StandEngine]\nduration = 2.0\n')
    write(tmp_path, "heads/otto", 'serial = "H2"\n[parameters.StandEngine]\nduration = 9.0\n')
    body = 'serial = "B1"\n[parameters.StandEngine]\nduration = 3.0\nstiffness = 0.5\n'
    write(tmp_path, "bodies/tank", body)
    parts = robot_parts(IDENTITY, [tmp_path])
    assert (parts.head, parts.body) == ("anna", "tank")
    assert [layer.name for layer in parts.layers] == ["robot head anna", "robot body tank"]
    team = load_team("dummies", parts.layers)
    assert team.parameters_of(StandEngine).duration == 3.0
    assert team.origin_of("StandEngine", "stiffness") == "robot body tank"


def test_the_users_own_folder_is_searched(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    write(tmp_path, "kickabout/robots/heads/anna", 'serial = "H1"\n')
    assert robot_parts(IDENTITY).head == "anna"


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (
            'serial = "H1"\ncolor = 1\n',
            r"anna.toml:2: unknown key 'color'. Known: parameters, serial",
        ),
        ('serial = "H1', "anna.toml:1: not valid TOML"),
    ],
)
def test_a_mistake_in_a_file_is_located(tmp_path: Path, content: str, sentence: str) -> None:
    write(tmp_path, "heads/anna", content)
    with pytest.raises(ConfigurationError, match=sentence):
        robot_parts(IDENTITY, [tmp_path])


def test_two_parts_cannot_have_one_serial_number(tmp_path: Path) -> None:
    write(tmp_path, "heads/anna", 'serial = "H1"\n')
    write(tmp_path, "heads/otto", 'serial = "H1"\n')
    with pytest.raises(
        ConfigurationError, match=r"otto.toml:1: serial 'H1' is already used in .*a"
    ):
        robot_parts(IDENTITY, [tmp_path])
