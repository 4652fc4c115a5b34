"""Parameter search: finds a minimum and continues after a stop."""

import sys
from dataclasses import dataclass
from pathlib import Path

import pytest
from typer.testing import CliRunner

from kickabout.cli import app
from kickabout.framework import ConfigurationError, KickaboutError
from kickabout.learning.search import search_problems
from kickabout.learning.search.parameter_search import ParameterSearch, Range, Values
from kickabout.learning.search.search_problems import (
    GetUpProblem,
    KickProblem,
    StandingKickProblem,
    WalkProblem,
)
from kickabout.motion.kick.bezier_kick import load_kick

pytest.importorskip("cma", reason="searching needs the extra 'tune'")


@dataclass(frozen=True)
class Bowl:
    """Lowest at (3, −1), but the second value may not go below −0.5."""

    @property
    def ranges(self) -> dict[str, Range]:
        return {
            "a": Range(start=0.0, scale=1.0, low=-10.0, high=10.0),
            "b": Range(start=0.0, scale=0.5, low=-0.5, high=10.0),
        }

    def cost(self, values: Values, seed: int) -> float:
        return (values["a"] - 3.0) ** 2 + (values["b"] + 1.0) ** 2

    def toml(self, values: Values) -> str:
        return f"a = {values['a']}\nb = {values['b']}\n"


def test_a_search_goes_downhill_within_its_limits(tmp_path: Path) -> None:
    search = ParameterSearch(Bowl(), tmp_path / "bowl.state", population=8)
    *_, last = search.generations(25, workers=1, trials=1)
    assert last.best["a"] == pytest.approx(3.0, abs=0.2)
    assert last.best["b"] == pytest.approx(-0.5, abs=0.2)
    assert last.costs[-1] < last.costs[0]


def test_a_stopped_search_continues_as_if_not_stopped(tmp_path: Path) -> None:
    whole = ParameterSearch(Bowl(), tmp_path / "whole.state", population=6)
    *_, at_once = whole.generations(6, workers=1, trials=1)
    first = ParameterSearch(Bowl(), tmp_path / "parts.state", population=6)
    list(first.generations(3, workers=1, trials=1))
    second = ParameterSearch(Bowl(), tmp_path / "parts.state", population=6)
    *_, later = second.generations(3, workers=1, trials=1)
    assert later.generation == 6
    assert later.costs == at_once.costs


@dataclass(frozen=True)
class Unsolvable(Bowl):
    """Its cost cannot be computed."""

    def cost(self, values: Values, seed: int) -> float:
        raise KickaboutError("no cost")


def test_a_search_that_is_stopped_in_its_first_generation_can_be_continued(tmp_path: Path) -> None:
    state = tmp_path / "bowl.state"
    with pytest.raises(KickaboutError, match="no cost"):
        list(ParameterSearch(Unsolvable(), state).generations(1, workers=1, trials=1))
    assert state.is_file()
    *_, last = ParameterSearch(Bowl(), state).generations(1, workers=1, trials=1)
    assert last.generation == 1


def test_redirected_output_has_a_line_for_each_generation(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(search_problems, "WalkProblem", Bowl)
    files = ("--state", str(tmp_path / "bowl.state"), "--output", str(tmp_path / "bowl.toml"))
    words = ("tune", "walk", "--generations", "2", "--workers", "1", "--trials", "1", *files)
    result = CliRunner().invoke(app, words)
    assert result.exit_code == 0, result.output
    lines = result.stderr.splitlines()
    assert lines[0] == "searching 2 values from generation 0 on"
    assert [line.split(":")[0] for line in lines[1:]] == ["generation 1", "generation 2"]


def test_the_state_of_another_search_is_refused(tmp_path: Path) -> None:
    state = tmp_path / "bowl.state"
    list(ParameterSearch(Bowl(), state).generations(1, workers=1, trials=1))
    with pytest.raises(ConfigurationError, match="another search"):
        ParameterSearch(WalkProblem(), state)
    state.write_bytes(b"nonsense")
    with pytest.raises(ConfigurationError, match="not the state of a search"):
        ParameterSearch(Bowl(), state)


def test_a_missing_library_is_one_clear_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "cma", None)
    with pytest.raises(KickaboutError, match=r"pip install -e '\.\[tune\]' in the clone"):
        ParameterSearch(Bowl(), tmp_path / "bowl.state")


@pytest.mark.parametrize("name", ["forward", "forward_long", "side", "turn"])
def test_a_kick_is_written_as_it_was_read(name: str, tmp_path: Path) -> None:
    problem = KickProblem(name)
    start = {key: value.start for key, value in problem.ranges.items()}
    path = tmp_path / "kick.toml"
    path.write_text(problem.toml(start), encoding="utf-8")
    again = KickProblem(str(path))
    assert {key: value.start for key, value in again.ranges.items()} == pytest.approx(start)


def test_key_frames_of_a_kick_stay_in_order_and_apart() -> None:
    problem = KickProblem("forward")
    values = {key: value.start for key, value in problem.ranges.items()}
    for key in values:
        if key.endswith("phase"):
            values[key] = 0.9
    phases = [
        float(line.split("phase = ")[1].split(",")[0])
        for line in problem.toml(values).splitlines()
        if "phase" in line
    ]
    assert phases == sorted(phases)
    assert phases[-1] < 0.95


def test_a_walk_is_a_layer_and_a_get_up_a_file_with_other_durations() -> None:
    walk = WalkProblem()
    start = {key: value.start for key, value in walk.ranges.items()}
    assert walk.toml(start).startswith("[parameters.WalkEngine]")
    get_up = GetUpProblem("front")
    slower = {key: 2.0 * value.start for key, value in get_up.ranges.items()}
    lines = get_up.toml(slower).splitlines()
    assert len(lines) == len(get_up.lines)
    assert "duration = 0.7" in lines


def test_a_standing_kick_is_a_file_with_other_numbers_in_its_middle_phases(tmp_path: Path) -> None:
    problem = StandingKickProblem("forward_long")
    start = {key: value.start for key, value in problem.ranges.items()}
    path = tmp_path / "kick.toml"
    path.write_text(problem.toml(start), encoding="utf-8")
    before = load_kick("forward_long")
    assert load_kick(str(path)) == before
    path.write_text(problem.toml({key: value + 0.01 for key, value in start.items()}), "utf-8")
    after = load_kick(str(path))
    assert after.phases[0] == before.phases[0]
    assert after.phases[-1] == before.phases[-1]
    for old, new in zip(before.phases[1:-1], after.phases[1:-1], strict=True):
        assert new.duration == pytest.approx(old.duration + 0.01)
        assert old.right is not None
        assert new.right is not None
        assert new.right.end == pytest.approx([value + 0.01 for value in old.right.end])


@pytest.mark.slow
def test_a_standing_kick_that_sways_costs_more_than_a_calm_one() -> None:
    problem = StandingKickProblem("forward_long", reach=3.0)
    start = {key: value.start for key, value in problem.ranges.items()}
    lean = next(key for key, value in problem.ranges.items() if value.start == -3.7)
    assert problem.cost(start, seed=1) < problem.cost({**start, lean: -12.0}, seed=1)
