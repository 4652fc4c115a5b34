"""Only what is made for a kind of robot knows it by name."""

import ast
import functools
from pathlib import Path

import pytest
from tests.architecture.source import STATION_FOLDERS, imported_names, sources

from kickabout.framework.registry import all_modules
from kickabout.robots.kind import robot_kind, robot_names

# Outside of modules: the files that are made for a kind, and why.
MADE_FOR_A_KIND = {
    "body/lola.py": "LoLA is the interface of the NAO",
    "body/lola_actuators.py": "LoLA is the interface of the NAO",
    "body/resting.py": "sits a NAO down before it is switched off",
    "commands/train.py": "trains the networks of the NAO teams",
    "evaluation/perception/camera_threads.py": "judges the NAO teams' perception of their images",
    "evaluation/perception/perception_scenes.py": "labeled images as a NAO takes them",
    "evaluation/trials/fall_trials.py": "pushes NAOs, which get up by their own key frames",
    "evaluation/trials/four_legged_ball_trials.py": "Aibos carry and kick the ball",
    "evaluation/trials/rough_carpet.py": "uneven ground under the rectangular soles of a NAO",
    "evaluation/trials/whistle_trials.py": "whistles as the four microphones of a NAO hear them",
    "learning/samples/datasets.py": "images for the networks of the NAO teams",
    "learning/samples/module_inputs.py": "images for the networks of the NAO teams",
    "learning/samples/posed_robots.py": "images for the networks of the NAO teams",
    "learning/samples/scenes.py": "images for the networks of the NAO teams",
    "learning/samples/venues.py": "images for the networks of the NAO teams",
    "learning/search/search_problems.py": "searches kicks, gaits and get-ups of the NAO",
    "simulation/match/motion_trial.py": "a harness for motions of the NAO",
    "studio/motion_editor.py": "edits key frames and kicks in the NAO's formats",
    "studio/motion_shows.py": "shows key frames and kicks in the NAO's formats",
}

# Files that name a camera of a kind without importing it, and why.
NAMES_A_CAMERA = {
    "commands/calibrate.py": "its options are the mounting errors of a NAO's two cameras",
    "perception/ball/ball_candidate_generator.py": "has a parameter for a camera called `lower`",
    "perception/field/field_boundary_detector.py": "hands boundaries from camera to camera",
    "perception/field/lower_field_boundary_detector.py": "hands boundaries from camera to camera",
    "recording/format/upgrades.py": "in old recordings all robots were NAOs",
}

# Constants that repeat a number of a kind, and why.
REPEATS_A_NUMBER = {
    ("body/lola.py", "FRAME"): "the cycle of LoLA",
}


FAMILIES = {"aibo": {"ers210", "ers7"}}  # folders in robots/ that several kinds share


def _kinds_in(names: set[str]) -> set[str]:
    """Return the kinds of robots whose files are imported."""
    parts = [name.split(".") for name in names]
    folders = {p[2] for p in parts if p[:2] == ["kickabout", "robots"] and p[2:3] != []}
    shared = [kinds for family, kinds in FAMILIES.items() if family in folders]
    return (folders & set(robot_names())).union(*shared)


@functools.cache
def _direct() -> dict[str, set[str]]:
    return {str(path): _kinds_in(set(imported_names(tree))) for path, tree in sources().items()}


def _kinds_of(path: str, direct: dict[str, set[str]], seen: set[str]) -> set[str]:
    """Return the kinds that a file of a station imports, also through other such files."""
    if path in seen or path not in direct or Path(path).parts[0] not in STATION_FOLDERS:
        return set()
    seen.add(path)
    kinds = set(direct[path])
    for name in imported_names(sources()[Path(path)]):
        parts = name.split(".")
        if parts[0] == "kickabout":
            kinds |= _kinds_of("/".join(parts[1:]) + ".py", direct, seen)
    return kinds


@pytest.mark.parametrize("module", all_modules(), ids=lambda module: module.__name__)
def test_a_module_declares_the_kinds_that_its_files_import(module: type) -> None:
    path = "/".join(module.__module__.split(".")[1:]) + ".py"
    assert _kinds_of(path, _direct(), set()) == set(getattr(module, "robot_kinds", ()))


def test_nothing_else_imports_a_kind() -> None:
    for path, kinds in _direct().items():
        if kinds and Path(path).parts[0] not in ("robots", *STATION_FOLDERS):
            assert path in MADE_FOR_A_KIND


@pytest.mark.parametrize("place", MADE_FOR_A_KIND)
def test_each_exception_is_needed(place: str) -> None:
    assert _direct()[place]


def _names_cameras(tree: ast.AST) -> bool:
    """Return whether a string of a file is the name of a camera of a kind."""
    texts = {node.value for node in ast.walk(tree) if isinstance(node, ast.Constant)}
    cameras = {camera.name for name in robot_names() for camera in robot_kind(name).cameras}
    return not cameras.isdisjoint(texts)


def test_only_what_is_made_for_a_kind_names_its_cameras() -> None:
    found = {str(path) for path, tree in sources().items() if _names_cameras(tree)}
    own = {path for path in found if Path(path).parts[0] == "robots"}
    assert found - own - set(MADE_FOR_A_KIND) == set(NAMES_A_CAMERA)


def _repeated(tree: ast.Module) -> set[str]:
    """Return module constants about frames and joints that have the number of a kind."""
    kinds = [robot_kind(name) for name in robot_names()]
    numbers: dict[str, set[object]] = {
        "FRAME": {kind.frame_time for kind in kinds},
        "JOINT": {len(kind.joints) for kind in kinds},
        "HEIGHT": {x for kind in kinds for x in (kind.shape.height, kind.upright.min_height)},
    }
    values = {
        target.id: node.value.value
        for node in tree.body
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant)
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    return {
        name
        for name, value in values.items()
        for word, known in numbers.items()
        if word in name and value in known
    }


def test_no_constant_repeats_a_number_of_a_kind() -> None:
    found = {
        (str(path), name)
        for path, tree in sources().items()
        if path.parts[0] != "robots"
        for name in _repeated(tree)
    }
    assert found == set(REPEATS_A_NUMBER)
