"""An agent's cycles: values, changes while running, failures."""

from pathlib import Path

import pytest
from tests.framework.toys.doubler import Doubler
from tests.framework.toys.teams import agent, plan, team
from tests.framework.toys.things import Difference, Doubled, Reading, Total

from kickabout.framework import Agent, ConfigurationError, Cycle, KickaboutError, ModuleFailure
from kickabout.framework.debug import Kind
from kickabout.framework.running.executor import OnFailure
from kickabout.framework.teams.toml_file import read_toml


def run(robot: Agent, *values: float) -> None:
    for value in values:
        executor = robot.threads["main"]
        robot.run("main", 0.1 * (executor.frame.cycle + 1), [Reading(value=value)])


def test_values_flow_through_the_modules() -> None:
    robot = agent("Doubler", "Summer", "Comparer")
    run(robot, 1.0, 2.0)
    assert robot[Doubled].value == 4.0
    assert robot["Total"].value == 6.0
    assert robot[Difference].value == 4.0
    assert robot.value("Total.parts[1]") == 4.0


def test_the_frame_counts_and_measures_time() -> None:
    robot = agent("Doubler")
    run(robot, 0.0, 0.0)
    frame = robot.threads["main"].frame
    assert frame.cycle == 1
    assert frame.time == pytest.approx(0.1)
    assert frame.dt == pytest.approx(0.1)


def test_a_provider_is_switched_at_the_next_cycle_and_no_cycle_is_lost() -> None:
    robot = agent("Doubler", "Summer")
    run(robot, 1.0)
    robot.switch("Doubled", "Tripler")
    assert robot[Doubled].value == 2.0
    run(robot, 1.0)
    assert robot[Doubled].value == 3.0
    assert robot[Total].value == 5.0
    assert robot.threads["main"].frame.cycle == 1


def test_an_invalid_switch_changes_nothing() -> None:
    robot = agent("Doubler", "Summer")
    with pytest.raises(KickaboutError):
        robot.switch("Doubled", "Summer")
    run(robot, 1.0)
    assert robot[Doubled].value == 2.0


def test_without_a_provider_the_default_is_used() -> None:
    robot = agent("Doubler", "Summer")
    run(robot, 1.0)
    robot.switch("Doubled", "")
    run(robot, 1.0)
    assert robot[Total].value == 2.0


def test_functions_of_a_replaced_provider_are_not_called_again() -> None:
    robot = agent("PlannerMaker", "PlannerUser")
    run(robot, 5.0)
    assert robot[Difference].value == 15.0
    robot.switch("Planner", "")
    run(robot, 5.0)
    assert robot[Difference].value == 0.0


def test_changed_parameters_apply_from_the_next_cycle_and_are_announced_once() -> None:
    robot = agent("Doubler")
    robot.change_parameters("Doubler", factor=5.0)
    robot.change_parameters("Doubler", repeat=2)
    run(robot, 1.0, 1.0)
    assert robot[Doubled].value == 25.0
    doubler = robot.threads["main"].instances["Doubler"]
    assert isinstance(doubler, Doubler)
    assert doubler.recomputed == 2
    assert robot.changed_parameters() == {"Doubler": {"factor": 5.0, "repeat": 2}}


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"factor": 11.0}, "above the upper bound 10"),
        ({"factor": "x"}, "expected float"),
        ({"factr": 1.0}, "no parameter 'factr'. Did you mean 'factor'"),
        ({"repeat": 0}, "below the lower bound 1"),
        ({"factor": float("nan")}, "not a number"),
        ({"factor": 1.0, "repeat": -1}, "below"),
    ],
)
def test_invalid_parameters_change_nothing(values: dict[str, object], message: str) -> None:
    robot = agent("Doubler")
    with pytest.raises(ConfigurationError, match=message):
        robot.change_parameters("Doubler", **values)
    run(robot, 1.0)
    assert robot[Doubled].value == 2.0


def test_a_failing_module_stops_the_run_and_is_named_with_its_inputs() -> None:
    robot = agent("Stumbler")
    run(robot, 1.0)
    with pytest.raises(
        ModuleFailure, match=r"(?s)Stumbler failed.*cycle 1.*negative.*Reading\(value=-3"
    ):
        run(robot, -3.0)


def test_impossible_content_is_a_failure() -> None:
    with pytest.raises(ModuleFailure, match="far too negative"):
        run(agent("Stumbler"), 2e6)


def test_after_a_failure_live_robots_continue_with_defaults() -> None:
    robot = agent("Stumbler", "Summer", on_failure=OnFailure.FALL_BACK)
    run(robot, 1.0, -3.0, 2.0)
    assert robot[Total].value == 3.0
    assert robot.threads["main"].failure_counts == {"Stumbler": 1}
    (failure,) = robot.failures()
    assert (failure.module, failure.cycle) == ("Stumbler", 1)


def test_random_numbers_depend_on_seed_and_robot_name() -> None:
    def rolled(seed: int, name: str = "robot") -> float:
        robot = Agent(team(plan("main", "Roller")), seed=seed, name=name)
        run(robot, 0.0)
        return float(robot[Doubled].value)

    assert rolled(1) == rolled(1)
    assert rolled(1) != rolled(2)
    assert rolled(1) != rolled(1, "other")


def test_overrides_apply_until_released() -> None:
    robot = agent("Doubler", "Summer")
    robot.overrides.override("Doubled.value", 100.0)
    run(robot, 1.0)
    assert robot[Total].value == 100.0
    robot.overrides.release("Doubled")
    run(robot, 1.0)
    assert robot[Total].value == 102.0


def test_inputs_can_be_overridden_too() -> None:
    robot = agent("Doubler")
    robot.overrides.override("Reading.value", 7)
    run(robot, 1.0)
    assert robot[Doubled].value == 14.0


def test_a_frozen_representation_keeps_its_next_value() -> None:
    robot = agent("Doubler")
    robot.overrides.freeze("Doubled")
    run(robot, 1.0, 5.0)
    assert robot[Doubled].value == 2.0


def test_elements_can_be_overridden_before_they_exist() -> None:
    robot = agent("Doubler", "Summer")
    robot.overrides.override("Total.parts[1]", -1)
    run(robot, 1.0)
    assert robot[Total].parts == (2.0,)
    run(robot, 1.0)
    assert robot[Total].parts == (2.0, -1.0)


def test_values_that_do_not_fit_are_refused() -> None:
    robot = agent("Doubler")
    for path, value in (("Doubled.value", "red"), ("Doubled.valu", 1.0), ("Total.vector", [1, 2])):
        with pytest.raises(KickaboutError):
            robot.overrides.override(path, value)
    assert not robot.overrides


def test_listeners_get_requested_drawings_and_plots_only() -> None:
    robot = agent("Doubler")
    cycles: list[Cycle] = []
    robot.watch(cycles.append)
    run(robot, 1.0)
    robot.listen("Doubler.*")
    run(robot, 1.0)
    robot.ignore("Doubler.*")
    robot.listen("Doubled.dot")
    run(robot, 1.0)
    kinds = [[message.kind for message in cycle.debug] for cycle in cycles]
    assert kinds == [[], [Kind.PLOT, Kind.FIELD], [Kind.FIELD]]
    assert set(robot.threads["main"].debug.known) >= {
        "Doubler.value",
        "Doubler.reading",
        "Doubled.dot",
    }


def test_stopwatches_cover_every_module_and_the_cycle() -> None:
    robot = agent("Doubler", "Summer")
    run(robot, 1.0, 2.0, 3.0)
    timings = robot.timings()["main"]
    assert set(timings) == {"cycle", "Doubler", "Summer"}
    assert all(summary.count == 3 for summary in timings.values())
    assert timings["cycle"].max_ms >= timings["Doubler"].max_ms > 0.0


def test_missed_deadlines_are_counted() -> None:
    robot = Agent(team(plan("main", "Doubler", rate=10_000.0)))
    robot.threads["main"].period = 1e-9
    run(robot, 1.0)
    assert robot.threads["main"].deadline_misses == 1


def test_changes_made_while_running_are_saved_to_a_layer(tmp_path: Path) -> None:
    robot = agent("Doubler")
    robot.change_parameters("Doubler", factor=5.0, repeat=2)
    path = tmp_path / "evening.toml"
    path.write_text("# the evening game\n")
    robot.save_parameters(path)
    assert path.read_text().startswith("# the evening game")
    assert read_toml(path).data == {"parameters": {"Doubler": {"factor": 5.0, "repeat": 2}}}
