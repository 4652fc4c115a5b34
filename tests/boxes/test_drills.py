"""A robot's own file says which team tries its motions."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from kickabout.cli import app
from kickabout.evaluation.trials.drill_plan import DrillPlan
from kickabout.framework import ConfigurationError, load_team
from kickabout.robots.kind import robot_names
from kickabout.soccer.league import load_league

PLAN = 'robot = "box"\nteam = "drivers.toml"\nleague = "open"\n'
TEAM = """\
robot = "box"
packages = ["tests.boxes"]
constants = ["FieldDimensions", "PlayerInfo"]

[threads.motion]
rate = 125.0
inputs = ["SensorFrame"]
modules = ["MotionScript", "WheelWalker"]
"""


@pytest.fixture
def drills(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The user's own folder for the drills of boxes."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    folder = tmp_path / "kickabout" / "robots" / "box" / "drills"
    folder.mkdir(parents=True)
    return folder


@pytest.mark.parametrize("robot", robot_names())
def test_each_robot_names_a_team_and_leagues_for_its_motions(robot: str) -> None:
    plan = DrillPlan.of(robot)
    team = load_team(plan.team)
    assert team.robot == robot
    assert "MotionScript" in team.thread("motion").modules
    for league in (plan.league, plan.ball_league or plan.league):
        load_league(league).demand_robot(robot, team.name)


def test_a_new_robot_walks_by_request_with_two_files_of_its_own(drills: Path) -> None:
    (drills / "motions.toml").write_text(PLAN, encoding="utf-8")
    (drills / "drivers.toml").write_text(TEAM, encoding="utf-8")
    words = ["motion", "walk", "--robot", "box", "--speed", "0.3", "0", "0", "--seconds", "4"]
    result = CliRunner().invoke(app, [*words, "--json"])
    assert result.exit_code == 0, result.output
    metrics = {row["metric"]: row["value"] for row in json.loads(result.stdout)}
    assert metrics["forward speed in m/s"] == pytest.approx(0.3, abs=0.03)
    assert metrics["falls"] == 0


def test_a_robot_without_a_team_for_its_motions_is_refused() -> None:
    result = CliRunner().invoke(app, ["motion", "walk", "--robot", "box"])
    assert isinstance(result.exception, ConfigurationError)
    assert str(result.exception) == (
        "robot 'box' has no drill 'motions'; it is made for 'ers210' and 'ers7' and 'nao'"
    )


def test_a_plan_for_another_robot_is_refused(drills: Path) -> None:
    (drills / "motions.toml").write_text(PLAN.replace("box", "nao"), encoding="utf-8")
    with pytest.raises(ConfigurationError, match="'nao', but is used by robot 'box'"):
        DrillPlan.of("box")
