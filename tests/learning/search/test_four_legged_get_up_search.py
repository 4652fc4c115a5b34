"""The search for get-ups on four legs: which numbers it changes, and what it writes."""

from pathlib import Path

import pytest

from kickabout.framework.teams.robot_configuration import RobotConfiguration
from kickabout.learning.search.four_legged_get_up_search import FourLeggedGetUpProblem
from kickabout.motion.keyframes.posture_motion import load_motion
from kickabout.robots.aibo.kinematics import aibo_kinematics


@pytest.mark.parametrize("robot", ["ers210", "ers7"])
@pytest.mark.parametrize("side", ["front", "back", "left"])
def test_the_first_values_are_those_of_the_file(robot: str, side: str, tmp_path: Path) -> None:
    problem = FourLeggedGetUpProblem(robot, side)
    configuration, kinematics = RobotConfiguration(robot), aibo_kinematics(robot)
    path = tmp_path / "same.toml"
    path.write_text(problem.toml({name: r.start for name, r in problem.ranges.items()}))
    same = load_motion(str(path), configuration, kinematics)
    shipped = load_motion(f"get_up_{side}", configuration, kinematics)
    assert same.postures == pytest.approx(shipped.postures, nan_ok=True)
    assert same.times == pytest.approx(shipped.times)


def test_a_posture_of_both_sides_keeps_the_head_in_the_middle() -> None:
    names = FourLeggedGetUpProblem("ers210", "front").ranges
    assert "0 head_deg 0" in names
    assert not {"0 head_deg 1", "0 head_deg 2"} & set(names)
    assert "0 head_deg 2" in FourLeggedGetUpProblem("ers7", "front").ranges  # it nods


@pytest.mark.slow
def test_a_get_up_that_does_nothing_costs_most() -> None:
    problem = FourLeggedGetUpProblem("ers7", "left", tries=1)
    good = {name: value.start for name, value in problem.ranges.items()}
    limp = {name: 0.0 if "_deg" in name else value for name, value in good.items()}
    assert problem.cost(good, 1) < 4.0 < problem.cost(limp, 1)
