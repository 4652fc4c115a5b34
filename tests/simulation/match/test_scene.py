"""Scenes: loading, completion, checks."""

from dataclasses import replace
from pathlib import Path

import pytest

from kickabout.framework import ConfigurationError
from kickabout.framework.teams.configuration import config_names
from kickabout.representations import load_field
from kickabout.robots.nao.kind import KIND as NAO
from kickabout.simulation.match.faults import FaultKind
from kickabout.simulation.match.lineup import robot_ids, start_pose
from kickabout.simulation.match.scene import (
    Scene,
    check_distances,
    check_numbers,
    check_positions,
    league_of,
    load_scene,
)
from kickabout.simulation.referee.placement import lined_up
from kickabout.simulation.referee.rules import load_rules


@pytest.mark.parametrize("name", config_names("scenes"))
def test_every_shipped_scene_can_be_lined_up(name: str) -> None:
    scene = load_scene(name).completed(home="dummies", away="dummies", robots=5)
    field = league_of(scene).field
    poses = {str(robot): start_pose(scene, field, robot) for robot in robot_ids(scene)}
    positions = {name: (pose.x, pose.y) for name, pose in poses.items()}
    check_positions(scene, positions)
    check_distances(positions, dict.fromkeys(positions, NAO.shape))


def test_an_empty_scene_is_completed() -> None:
    scene = Scene().completed(home="one", away="two", robots=3)
    assert [robot.number for robot in scene.home.robots] == [1, 2, 3]
    assert (scene.home.team, scene.away.team) == ("one", "two")
    assert (scene.home.color, scene.away.color) == ("blue", "red")


def test_teams_line_up_in_their_own_halves() -> None:
    scene = Scene().completed(home="one", away="two", robots=6)
    field = load_field("spl2019")
    for robot in robot_ids(scene):
        x = start_pose(scene, field, robot).x
        assert x < 0.0 if robot.team == "home" else x > 0.0


def test_the_robots_of_a_team_wait_at_different_positions() -> None:
    field = load_field("spl2019")
    positions = [lined_up(field, load_rules("2019"), number).position for number in range(1, 7)]
    assert len(set(positions)) == 6


def write(folder: Path, text: str) -> str:
    path = folder / "scene.toml"
    path.write_text(text)
    return str(path)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (
            "[light]\nintensty = 1.0\n",
            r"scene.toml:2: unknown key 'intensty'.*Did you mean 'intensity'",
        ),
        (
            '[[faults]]\nkind = "gyro"\nrobot = "home 1"\n',
            r"scene.toml:2: faults.kind: invalid enum value",
        ),
        ('[[faults]]\nkind = "gyro_offset"\nrobot = "home 1"\n', "takes 3 values"),
        ('[[events]]\nat = 1.0\ndo = "dance"\n', "events.do"),
        ("ball = 3\n", "scene.toml:1: ball: expected object"),
        ("[home]\nrobots = [{ number = 1, pos = [0, 0, 0] }]\n", "unknown key 'pos'"),
        ("[network]\nloss = 2.0\n", "loss must be between 0 and 1"),
    ],
)
def test_a_mistake_in_a_scene_is_located(tmp_path: Path, text: str, sentence: str) -> None:
    with pytest.raises(ConfigurationError, match=sentence):
        load_scene(write(tmp_path, text))


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("[referee]\nhalf = nan\n", "scene.referee.half is nan"),
        ("[referee]\nhalf = -5.0\n", "a half of -5 s"),
        ("[referee]\npause = -1.0\n", "a pause of -1 s"),
        ("[referee]\nhalf = inf\n", "a half of inf s"),
        ("timestep = 0.003\n", "timestep 0.003 s; a fraction of 0.004 s is needed"),
        ("timestep = 0.0\n", "timestep 0 s; a fraction of 0.004 s is needed"),
        ("[[home.robots]]\nnumber = 1\npose = [nan, 0.0, 0.0]\n", r"robots\[0\].pose\[0\] is nan"),
    ],
)
def test_impossible_numbers_are_refused(tmp_path: Path, text: str, sentence: str) -> None:
    with pytest.raises(ConfigurationError, match=sentence):
        check_numbers(load_scene(write(tmp_path, text)))


def test_robots_that_overlap_or_are_outside_are_refused_by_name() -> None:
    shapes = {"home 2": NAO.shape, "away 1": NAO.shape}
    check_distances({"home 2": (1.0, 0.0), "away 1": (1.2, 0.2)}, shapes)
    with pytest.raises(ConfigurationError, match="away 1 and home 2 overlap"):
        check_distances({"home 2": (1.0, 0.0), "away 1": (1.1, 0.1)}, shapes)
    with pytest.raises(ConfigurationError, match=r"home 2 at .* is outside the world"):
        check_positions(Scene(), {"home 2": (20.0, 0.0)})


def test_smaller_robots_may_be_nearer_to_each_other() -> None:
    positions = {"home 1": (0.0, 0.0), "away 1": (0.25, 0.0)}
    small = replace(NAO.shape, radius=0.1, half_width=0.1)
    check_distances(positions, {"home 1": NAO.shape, "away 1": small})
    with pytest.raises(ConfigurationError, match="away 1 and home 1 overlap"):
        check_distances(positions, dict.fromkeys(positions, NAO.shape))


def test_a_fault_of_an_unknown_robot_is_refused(tmp_path: Path) -> None:
    scene = load_scene(write(tmp_path, '[[faults]]\nkind = "lost_body"\nrobot = "home 9"\n'))
    assert scene.faults[0].kind is FaultKind.LOST_BODY
    with pytest.raises(ConfigurationError, match="home 9, which does not play"):
        check_positions(scene, {"home 1": (0.0, 0.0)})
