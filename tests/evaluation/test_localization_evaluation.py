"""Evaluation of localization: errors of the estimated pose over a recording."""

import math
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from kickabout.cli import app
from kickabout.evaluation.localization_evaluation import localization_errors, summary_of
from kickabout.framework import KickaboutError, load_team
from kickabout.geometry import Pose2
from kickabout.recording import Recorder, load_settings
from kickabout.recording.program import Program
from kickabout.representations import RobotPose, TrueWorld
from kickabout.robots.kind import robot_kind


def recorded(
    path: Path, *, off: float, lies: bool = False, truth: bool = True, team: str = "walkers"
) -> Path:
    """Record an away robot that stands at (1, 0.5) of the world with an estimate off by `off`."""
    recorder = Recorder(path, load_settings("default"))
    recorder.robots([Program(name="away 2", team=load_team(team), seed=1)])
    kind = robot_kind(load_team(team).robot)
    height = 0.05 if lies else kind.upright.torso_height
    world = TrueWorld(
        robots=("away 2",),
        torso_positions=np.array([[1.0, 0.5, height]]),
        torso_quaternions=np.array([[1.0, 0.0, 0.0, 0.0]]),
        joint_angles=np.array([kind.stand], np.float32),
        ball_quaternion=np.array((1.0, 0.0, 0.0, 0.0)),
    )
    for step in range(20):
        time = 0.1 * step
        pose = RobotPose(robot_to_field=Pose2(-1.0 + off, -0.5, math.pi))
        recorder.record("away/2/cognition/RobotPose", time, pose)
        if truth:
            recorder.record("truth/TrueWorld", time, world)
    recorder.close()
    return path


def test_the_error_of_the_away_team_is_measured_in_its_own_frame(tmp_path: Path) -> None:
    (errors,) = localization_errors(recorded(tmp_path / "a.mcap", off=0.3))
    assert errors.robot == "away/2"
    summary = errors.summary
    assert summary.samples == 20
    assert summary.median == pytest.approx(0.3, abs=0.06)  # the soles are not below the torso
    assert summary.turn_median < 1e-6
    assert summary.lost == 0.0


def test_a_robot_more_than_a_meter_off_is_lost(tmp_path: Path) -> None:
    assert summary_of(localization_errors(recorded(tmp_path / "a.mcap", off=2.0))).lost == 1.0


def test_fallen_robots_are_left_out(tmp_path: Path) -> None:
    path = recorded(tmp_path / "a.mcap", off=0.0, lies=True)
    assert summary_of(localization_errors(path)).samples == 0


def test_an_aibo_stands_upright_where_a_nao_would_lie(tmp_path: Path) -> None:
    path = recorded(tmp_path / "a.mcap", off=0.1, team="aibo_walkers")
    assert summary_of(localization_errors(path)).samples == 20
    assert robot_kind("ers7").upright.torso_height < robot_kind("nao").upright.min_height


def test_a_recording_without_truth_is_refused(tmp_path: Path) -> None:
    path = recorded(tmp_path / "a.mcap", off=0.0, truth=False)
    with pytest.raises(KickaboutError, match="has no ground truth"):
        localization_errors(path)


def test_before_and_after_a_change_are_compared(tmp_path: Path) -> None:
    before = recorded(tmp_path / "before.mcap", off=0.5)
    after = recorded(tmp_path / "after.mcap", off=0.2)
    table = tmp_path / "errors.csv"
    words = ["eval", "localization", str(after), "--before", str(before), "--csv", str(table)]
    shown = CliRunner().invoke(app, words)
    assert shown.exit_code == 0, shown.output
    assert "-30.0 cm" in shown.output
    assert len(table.read_text().splitlines()) == 21
