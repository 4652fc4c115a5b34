"""Layers of TOML files: precedence, origins of values, line numbers, saving."""

import re
from dataclasses import fields
from pathlib import Path

import pytest
from tests.framework.toys.doubler import Doubler
from tests.framework.toys.teams import PACKAGE

from kickabout.framework import ConfigurationError, load_team
from kickabout.framework.registry import file_name_of
from kickabout.framework.teams.configuration import (
    Layer,
    command_line_layer,
    file_layer,
    merged,
    parsed_value,
)
from kickabout.framework.teams.team import ThreadPlan
from kickabout.framework.teams.toml_file import line_of, read_toml, write_values

TEAM = f"""
robot = "none"
packages = ["{PACKAGE}"]
[threads.main]
rate = 10.0
inputs = ["Reading"]
modules = ["Doubler", "Summer"]
[parameters.Doubler]
factor = 3.0
"""


def layer(name: str, factor: float) -> Layer:
    return Layer(name=name, data={"parameters": {"Doubler": {"factor": factor}}})


@pytest.fixture
def team_file(tmp_path: Path) -> Path:
    path = tmp_path / "base.toml"
    path.write_text(TEAM)
    return path


def test_each_layer_overrides_those_below_in_the_documented_order(team_file: Path) -> None:
    names = ["field", "location", "scene", "robot head", "robot body", "command line"]
    layers = [layer(name, 4.0 + i) for i, name in enumerate(names)]
    for count in range(len(layers), -1, -1):
        team = load_team(str(team_file), layers[:count])
        expected = 3.0 + count
        assert team.parameters_of(Doubler).factor == expected
        origin = names[count - 1] if count else "team base"
        assert team.origin_of("Doubler", "factor") == origin
    assert team.origin_of("Doubler", "repeat") == "package"


def test_a_team_that_extends_another_changes_only_what_it_names(team_file: Path) -> None:
    child = team_file.with_name("child.toml")
    child.write_text(
        f'extends = "{team_file}"\n[threads.main.providers]\nDoubled = "Tripler"\n'
        "[parameters.Doubler]\nrepeat = 2\n"
    )
    team = load_team(str(child))
    assert team.thread("main").module_names == ("Doubler", "Summer", "Tripler")
    assert team.parameters_of(Doubler).factor == 3.0
    assert team.parameters_of(Doubler).repeat == 2


def test_modules_can_be_added_and_removed_in_a_child(team_file: Path) -> None:
    child = team_file.with_name("child.toml")
    child.write_text(
        f'extends = "{team_file}"\n[threads.main]\nadd = ["Comparer"]\nremove = ["Doubler"]\n'
    )
    assert load_team(str(child)).thread("main").module_names == ("Summer", "Comparer")


def test_teams_that_extend_each_other_are_refused(tmp_path: Path) -> None:
    one, two = tmp_path / "one.toml", tmp_path / "two.toml"
    one.write_text(f'extends = "{two}"\n')
    two.write_text(f'extends = "{one}"\n')
    with pytest.raises(ConfigurationError, match="extend each other"):
        load_team(str(one))


def test_the_command_line_is_a_layer_of_toml_values() -> None:
    made = command_line_layer(
        ["Doubler.factor=2.5", "Doubler.repeat=3", "X.name=red", "X.list=[1, 2]"]
    )
    assert made.data["parameters"] == {
        "Doubler": {"factor": 2.5, "repeat": 3},
        "X": {"name": "red", "list": [1, 2]},
    }
    assert parsed_value("true") is True


def test_tables_merge_and_lists_are_replaced() -> None:
    assert merged({"a": {"b": 1, "c": [1, 2]}}, {"a": {"c": [3]}}) == {"a": {"b": 1, "c": [3]}}


@pytest.mark.parametrize(
    ("keys", "line"),
    [
        (("robot",), 2),
        (("threads", "main", "rate"), 5),
        (("parameters", "Doubler", "factor"), 9),
        (("parameters", "Doubler", "unknown"), 8),
        (("nothing",), None),
    ],
)
def test_keys_are_found_in_the_text(keys: tuple[str, ...], line: int | None) -> None:
    assert line_of(TEAM, keys) == line


def test_changes_are_saved_to_a_layer_and_comments_stay(team_file: Path) -> None:
    scene = team_file.with_name("scene.toml")
    scene.write_text(
        "# light of the evening\n[parameters.Doubler]\nfactor = 4.0 # found by trial\n"
    )
    write_values(scene, ("parameters", "Doubler"), {"repeat": 2, "factor": 5.0})
    text = scene.read_text()
    assert "# light of the evening" in text
    assert "# found by trial" in text
    team = load_team(str(team_file), [file_layer("scene", read_toml(scene))])
    assert team.parameters_of(Doubler).factor == 5.0
    assert team.parameters_of(Doubler).repeat == 2


def test_a_new_layer_file_is_created_if_needed(tmp_path: Path) -> None:
    path = tmp_path / "robots" / "nao7.toml"
    write_values(path, ("parameters", "Doubler"), {"factor": 1.5})
    assert read_toml(path).data == {"parameters": {"Doubler": {"factor": 1.5}}}


def test_a_layer_file_that_cannot_be_changed_is_an_error(tmp_path: Path) -> None:
    broken = tmp_path / "broken.toml"
    broken.write_text("[[")
    with pytest.raises(ConfigurationError, match=r"broken\.toml: cannot be changed"):
        write_values(broken, ("parameters",), {"factor": 1.5})
    with pytest.raises(ConfigurationError, match="cannot be written"):
        write_values(broken / "below.toml", ("parameters",), {"factor": 1.5})


def test_names_become_file_names() -> None:
    assert file_name_of("LEDHandler") == "led_handler"
    assert file_name_of("SimpleBallLocator") == "simple_ball_locator"
    assert file_name_of("CNSImageProvider") == "cns_image_provider"
    assert file_name_of("Walk2014Engine") == "walk2014_engine"


def test_the_page_of_the_framework_explains_every_key_of_a_thread() -> None:
    page = Path(__file__).parents[3] / "docs" / "framework.md"
    table = page.read_text(encoding="utf-8").partition("## Threads")[2].partition("## ")[0]
    keys = {field.name for field in fields(ThreadPlan)} - {"name"}
    assert keys == set(re.findall(r"`(\w+)`", "".join(re.findall(r"^\| (.*?) \|", table, re.M))))
