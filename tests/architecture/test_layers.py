"""Imports go down only, and stations share representations only."""

import ast
from pathlib import Path

import pytest
from tests.architecture.source import PACKAGE, ROOT, STATION_FOLDERS, imported_names, sources

# From top to bottom; a folder may import from itself and from the layers below.
LAYERS: tuple[tuple[str, ...], ...] = (
    ("__main__",),
    ("cli",),
    ("commands",),
    ("film",),
    ("benching", "studio", "learning"),
    ("calibration",),
    ("evaluation",),
    ("simulation", "recording"),
    ("body",),
    STATION_FOLDERS,
    ("robots",),
    ("soccer",),
    ("representations",),
    ("filters", "pictures"),
    ("geometry",),
    ("framework",),
)
LEVEL = {folder: level for level, layer in enumerate(LAYERS) for folder in layer}


def _folder(path: Path) -> str:
    return path.parts[0].removesuffix(".py")


@pytest.mark.parametrize("path", sources(), ids=str)
def test_imports_go_down_only(path: Path) -> None:
    own = _folder(path)
    if own == "__init__":
        return
    assert own in LEVEL, f"{own} is in no layer"
    for name in imported_names(sources()[path]):
        parts = name.split(".")
        if parts[0] != "kickabout" or len(parts) == 1:
            continue
        other = parts[1]
        allowed = other == own or LEVEL[other] > LEVEL[own]
        assert allowed, f"{path} imports {name}: {own} may not import {other}"


@pytest.mark.parametrize("path", sources(), ids=str)
def test_a_teams_behavior_imports_no_other_teams(path: Path) -> None:
    if path.parts[0] != "behavior" or len(path.parts) < 3:
        return
    allowed = {path.parts[1], "engines", "shared"} - (
        {"shared"} if path.parts[1] == "engines" else set()
    )
    for name in imported_names(sources()[path]):
        parts = name.split(".")
        if parts[:2] == ["kickabout", "behavior"]:
            assert parts[2] in allowed, f"{path} imports {name}"


def test_the_framework_names_no_station() -> None:
    for path in (PACKAGE / "framework").rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        named = [station for station in STATION_FOLDERS if f"kickabout.{station}" in text]
        assert not named, f"{path} names {named}"


def test_robot_code_does_not_import_the_simulator() -> None:
    for path, tree in sources().items():
        if _folder(path) in (*STATION_FOLDERS, "representations", "geometry", "filters"):
            assert not {n for n in imported_names(tree) if n.split(".")[0] == "mujoco"}, path


def test_onnxruntime_is_imported_only_where_its_telemetry_is_disabled() -> None:
    """An earlier import elsewhere would make it send data to its vendor."""
    folders = [ROOT / name for name in ("src", "tests", "benchmarks", "examples")]
    texts = {p: p.read_text(encoding="utf-8") for f in folders for p in f.rglob("*.py")}
    importing = {
        path.relative_to(ROOT)
        for path, text in texts.items()
        if "onnxruntime" in text
        and any(name.split(".")[0] == "onnxruntime" for name in imported_names(ast.parse(text)))
    }
    assert importing == {Path("src/kickabout/perception/networks.py")}
