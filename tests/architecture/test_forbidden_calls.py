"""Modules get time, random numbers and output from the framework, not from the system."""

import ast
import builtins
from pathlib import Path

import pytest
from tests.architecture.source import STATION_FOLDERS, sources

# Forbidden names and what to use instead; a name includes everything below it.
INSTEAD = {
    "time": "FrameInfo.time, or state over several cycles instead of sleeping",
    "datetime.datetime.now": "FrameInfo.time",
    "random": "self.random",
    "numpy.random": "self.random",
    "print": "self.debug",
    "input": "a representation",
    "open": "a parameter or a file read when the module is made",
}
PURE = (*STATION_FOLDERS, "representations", "geometry", "filters", "robots")


def _imported(tree: ast.AST) -> dict[str, str]:
    """Return the full names of the names that a file imports."""
    full: dict[str, str] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                package = alias.name.partition(".")[0]
                full |= {alias.asname: alias.name} if alias.asname else {package: package}
        elif isinstance(node, ast.ImportFrom) and node.module:
            full |= {a.asname or a.name: f"{node.module}.{a.name}" for a in node.names}
    return full


def _forbidden(tree: ast.AST) -> list[str]:
    """Return the forbidden calls of a file, each with what to use instead."""
    full = _imported(tree)
    found = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            first, dot, rest = ast.unparse(node.func).partition(".")
            if first not in full and not hasattr(builtins, first):
                continue  # a local name
            called = full.get(first, first) + dot + rest
            found += [
                f"line {node.lineno} calls {called}; use {instead}"
                for name, instead in INSTEAD.items()
                if called == name or called.startswith(name + ".")
            ]
    return found


@pytest.mark.parametrize("path", [p for p in sources() if p.parts[0] in PURE], ids=str)
def test_stations_call_nothing_forbidden(path: Path) -> None:
    assert not _forbidden(sources()[path])


def test_every_checked_folder_exists() -> None:
    assert {path.parts[0] for path in sources()} >= set(PURE)


@pytest.mark.parametrize(
    "code",
    [
        "print(1)",
        "input()",
        "open('file')",
        "import time\ntime.monotonic()",
        "import time as clock\nclock.sleep(1)",
        "from time import perf_counter as now\nnow()",
        "from datetime import datetime\ndatetime.now()",
        "import random\nrandom.random()",
        "import numpy as np\nnp.random.default_rng(1).normal()",
        "from numpy.random import default_rng\ndefault_rng()",
    ],
)
def test_the_check_finds_forbidden_calls(code: str) -> None:
    assert _forbidden(ast.parse(code))


def test_the_check_accepts_what_the_framework_provides() -> None:
    for code in ("self.random.normal()", "random.normal()", "path.open()", "self.debug.print(1)"):
        assert not _forbidden(ast.parse(code)), code
