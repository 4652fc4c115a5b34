"""Replays: the same code and data give no deviation, and changes are found."""

import dataclasses
from dataclasses import replace
from pathlib import Path

import pytest

from kickabout import Match
from kickabout.framework.debug import Kind
from kickabout.framework.errors import KickaboutError
from kickabout.framework.teams.configuration import command_line_layer
from kickabout.recording import (
    Condition,
    Recorder,
    Recording,
    RecordingError,
    Replay,
    Tolerances,
    load_settings,
)
from kickabout.recording.format.messages import Annotation
from kickabout.recording.format.rewriting import cut, filtered
from kickabout.simulation.match.scene import RefereePlan, Scene


def test_the_same_code_and_data_give_the_same_bits(recording: Recording) -> None:
    for robot in ("home/1", "away 1"):
        replay = Replay(recording, robot)
        comparison = replay.run()
        assert comparison.values > 4000
        assert comparison.deviations == {}
        assert not replay.plan.played
        assert not replay.plan.unavailable


def test_two_replays_at_once_do_not_disturb_each_other(recording: Recording) -> None:
    replays = [Replay(recording, robot, threads=["cognition"]) for robot in ("home/1", "away/1")]
    while all([replay.step() is not None for replay in replays]):  # noqa: C419 (both must step)
        continue
    for replay in replays:
        assert replay.comparison.is_equal
        assert replay.comparison.values > 500


def test_only_one_module_is_recomputed(recording: Recording) -> None:
    replay = Replay(recording, "home/1", only=["BallTracker"])
    comparison = replay.run()
    assert {name for _, name in replay.plan.recomputed} == {"BallTracker"}
    assert comparison.is_equal
    assert comparison.values > 50


PARTICLES = [command_line_layer(["SelfLocator.particles=8"])]


def test_a_changed_parameter_shows_in_its_module_and_those_after_it(recording: Recording) -> None:
    free = Replay(recording, "home/1", layers=PARTICLES).run()
    isolated = Replay(recording, "home/1", layers=PARTICLES, isolated=True).run()
    assert {d.module for d in isolated.deviations.values()} == {"SelfLocator"}
    assert {d.module for d in free.deviations.values()} > {"SelfLocator"}


def test_tolerances_permit_deviations(recording: Recording) -> None:
    wide = Tolerances(everywhere=1e12, by_path={"PoseHypotheses*": float("inf")})
    comparison = Replay(
        recording, "home/1", layers=PARTICLES, only=["SelfLocator"], tolerances=wide
    ).run()
    assert {d.path.split(".")[0] for d in comparison.deviations.values()} <= {"RobotPose"}


def test_a_replay_of_a_cut_uses_the_remaining_data(recording: Recording, tmp_path: Path) -> None:
    cut(recording, tmp_path / "late.mcap", start=0.5)
    with Recording(tmp_path / "late.mcap") as late:
        replay = Replay(late, "home/1", only=["BallPerceptFilter"])
        assert replay.run().values > 20


def test_another_provider_is_tried_on_the_same_data(recording: Recording) -> None:
    replay = Replay(recording, "home/1", providers={"RobotPose": "RobotPoseOracle"}, compare=False)
    poses = []
    while (cycle := replay.step()) is not None:
        if cycle.thread == "cognition":
            truth = replay["GroundTruth"].own.robot_to_field
            assert replay["RobotPose"].robot_to_field == truth
            poses.append((truth, replay.recorded("cognition", "RobotPose").robot_to_field))
    assert len(poses) > 10
    assert any(true != estimated for true, estimated in poses)
    with pytest.raises(KickaboutError, match="no module 'BallTraker'"):
        Replay(recording, "home/1", providers={"BallModel": "BallTraker"})


def test_inputs_that_are_newer_than_the_recording_are_defaults(recording: Recording) -> None:
    """A module with a new input can still be replayed from an older recording."""
    lacking = "SoundDirectionPercept"
    for name, program in recording.programs.items():
        threads = tuple(
            replace(plan, defaults=tuple(d for d in plan.defaults if d != lacking))
            for plan in program.team.threads
        )
        recording.programs[name] = replace(program, team=replace(program.team, threads=threads))
    replay = Replay(recording, "home/1", only=["TeamMessageSender"])
    assert replay.defaulted == (lacking,)
    assert replay.run().is_equal


def test_a_step_gives_values_and_drawings(recording: Recording) -> None:
    replay = Replay(recording, "home/1", threads=["cognition"])
    replay.listen("*")
    shown = []
    while replay.time < 0.3 and (cycle := replay.step()) is not None:
        shown += list(cycle.debug)
        if cycle.thread == "cognition":
            now, then = replay["RobotPose"], replay.recorded("cognition", "RobotPose")
            assert now.robot_to_field == then.robot_to_field
    assert any(message.kind is Kind.FIELD for message in shown)


def test_seeking_gives_recorded_values_or_recomputes_up_to_a_time(
    recording: Recording,
) -> None:
    replay = Replay(recording, "home/1")
    replay.seek(0.8)
    expected = recording.value("home/1/cognition/RobotPose", 0.799)
    assert replay["RobotPose"].robot_to_field == expected.robot_to_field
    cycle = replay.step()
    assert cycle is not None
    assert cycle.frame.time >= 0.8
    replay.seek(0.4, recompute=True)
    assert replay.time >= 0.4
    replay.seek(0.0)
    assert replay.step() is not None


def test_changes_during_the_match_are_repeated(tmp_path: Path) -> None:
    recorder = Recorder(tmp_path / "a.mcap", load_settings("models"))
    scene = Scene(referee=RefereePlan(start="playing", half=60.0))
    with Match(
        "bhuman2019", "dummies", robots=1, scene=scene, workers=0, recorder=recorder
    ) as match:
        match.run(0.3)
        match.robot("home", 1).ask("change_parameters", "SelfLocator", {"particles": 8})
        match.run(0.3)
    with Recording(tmp_path / "a.mcap") as recording:
        assert len(list(recording.messages("home/1/changes"))) == 1
        assert Replay(recording, "home/1").run().is_equal


@pytest.fixture(scope="module")
def tuned(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Record a robot whose program is changed in four ways after 0.3 s, and annotated before."""
    path = tmp_path_factory.mktemp("tuned") / "match.mcap"
    recorder = Recorder(path)
    with Match(
        "walkers", "dummies", robots=1, fidelity="truth", workers=0, recorder=recorder
    ) as match:
        match.run(0.1)
        recorder.record("home/1/annotations", match.time, Annotation(text="look"))
        match.run(0.2)
        robot = match.robot("home", 1)
        robot.ask("change_parameters", "HeadMotionEngine", {"stiffness": 0.33})
        robot.ask("override", "HeadRequest.pan", 0.25)
        robot.ask("freeze", "InertialState")
        robot.ask("release", "HeadRequest")
        robot.ask("override", "HeadRequest.tilt", 0.125)
        match.run(0.3)
    return path


OVERRIDES = {"InertialState": "frozen", "HeadRequest.tilt": 0.125}


def _stiffness(replay: Replay) -> float:
    stiffness: float = replay.agent.parameters("HeadMotionEngine").stiffness
    return stiffness


def test_seeking_applies_earlier_changes_and_no_later_ones(tuned: Path) -> None:
    with Recording(tuned) as recording:
        assert Replay(recording, "home/1").run().is_equal
        replay = Replay(recording, "home/1", only=["HeadMotionEngine"])
        usual = _stiffness(replay)
        replay.seek(0.5)
        assert _stiffness(replay) == 0.33
        assert replay.agent.overrides.active() == OVERRIDES
        frozen = replay["InertialState"]
        replay.step()
        assert replay["InertialState"] is frozen
        replay.seek(0.2)
        assert _stiffness(replay) == usual != 0.33
        assert not replay.agent.overrides.active()
        replay.run()
        assert _stiffness(replay) == 0.33


def test_seeking_the_cycle_of_a_change_applies_it(tuned: Path) -> None:
    with Recording(tuned) as recording:
        change = next(recording.messages("home/1/changes"))
        cycles = recording.messages("home/1/motion/FrameInfo")
        time = next(cycle.time for cycle in cycles if cycle.sequence >= change.sequence)
        assert change.time < time
        replay = Replay(recording, "home/1")
        replay.seek(time)
        before = replay["InertialState"]
        replay.step()
        assert _stiffness(replay) == 0.33
        assert replay["InertialState"] is not before  # this cycle's is frozen


def test_a_cut_begins_with_the_changes_before_it(tuned: Path, tmp_path: Path) -> None:
    with Recording(tuned) as recording:
        cut(recording, tmp_path / "late.mcap", start=0.5)
    with Recording(tmp_path / "late.mcap") as late:
        assert late.start == 0.5
        replay = Replay(late, "home/1")
        replay.step()
        assert _stiffness(replay) == 0.33
        assert replay.agent.overrides.active() == OVERRIDES
        assert replay["HeadRequest"].tilt == 0.125


def test_filtering_keeps_all_changes(tuned: Path, tmp_path: Path) -> None:
    with Recording(tuned) as recording:
        filtered(recording, tmp_path / "some.mcap", Condition("FrameInfo.cycle > 40"))
        changes = list(recording.messages("home/1/changes"))
    with Recording(tmp_path / "some.mcap") as some:
        assert list(some.messages("home/1/changes")) == changes


def test_notes_are_not_repeated_at_the_start_of_a_cut(tuned: Path, tmp_path: Path) -> None:
    with Recording(tuned) as recording:
        cut(recording, tmp_path / "late.mcap", start=0.2)
        assert len(recording.annotations()) == 1
    with Recording(tmp_path / "late.mcap") as late:
        assert late.annotations() == []
        assert len(list(late.messages("home/1/changes"))) == 5


@pytest.fixture(scope="module")
def switched(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Record a robot that gets another provider of the ball model after 0.3 s."""
    path = tmp_path_factory.mktemp("switched") / "match.mcap"
    scene = Scene(referee=RefereePlan(start="playing", half=60.0))
    recorder = Recorder(path, load_settings("models"))
    with Match(
        "bhuman2019", "dummies", robots=1, scene=scene, workers=0, recorder=recorder
    ) as match:
        match.run(0.3)
        match.robot("home", 1).ask("switch", "BallModel", "HulksBallTracker")
        match.run(0.3)
    return path


@pytest.mark.parametrize("module", ["BallTracker", "HulksBallTracker", "SelfLocator"])
def test_only_one_module_is_recomputed_before_and_after_a_switch(
    switched: Path, module: str
) -> None:
    with Recording(switched) as recording:
        replay = Replay(recording, "home/1", only=[module])
        comparison = replay.run()
        assert {name for _, name in replay.plan.recomputed} <= {module}
        assert comparison.is_equal
        assert comparison.values > 10
        players = [
            step.replacement
            for name, executor in replay.agent.threads.items()
            for step in executor.steps
            if (name, step.node.name) in replay.plan.played
        ]
        assert len(players) > 50
        assert all(player is not None for player in players)


def test_an_isolated_replay_still_compares_after_a_switch(switched: Path) -> None:
    with Recording(switched) as recording:
        replay = Replay(recording, "home/1", layers=PARTICLES, isolated=True)
        before = sum(d.cycles for d in replay.run(until=0.35).deviations.values())
        deviations = replay.run().deviations.values()
        assert {d.module for d in deviations} == {"SelfLocator"}
        assert sum(d.cycles for d in deviations) > before


def test_impossible_replays_are_refused_with_a_clear_error(recording: Recording) -> None:
    with pytest.raises(RecordingError, match="has no robot 'home/9'"):
        Replay(recording, "home/9")
    with pytest.raises(RecordingError, match="Did you mean 'BallTracker'"):
        Replay(recording, "home/1", only=["BallTrackr"])
    with pytest.raises(KickaboutError, match="has no thread 'cognitio'"):
        Replay(recording, "home/1", threads=["cognitio"])
    assert dataclasses.is_dataclass(recording.programs["home 1"])
