"""Each imported library is a dependency, and those of extras are imported in few places."""

import ast
import re
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
from tests.architecture.source import ROOT, imported_names, sources

# Names of imports, where they differ from those of packages.
IMPORTED_AS = {
    "foxglove-sdk": "foxglove",
    "opencv-python-headless": "cv2",
    "pillow": "PIL",
    "rerun-sdk": "rerun",
}
# The only places, within the source, that import libraries of extras or those for pictures.
PLACES = {
    "PIL": ("pictures/", "film/"),
    "av": ("film/video.py",),
    "cma": ("learning/search/parameter_search.py",),
    "cv2": ("calibration/camera_calibration_intrinsics.py",),
    "foxglove": ("recording/viewers/",),
    "polars": ("recording/format/columns.py",),
    "rerun": ("recording/viewers/rerun_file.py", "recording/viewers/rerun_field.py"),
    "torch": ("learning/training/",),
}
HEAVY = ("av", "cv2")  # also tests use them only through `pytest.importorskip`
FOLDERS = ("src", "tests", "benchmarks", "examples", "docs", "tools")


def _project() -> dict[str, Any]:
    project: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    return project


def _imports_of(requirements: list[str]) -> set[str]:
    names = [re.split(r"[=<>~!\[; ]", text)[0] for text in requirements]
    return {IMPORTED_AS.get(name, name.replace("-", "_")) for name in names}


def _core() -> set[str]:
    return _imports_of(_project()["dependencies"])


def _libraries(tree: ast.AST) -> set[str]:
    """Return what a file imports besides this project and the standard library."""
    found = {name.split(".")[0] for name in imported_names(tree)}
    return found - set(sys.stdlib_module_names) - {"kickabout", "__future__"}


def _is_at(path: Path, places: tuple[str, ...]) -> bool:
    return any(path.as_posix() == place or path.as_posix().startswith(place) for place in places)


@pytest.mark.parametrize("path", sources(), ids=str)
def test_a_file_imports_core_dependencies_or_is_the_place_of_an_extra(path: Path) -> None:
    for name in _libraries(sources()[path]):
        assert name in _core() or name in PLACES, f"{path} imports {name}, no dependency"
        assert _is_at(path, PLACES.get(name, ("",))), f"{path} imports {name}"


def test_every_place_imports_its_library() -> None:
    for name, places in PLACES.items():
        for place in places:
            paths = [path for path in sources() if _is_at(path, (place,))]
            assert any(name in _libraries(sources()[path]) for path in paths), f"{place}: {name}"


def test_libraries_of_extras_are_no_core_dependencies() -> None:
    extras = _project()["optional-dependencies"]
    for name in PLACES.keys() - {"PIL"}:
        assert name not in _core()
        assert any(name in _imports_of(extra) for extra in extras.values()), name


def test_every_core_dependency_is_imported() -> None:
    used = {name for tree in sources().values() for name in _libraries(tree)}
    assert _core() <= used


def test_large_libraries_are_imported_nowhere_else() -> None:
    """Without them, tests are skipped instead of failing."""
    allowed = {ROOT / "src" / "kickabout" / place for name in HEAVY for place in PLACES[name]}
    for folder in FOLDERS:
        for path in (ROOT / folder).rglob("*.py"):
            if path not in allowed:
                names = _libraries(ast.parse(path.read_text(encoding="utf-8")))
                assert not names & set(HEAVY), f"{path.relative_to(ROOT)} imports {names}"


@pytest.mark.parametrize(
    ("code", "name"),
    [("import cv2", "cv2"), ("def f():\n    from av.codec import Codec", "av")],
)
def test_the_check_finds_imports(code: str, name: str) -> None:
    assert _libraries(ast.parse(code)) == {name}
