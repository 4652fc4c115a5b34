"""Fidelities: teams with images, percepts or the truth from one team file."""

import dataclasses
from pathlib import Path
from typing import Any

import pytest
from tests.simulation.oracles.scenes import FIELD, UPPER, scene
from tests.simulation.oracles.toys.regions import ToyRegions

from kickabout.framework import (
    Agent,
    ConfigurationError,
    LockStepRunner,
    Team,
    build_graph,
    load_team,
)
from kickabout.framework.registry import file_name_of
from kickabout.framework.teams.configuration import Layer
from kickabout.framework.teams.team import ThreadPlan
from kickabout.geometry import Pose2
from kickabout.representations import (
    BallModel,
    BallPercept,
    CameraImage,
    CameraMatrix,
    FieldBoundaryPercept,
    GroundTruth,
    IntersectionsPercept,
    LandmarksPercept,
    LinesPercept,
    PoseHypotheses,
    RobotPose,
    RobotsPercept,
    Seen,
    TorsoState,
    WhistlePercept,
)
from kickabout.simulation import oracles
from kickabout.simulation.match.declared_oracles import percept_oracles, truth_oracles
from kickabout.simulation.match.fidelity import with_fidelity

IMAGE = ("CameraImage", "CameraInfo")
UPPER_MODULES = ("ToyEye", "ToyScanner", "ToyLineFinder", "ToyBallFinder")


def thread(name: str, *modules: str, inputs: tuple[str, ...] = (), **more: Any) -> ThreadPlan:
    return ThreadPlan(name=name, inputs=inputs, modules=modules, **more)


def toys(
    *cognition: str,
    upper: tuple[str, ...] = UPPER_MODULES,
    lower: tuple[str, ...] = ("ToyEye", "ToyBallFinder"),
    parameters: dict[str, dict[str, object]] | None = None,
) -> Team:
    """A team with all threads; cognition has the given modules."""
    models = cognition or ("ToyLocalizer", "ToyBallTracker", "ToyPlayer")
    return Team(
        name="toys",
        robot="nao",
        packages=("tests.simulation.oracles.toys",),
        constants=("FieldDimensions",),
        threads=(
            thread("motion", "ToyPoser", rate=83.3),
            thread("upper", *upper, inputs=IMAGE, rate=30.0),
            thread("lower", *lower, inputs=IMAGE, rate=30.0, phase=0.5),
            thread("audio", "ToyEar", inputs=("AudioFrame",), rate=15.0),
            thread("cognition", *models, after=("upper", "lower")),
        ),
        layers=(Layer(name="team toys", data={"parameters": parameters or {}}),),
    )


def modules(team: Team, name: str) -> set[str]:
    return {node.name for node in build_graph(team).thread(name).nodes}


def provider(team: Team, name: str, representation: type) -> str:
    node = build_graph(team).thread(name).provider_of(representation)
    return node.name if node else "none"


def test_images_do_not_change_a_team() -> None:
    team = toys()
    assert with_fidelity(team, "images") is team


def test_an_unknown_fidelity_is_refused_with_a_suggestion() -> None:
    with pytest.raises(ConfigurationError, match="Did you mean 'percepts'"):
        with_fidelity(toys(), "percept")


@pytest.mark.parametrize("fidelity", ["images", "percepts", "truth"])
def test_a_team_without_images_and_sound_is_not_changed(fidelity: str) -> None:
    dummies = Team(
        name="dummies",
        robot="nao",
        threads=(thread("motion", inputs=("SensorFrame",), rate=83.3),),
    )
    assert with_fidelity(dummies, fidelity) is dummies


@pytest.mark.parametrize("fidelity", ["percepts", "truth"])
def test_no_perception_and_no_image_remains(fidelity: str) -> None:
    team = with_fidelity(toys(), fidelity)
    for plan in team.threads:
        assert not {"CameraImage", "AudioFrame"} & set(plan.inputs)
        assert not {"ToyEye", "ToyScanner", "ToyLineFinder", "ToyEar"} & modules(team, plan.name)


def test_oracles_provide_what_was_provided_before_in_the_same_thread() -> None:
    team = with_fidelity(toys(), "percepts")
    assert provider(team, "upper", LinesPercept) == "FieldLinesOracle"
    assert provider(team, "upper", IntersectionsPercept) == "IntersectionsOracle"
    assert provider(team, "upper", CameraMatrix) == "CameraMatrixOracle"
    assert provider(team, "lower", BallPercept) == "BallPerceptOracle"
    assert provider(team, "lower", LinesPercept) == "none"
    assert provider(team, "audio", WhistlePercept) == "WhistleOracle"


def test_models_remain_while_only_percepts_are_replaced() -> None:
    team = with_fidelity(toys(), "percepts")
    assert modules(team, "cognition") == {"ToyLocalizer", "ToyBallTracker", "ToyPlayer"}


def test_missing_percepts_are_provided_to_the_modules_that_require_them() -> None:
    team = with_fidelity(toys("ToyObstacleTracker"), "percepts")
    assert provider(team, "upper", RobotsPercept) == "RobotPerceptOracle"
    assert provider(team, "lower", RobotsPercept) == "RobotPerceptOracle"
    assert provider(team, "audio", RobotsPercept) == "none"


def test_representations_under_defaults_are_not_provided() -> None:
    team = toys("ToyObstacleTracker")
    plans = [
        dataclasses.replace(plan, defaults=("RobotsPercept",)) if plan.name == "upper" else plan
        for plan in team.threads
    ]
    blind = with_fidelity(dataclasses.replace(team, threads=tuple(plans)), "percepts")
    assert provider(blind, "upper", RobotsPercept) == "none"
    assert RobotsPercept in build_graph(blind).thread("upper").defaults


def test_percepts_without_an_oracle_stay_at_nothing_known() -> None:
    team = with_fidelity(toys("ToyRegionWatcher"), "percepts")
    assert ToyRegions in build_graph(team).thread("upper").defaults


def test_modules_of_other_threads_get_empty_images() -> None:
    team = with_fidelity(toys("ToyPainter"), "percepts")
    assert modules(team, "cognition") == {"ToyPainter"}
    assert CameraImage in build_graph(team).thread("lower").defaults


def test_modules_of_other_stations_remain_in_camera_threads() -> None:
    upper = (*UPPER_MODULES, "ToyBallTracker")
    team = with_fidelity(toys("ToyLocalizer", upper=upper), "percepts")
    assert "ToyBallTracker" in modules(team, "upper")
    assert provider(team, "upper", BallPercept) == "BallPerceptOracle"


def test_a_chosen_provider_is_replaced_too() -> None:
    team = toys().with_provider("BallPercept", "ToyBallFinder", "upper")
    assert provider(with_fidelity(team, "percepts"), "upper", BallPercept) == "BallPerceptOracle"


def test_a_disabled_provider_stays_disabled() -> None:
    team = (
        toys().with_provider("BallPercept", "", "upper").with_provider("BallPercept", "", "lower")
    )
    assert provider(with_fidelity(team, "percepts"), "upper", BallPercept) == "none"


def test_truth_replaces_models_for_which_there_are_oracles() -> None:
    team = with_fidelity(toys(), "truth")
    assert provider(team, "cognition", RobotPose) == "RobotPoseOracle"
    assert provider(team, "cognition", PoseHypotheses) == "none"  # as no module requires them
    assert provider(team, "cognition", BallModel) == "BallModelOracle"
    assert "ToyBallTracker" not in modules(team, "cognition")


def test_truth_reaches_threads_that_do_not_run_after_a_camera() -> None:
    team = toys()
    cognition = dataclasses.replace(team.thread("cognition"), after=("motion",))
    motion = thread("motion", inputs=("SensorFrame",), rate=83.3)
    senses = [plan for plan in team.threads if plan.name in ("upper", "audio")]
    moved = dataclasses.replace(team, threads=(*senses, motion, cognition))
    true = with_fidelity(moved, "truth")
    assert "GroundTruth" in true.thread("cognition").inputs
    assert provider(true, "cognition", RobotPose) == "RobotPoseOracle"


def test_an_empty_thread_that_others_run_after_remains() -> None:
    plans = (
        thread("upper", inputs=IMAGE, rate=30.0),
        thread(
            "cognition",
            "ToyPlayer",
            after=("upper",),
            defaults=("RobotPose", "BallModel", "WhistlePercept"),
        ),
    )
    team = with_fidelity(dataclasses.replace(toys(), threads=plans), "percepts")
    assert team.thread("upper").inputs == ("CameraInfo", "GroundTruth")
    assert not team.thread("upper").module_names


def test_an_unused_empty_thread_is_removed() -> None:
    plans = (
        thread("scribe", "ToyScanner", inputs=IMAGE, rate=30.0),
        thread("motion", inputs=("SensorFrame",), rate=83.3),
    )
    team = with_fidelity(dataclasses.replace(toys(), threads=plans), "percepts")
    assert [plan.name for plan in team.threads] == ["motion"]


def test_oracles_get_their_inputs_even_if_the_team_does_not_use_them() -> None:
    upper = thread("upper", "ToyScanner", inputs=("CameraImage",), rate=30.0)
    cognition = thread("cognition", "ToyBallTracker", after=("upper",))
    bare = dataclasses.replace(toys(), threads=(upper, cognition), constants=())
    team = with_fidelity(bare, "percepts")
    assert "CameraInfo" in team.thread("upper").inputs
    assert "FieldDimensions" in team.constants
    assert provider(team, "upper", BallPercept) == "BallPerceptOracle"
    assert provider(team, "upper", TorsoState) == "TorsoOracle"


def test_measurements_of_the_body_are_not_replaced() -> None:
    team = with_fidelity(toys(), "percepts")
    assert provider(team, "motion", TorsoState) == "ToyPoser"
    assert provider(team, "upper", TorsoState) == "none"


def test_oracles_take_parameters_from_the_team_file() -> None:
    team = toys(parameters={"BallPerceptOracle": {"rate": 0.0, "guessed_fraction": 0.0}})
    agent = played(with_fidelity(team, "percepts"), 30)
    assert agent["BallPercept"].seen is Seen.NO
    assert not agent["BallModel"].known


TRUTH = scene(Pose2(-1.0, 0.5, 0.2), ball=(0.5, 1.0))


def played(team: Team, cycles: int, seed: int = 1) -> Agent:
    """Run the threads that have senses on one still scene."""
    agent = Agent(team, constants=(FIELD,), seed=seed)
    values = {"GroundTruth": TRUTH, "CameraInfo": UPPER}

    def feed(name: str, _: float) -> list[object]:
        return [values[given] for given in team.thread(name).inputs if given in values]

    LockStepRunner(agent, feed).advance(cycles / 30.0)
    return agent


def ball_error(agent: Agent) -> float:
    true = TRUTH.own.robot_to_field.inverse() @ Pose2(0.5, 1.0, 0.0).position
    error: float = (agent["BallModel"].position_in_robot - true).norm
    return error


def test_the_ball_model_errs_with_percepts_and_not_with_the_truth() -> None:
    blind = played(toys(), 30)
    assert not blind["BallModel"].known
    with_percepts = played(with_fidelity(toys(), "percepts"), 30)
    assert with_percepts["BallModel"].known
    assert 1e-4 < ball_error(with_percepts) < 0.3
    with_truth = played(with_fidelity(toys(), "truth"), 30)
    assert ball_error(with_truth) < 1e-9
    assert with_truth["RobotPose"].robot_to_field == TRUTH.own.robot_to_field


def test_the_same_seed_gives_the_same_percepts() -> None:
    team = with_fidelity(toys(), "percepts")
    first, second, other = played(team, 20), played(team, 20), played(team, 20, seed=2)
    ends = [
        [line.end_in_robot for line in agent["LinesPercept"].lines]
        for agent in (first, second, other)
    ]
    assert ends[0] == ends[1]
    assert ends[0] != ends[2]


def test_only_oracles_get_the_truth() -> None:
    team = with_fidelity(toys(), "truth")
    graph = build_graph(team)
    takers = {
        node.name
        for part in graph.threads
        for node in part.nodes
        if GroundTruth in node.declaration.requires
    }
    assert takers
    assert all(name.endswith("Oracle") for name in takers)


def test_modules_that_only_replaced_ones_required_are_removed() -> None:
    team = with_fidelity(load_team("bhuman2019"), "percepts")
    assert provider(team, "upper", FieldBoundaryPercept) == "none"
    assert provider(team, "upper", LinesPercept) == "FieldLinesOracle"
    known = with_fidelity(load_team("bhuman2019"), "truth")
    assert provider(known, "upper", LinesPercept) == "none"
    assert "SelfLocator" not in modules(known, "cognition")


def test_optional_inputs_get_an_oracle_too() -> None:
    team = load_team("bhuman2019")
    assert LandmarksPercept in build_graph(team).thread("cognition").defaults
    assert provider(with_fidelity(team, "percepts"), "upper", LandmarksPercept) == "LandmarksOracle"


def test_every_oracle_is_found_by_its_file_and_declares_what_it_replaces() -> None:
    folder = Path(oracles.__file__ or "").parent
    files = {path.stem for path in folder.glob("*_oracle.py")}
    percepts = percept_oracles()
    found = [*truth_oracles(), *(name for names in percepts.values() for name in names)]
    assert sorted(file_name_of(name) for name in found) == sorted(files)
    assert percepts["AudioFrame"] == ("WhistleOracle",)
    assert "BallPerceptOracle" in percepts["CameraImage"]
    assert "RobotPoseOracle" in truth_oracles()
