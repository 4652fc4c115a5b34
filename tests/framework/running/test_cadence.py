"""Cadence: modules that run only in some cycles of their thread, and hold their outputs."""

from pathlib import Path

import pytest
from tests.framework.toys.teams import plan, team
from tests.framework.toys.things import Reading

from kickabout.framework import Agent, KickaboutError, LockStepRunner, load_team
from kickabout.framework.graph import build_graph
from kickabout.framework.graph_view import as_text
from kickabout.framework.teams.team import Cadence


def read_time(thread: str, now: float) -> list[object]:
    return [Reading(value=now)] if thread != "cognition" else []


def paced(cadence: Cadence) -> Agent:
    """Return a robot with a thread after two cameras, one of whose modules has a cadence."""
    upper = plan("upper", rate=30.0)
    lower = plan("lower", rate=30.0, phase=0.5)
    after = ("upper", "lower")
    modules = ("Doubler", "Pacer")
    cognition = plan(
        "cognition", *modules, rate=60.0, inputs=(), after=after, cadence={"Pacer": cadence}
    )
    return Agent(team(upper, lower, cognition))


def test_a_module_runs_in_every_second_cycle_and_holds_its_outputs() -> None:
    robot = paced(Cadence(every=2))
    runner = LockStepRunner(robot, read_time)
    published = []
    for cycle in range(4):
        runner.cycle("upper", 1.0 + cycle)
        published.append(robot["Total"])
    assert [total.value for total in published] == [1.0, 1.0, 3.0, 3.0]
    assert published[1] is published[0]
    assert robot["Doubled"].value == 8.0


def test_a_module_runs_only_after_one_of_the_cameras() -> None:
    robot = paced(Cadence(after="lower"))
    runner = LockStepRunner(robot, read_time)
    for cycle, camera in enumerate(("upper", "lower", "upper", "upper", "lower", "upper")):
        runner.cycle(camera, float(cycle))
    assert robot["Total"].value == 4.0


def test_the_frames_of_a_module_count_its_own_runs() -> None:
    robot = paced(Cadence(every=3))
    runner = LockStepRunner(robot, read_time)
    for cycle in range(7):
        runner.cycle("upper", 0.5 * cycle)
    assert robot["Total"].parts == (3.0, 1.5, 2.0)


def test_durations_are_those_of_the_runs() -> None:
    robot = paced(Cadence(every=4))
    runner = LockStepRunner(robot, read_time)
    for cycle in range(8):
        runner.cycle("upper", 0.5 * cycle)
    timings = robot.timings()["cognition"]
    assert timings["Pacer"].count == 2
    assert timings["Pacer"].min_ms > 0.0
    assert timings["Doubler"].count == 8


def test_a_cadence_is_shown_in_the_graph() -> None:
    assert "Pacer (with lower): " in as_text(paced(Cadence(after="lower")).graph)
    assert "Pacer (every 2 cycles): " in as_text(paced(Cadence(every=2)).graph)


TEAM = """
robot = "nao"
[threads.upper]
rate = 30.0
[threads.cognition]
after = ["upper"]
modules = ["ObstacleTracker"]
cadence.{module} = {{ {cadence} }}
"""


@pytest.mark.parametrize(
    ("module", "cadence", "message"),
    [
        ("ObstacleTracker", "every = 0", "neither 'every', a number from 1 on, nor 'with'"),
        ("ObstacleTracker", 'every = 2, with = "upper"', "neither 'every', a number from 1 on"),
        ("ObstacleTracker", "often = 2", "unknown field `often`"),
        ("ObstacleTracker", 'with = "lowre"', "'lowre', but the thread does not run after it"),
        ("ObstacelTracker", "every = 2", "Did you mean 'ObstacleTracker'"),
    ],
)
def test_a_wrong_cadence_is_refused_in_a_sentence(
    module: str, cadence: str, message: str, tmp_path: Path
) -> None:
    path = tmp_path / "team.toml"
    path.write_text(TEAM.format(module=module, cadence=cadence), encoding="utf-8")
    with pytest.raises(KickaboutError, match=message):
        build_graph(load_team(str(path)))
