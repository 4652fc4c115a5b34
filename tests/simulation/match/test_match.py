"""A whole match: lock step, referee, processes, reports."""

import os
import signal
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from kickabout import Match
from kickabout.framework import ConfigurationError, KickaboutError
from kickabout.framework.teams.configuration import command_line_layer
from kickabout.representations.game import GameState, Penalty
from kickabout.simulation.match.pools.process_pool import ProcessPool
from kickabout.simulation.match.scene import RefereePlan, Scene, SceneEvent
from kickabout.simulation.referee.decisions import GoalScored, StateChange
from kickabout.simulation.referee.view import TeamSide

SHORT = Scene(referee=RefereePlan(half=5.0, pause=5.0))
FREE = Scene(referee=RefereePlan(automatic=False))


def final_bytes(workers: int, seed: int = 1) -> bytes:
    with Match(robots=2, scene=FREE, workers=workers, seed=seed) as match:
        match.run(1.0)
        return bytes(match.world.data.qpos.tobytes())


def test_the_number_of_workers_does_not_change_a_bit() -> None:
    assert final_bytes(0) == final_bytes(1) == final_bytes(3)


def test_another_seed_gives_another_match() -> None:
    def gyro(seed: int) -> float:
        with Match(robots=1, scene=FREE, workers=0, seed=seed) as match:
            match.run(0.1)
            return float(match.robot("home", 1)["SensorFrame"].gyro[0])

    assert gyro(1) == gyro(1)
    assert gyro(1) != gyro(2)


@pytest.mark.slow
def test_a_match_runs_from_initial_to_finished() -> None:
    with Match(robots=5, scene=SHORT, workers=0) as match:
        assert match.forward(until=lambda: match.control.is_over, timeout=400.0)
        states = [d.state for _, d in match.decisions if isinstance(d, StateChange)]
    for state in (GameState.READY, GameState.SET, GameState.PLAYING, GameState.FINISHED):
        assert state in states


def test_a_ball_in_the_goal_counts() -> None:
    with Match(robots=1, workers=0) as match:
        match.forward(until=lambda: match.control.state.state is GameState.PLAYING, timeout=120.0)
        match.run(12.0)  # a kick-off must not go into the goal directly
        match.place(ball=(4.0, 0.5), velocity=(2.0, 0.0))
        assert match.forward(until=lambda: match.score == (1, 0), timeout=5.0)
        goals = [d for _, d in match.decisions if isinstance(d, GoalScored)]
        report = match.report()
    assert len(goals) == 1
    assert report.score == (1, 0)
    assert report.goals


def test_robots_are_placed_in_their_own_field_frame_and_stand() -> None:
    with Match(robots=1, scene=FREE, workers=0) as match:
        match.place(robot=("away", 1), pose=(-1.0, 0.5, 0.0))
        match.run(2.0)
        robot = match.truth.robots["away", 1]
    assert robot.upright
    assert robot.pose.x == pytest.approx(1.0, abs=0.02)
    assert robot.pose.y == pytest.approx(-0.5, abs=0.02)


def test_robots_are_inspected_and_changed_from_outside() -> None:
    with Match(robots=1, scene=FREE, workers=1) as match:
        match.run(0.1)
        robot = match.robot("home", 1)
        assert robot["JointRequest"].angles.shape == (25,)
        robot.ask("change_parameters", "StandEngine", {"look_angle": 0.0})
        assert robot.ask("parameters", "StandEngine").look_angle == 0.0
        with pytest.raises(KickaboutError, match="Did you mean 'StandEngine'"):
            robot.ask("parameters", "Standr")


def test_the_match_continues_when_a_robot_process_ends() -> None:
    with Match(robots=1, scene=FREE, workers=2) as match:
        match.run(0.5)
        assert isinstance(match.pool, ProcessPool)
        worker = match.pool.processes()[0]
        os.kill(worker.process.pid, signal.SIGKILL)
        match.run(3.0)
        report = match.report()
        fallen = match.ids[worker.players[0]]
        assert not match.truth.robots[str(fallen.team), fallen.number].upright
    assert list(report.lost) == [str(fallen)]
    assert report.failed
    assert match.time == pytest.approx(3.5, abs=0.02)


def test_events_of_a_scene_happen_in_time() -> None:
    events = (
        SceneEvent(at=0.5, do="place_ball", position=(1.0, 1.0)),
        SceneEvent(at=0.6, do="goal", robot="away 1"),
    )
    with Match(robots=1, scene=replace(FREE, events=events), workers=0) as match:
        match.run(0.45)
        assert match.truth.ball.x == pytest.approx(0.0, abs=0.01)
        match.run(0.3)
        assert match.truth.ball.x == pytest.approx(1.0, abs=0.01)
        assert match.score == (0, 1)


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ({"home": "dumies"}, "Did you mean 'dummies'"),
        ({"field": "spl2091"}, "Did you mean 'spl2019'"),
        (
            {"robots": 40},
            "team dummies has 40 robots on the field, but league spl2019",
        ),
        ({"robots": 0}, "0 robots in each team; expected 1 to 6, or 0 with a scene"),
        ({"seed": -1}, "seeds begin at 0"),
        ({"workers": -2}, "-2 workers"),
        ({"scene": "gaem"}, "Did you mean 'game'"),
    ],
)
def test_impossible_settings_are_refused(settings: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ConfigurationError, match=sentence):
        Match(**settings)


def test_an_unknown_robot_is_refused() -> None:
    with (
        Match(robots=1, scene=FREE, workers=0) as match,
        pytest.raises(KickaboutError, match="unknown robot 'home 7'"),
    ):
        match.robot("home", 7)


def test_values_of_a_location_lie_between_team_and_command_line(tmp_path: Path) -> None:
    location = tmp_path / "gym.toml"
    location.write_text("[parameters.StandEngine]\nlook_angle = 0.1\nduration = 2.0\n")
    scene = replace(FREE, location=str(location))
    layers = [command_line_layer(["StandEngine.duration=3.0"])]
    with Match(robots=1, scene=scene, workers=0, layers=layers) as match:
        parameters = match.robot("home", 1).ask("parameters", "StandEngine")
    assert (parameters.look_angle, parameters.duration) == (0.1, 3.0)


def test_the_pose_of_a_removed_robot_is_not_evaluated() -> None:
    scene = Scene(referee=RefereePlan(start="playing", half=600.0))
    with Match("bhuman2019", "dummies", robots=1, scene=scene, workers=0) as match:
        match.run(3.0)
        match.control.referee.penalize(TeamSide.HOME, 1, Penalty.PLAYER_PUSHING)
        match.run(4.0)
        error = match.report().robots[0].localization_p95
    assert error is not None
    assert error < 0.5
