"""Search of trots: candidates are files of gaits, and slow ones cost more."""

import tomllib
from pathlib import Path

import pytest

from kickabout.framework.teams.robot_configuration import RobotConfiguration
from kickabout.learning.search.trot_search import TrotProblem
from kickabout.motion.trot.trot_gait import load_gait

PROBLEM = TrotProblem("ers210", "germanteam2001", seconds=2.0)
START = {name: value.start for name, value in PROBLEM.ranges.items()}


def test_the_first_candidate_is_the_gait_to_start_from(tmp_path: Path) -> None:
    path = tmp_path / "gait.toml"
    path.write_text(PROBLEM.toml(START))
    found, start = load_gait(str(path), RobotConfiguration("ers210")), PROBLEM.start
    assert found.period == pytest.approx(start.period)
    assert found.fore == start.fore
    assert found.turn.stride == pytest.approx(start.turn.stride)


def test_both_pairs_of_legs_share_the_period_equally() -> None:
    table = tomllib.loads(PROBLEM.toml(START))
    assert table["fore"]["duty"] == table["hind"]["duty"] == 0.5


@pytest.mark.slow
def test_a_gait_with_short_strides_costs_more() -> None:
    short = {name: 0.5 if name.endswith("stride") else value for name, value in START.items()}
    assert PROBLEM.cost(short, 2) > PROBLEM.cost(START, 2) + 0.3
