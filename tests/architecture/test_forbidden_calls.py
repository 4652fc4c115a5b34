"""Modules take time, randomness and output from the framework; a ban says what to use."""

import ast
from pathlib import Path

import pytest
from tests.architecture.source import STATION_FOLDERS, sources

INSTEAD = {
    "time.time": "FrameInfo.time",
    "time.monotonic": "FrameInfo.time",
    "time.perf_counter": "FrameInfo.time",
    "time.sleep": "state over several cycles",
    "datetime.now": "FrameInfo.time",
    "random": "self.random",
    "np.random.default_rng": "self.random",
    "np.random.normal": "self.random",
    "np.random.uniform": "self.random",
    "np.random.rand": "self.random",
    "np.random.seed": "self.random",
    "print": "self.debug",
    "input": "a representation",
    "open": "a parameter or a file read when the module is made",
}
PURE = (*STATION_FOLDERS, "representations", "geometry", "filters", "robots")


def _calls(tree: ast.AST) -> list[tuple[int, str]]:
    return [
        (node.lineno, ast.unparse(node.func))
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
    ]


@pytest.mark.parametrize("path", [p for p in sources() if p.parts[0] in PURE], ids=str)
def test_no_forbidden_call(path: Path) -> None:
    for line, called in _calls(sources()[path]):
        for banned, instead in INSTEAD.items():
            hit = called == banned or called.startswith(banned + ".")
            assert not hit, f"{path}:{line} calls {called}; use {instead}"


def test_the_check_finds_what_it_looks_for() -> None:
    calls = [called for _, called in _calls(ast.parse("import time\nprint(time.time())"))]
    assert set(calls) == {"print", "time.time"}
