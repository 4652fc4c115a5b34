"""Only what is made for a kind of robot knows it by name."""

import functools
from pathlib import Path

import pytest
from tests.architecture.source import PACKAGE, STATION_FOLDERS, imported_names, sources

from kickabout.framework.registry import all_modules
from kickabout.robots.kind import robot_names

# Outside of modules: what is made for a NAO, and why. Each entry is a file or a folder.
MADE_FOR_A_KIND = {
    "body/lola.py": "LoLA is the interface of the NAO",
    "body/lola_actuators.py": "LoLA is the interface of the NAO",
    "body/resting.py": "sits a NAO down before it is switched off",
    "commands/train.py": "trains the networks of the NAO teams",
    "evaluation/perception": "labeled images as a NAO takes them, for its teams' perception",
    "evaluation/trials": "falls, rough carpet and whistles as a NAO experiences them",
    "learning/samples": "images for the networks of the NAO teams",
    "learning/search": "searches gaits, kicks and get-ups of the NAO",
    "simulation/match/motion_trial.py": "a harness for motions of the NAO",
    "studio/motion_editor.py": "edits key frames and kicks of the NAO",
    "studio/motion_shows.py": "shows key frames and kicks of the NAO",
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
            assert any(Path(path).is_relative_to(place) for place in MADE_FOR_A_KIND), path


@pytest.mark.parametrize("place", MADE_FOR_A_KIND)
def test_each_exception_is_needed(place: str) -> None:
    assert (PACKAGE / place).exists()
    assert any(kinds for path, kinds in _direct().items() if Path(path).is_relative_to(place))
