"""Whole games: they are counted, kept and compared as they were played."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from kickabout.cli import app
from kickabout.evaluation.games.comparison import bootstrap_interval, differences, paired_plans
from kickabout.evaluation.games.games import (
    GamePlan,
    GameResult,
    PossessionCounter,
    ResultsFile,
    TeamResult,
    play_games,
)
from kickabout.evaluation.games.ratings import elo, round_robin, standings
from kickabout.framework import ConfigurationError
from kickabout.geometry import Pose2, Vector2
from kickabout.simulation.match.truth import RobotTruth, Truth

PLAN = GamePlan(home="a", away="b", seed=7)


def result(plan: GamePlan, home: int, away: int) -> GameResult:
    return GameResult(plan=plan, home=TeamResult(goals=home), away=TeamResult(goals=away))


def test_each_seed_is_played_on_both_sides() -> None:
    plans = paired_plans(PLAN, 4)
    assert [(p.home, p.seed) for p in plans] == [("a", 7), ("b", 7), ("a", 8), ("b", 8)]


def test_a_team_against_itself_gets_a_new_seed_for_each_game() -> None:
    plans = paired_plans(replace(PLAN, away="a"), 3)
    assert [plan.seed for plan in plans] == [7, 8, 9]


def test_goals_count_for_the_team_and_not_for_the_side() -> None:
    there, back = paired_plans(PLAN, 2)
    rows = differences([result(there, 3, 1), result(back, 0, 2)], "a")
    goals = next(row for row in rows if row.metric == "goals")
    assert (goals.first, goals.second, goals.difference) == (2.5, 0.5, 2.0)


def test_unknown_localization_is_no_difference() -> None:
    rows = differences([result(PLAN, 0, 0)], "a")
    assert not next(row for row in rows if row.metric == "localization").is_clear


def test_the_interval_of_the_mean_shrinks_with_the_number_of_games() -> None:
    random = np.random.default_rng(1)
    few = bootstrap_interval(random.normal(1.0, 1.0, 8))
    many = bootstrap_interval(random.normal(1.0, 1.0, 200))
    assert many[1] - many[0] < few[1] - few[0]
    assert many[0] < 1.0 < many[1]
    assert many[1] - many[0] == pytest.approx(2.0 * 1.96 / 200**0.5, rel=0.25)


def test_ratings_follow_the_fraction_of_points() -> None:
    pairs = np.array([[0, 1]] * 1000)
    points = np.array([1.0] * 750 + [0.0] * 250)
    first, second = elo(pairs, points, 2)
    assert first - second == pytest.approx(400.0 * np.log10(3.0), abs=5.0)


def test_the_best_team_leads_the_table() -> None:
    teams = ("a", "b", "c")
    order = {"a": 0, "b": 2, "c": 1}
    plans = round_robin(teams, PLAN, 4)
    assert len(plans) == 12
    table = standings(teams, [result(p, order[p.home], order[p.away]) for p in plans])
    assert [row.team for row in table] == ["b", "c", "a"]
    assert (table[0].won, table[0].lost, table[0].goals_for) == (8, 0, 16)
    assert table[0].low <= table[0].rating <= table[0].high


def test_the_nearest_upright_robot_has_the_ball() -> None:
    counter = PossessionCounter()
    robots = {
        ("home", 1): RobotTruth(pose=Pose2(0.1, 0.0, 0.0), upright=False),
        ("away", 2): RobotTruth(pose=Pose2(0.3, 0.0, 0.0), upright=True),
    }
    truth = Truth(time=0.0, ball=Vector2(), ball_velocity=Vector2(), robots=robots)
    counter.sample(truth)
    counter.sample(replace(truth, ball=Vector2(3.0, 0.0)))
    assert (counter.attended, counter.samples, counter.possession("away")) == (1, 2, 1.0)


def test_a_killed_run_continues_where_it_ended(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    ResultsFile(path).add(result(PLAN, 1, 0))
    with path.open("ab") as file:
        file.write(b'{"plan": {"home": "a", "aw')
    results_file = ResultsFile(path)
    assert results_file.results[PLAN].home.goals == 1
    assert list(play_games([PLAN], results_file, processes=1)) == [result(PLAN, 1, 0)]
    other = replace(PLAN, seed=PLAN.seed + 1)
    results_file.add(result(other, 0, 2))
    assert set(ResultsFile(path).results) == {PLAN, other}


def test_a_file_that_cannot_be_written_is_refused_before_the_games(tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError, match="cannot be written"):
        ResultsFile(tmp_path)
    with pytest.raises(ConfigurationError, match="cannot be written"):
        ResultsFile(tmp_path / "missing" / "games.jsonl")


def test_a_file_of_something_else_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    path.write_text('{"milk": 2}\n')
    with pytest.raises(ConfigurationError, match="line 1 is not the result of a game"):
        ResultsFile(path)


@pytest.mark.slow
def test_dummies_play_a_whole_game_on_both_sides(tmp_path: Path) -> None:
    results_file = tmp_path / "games.jsonl"
    words = ["compare", "dummies", "dummies", "--games", "2", "--half", "1", "--robots", "1"]
    words += ["--processes", "1", "--results", str(results_file), "--fidelity", "truth"]
    shown = CliRunner().invoke(app, words)
    assert shown.exit_code == 0, shown.output
    assert "goals" in shown.output
    assert len(results_file.read_bytes().splitlines()) == 2


@pytest.mark.parametrize("command", ["compare", "tournament"])
def test_games_in_the_file_are_shown_with_the_revision_that_played_them(
    tmp_path: Path, command: str
) -> None:
    results_file = ResultsFile(tmp_path / "games.jsonl")
    plans = paired_plans(GamePlan(home="dummies", away="walkers", half=60.0), 2)
    for plan, revision in zip(plans, ("old", "new"), strict=True):
        results_file.add(replace(result(plan, 2, 1), revision=revision))
    words = [command, "dummies", "walkers", "--games", "2", "--half", "60"]
    shown = CliRunner().invoke(app, [*words, "--results", str(results_file.path)])
    assert shown.exit_code == 0, shown.output
    assert "2 games, played by new, old" in shown.output
    assert len((tmp_path / "games.jsonl").read_bytes().splitlines()) == 2


def test_an_unknown_metric_is_named() -> None:
    shown = CliRunner().invoke(app, ["compare", "dummies", "dummies", "--metric", "gaols"])
    assert isinstance(shown.exception, ConfigurationError)
    assert "Did you mean 'goals'" in str(shown.exception)


def test_a_tournament_needs_different_teams() -> None:
    shown = CliRunner().invoke(app, ["tournament", "dummies", "dummies"])
    assert isinstance(shown.exception, ConfigurationError)
    assert "needs two or more different teams" in str(shown.exception)
