"""Kernels: compiled code is kept by content, so it is neither stale nor compiled twice."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from kickabout.framework.compilation import cache as kernel_cache
from kickabout.framework.compilation import kernel
from kickabout.framework.compilation.cache import cache_size, clear_cache, prune_cache

CALLEE = """
from kickabout.framework.compilation import kernel

@kernel
def base(x: float) -> float:
    return x + {summand}
"""

TYPES = """
from typing import NamedTuple

class Line(NamedTuple):
    {first}: float
    {second}: float
"""

CALLER = """
import callee
from callee import base
from constants import FACTOR
from kickabout.framework.compilation import kernel
from types_of_arguments import Line

@kernel
def scaled(x: float) -> float:
    return FACTOR * base(x)

@kernel
def shifted(x: float) -> float:
    return callee.base(x)

@kernel
def slope_of(line: Line) -> float:
    return line.slope

kernels = scaled, shifted, slope_of
print(scaled(1.0), shifted(1.0), slope_of(Line(7.0, 8.0)))
print(sum(sum(kernel.stats.cache_hits.values()) for kernel in kernels))
"""


class Program:
    """A program of three kernels, whose parts can be written again."""

    def __init__(self, folder: Path, cache: Path) -> None:
        self.folder = folder
        self.cache = cache
        folder.mkdir()
        self.write("caller", CALLER)
        self.write("constants", "FACTOR = 2.0\n")
        self.write("callee", CALLEE.format(summand=1.0))
        self.write("types_of_arguments", TYPES.format(first="slope", second="offset"))

    def write(self, name: str, text: str) -> None:
        (self.folder / f"{name}.py").write_text(text)

    def run(self) -> tuple[list[float], int]:
        """Results of the kernels, and how many of them came from the cache."""
        run = subprocess.run(
            [sys.executable, "-B", "caller.py"],
            cwd=self.folder,
            env={**os.environ, "NUMBA_CACHE_DIR": str(self.cache)},
            check=True,
            capture_output=True,
            text=True,
        )
        results, hits = run.stdout.splitlines()
        return [float(value) for value in results.split()], int(hits)


@pytest.fixture
def program(tmp_path: Path) -> Program:
    return Program(tmp_path / "program", tmp_path / "cache")


def test_a_second_process_compiles_nothing(program: Program) -> None:
    assert program.run() == ([4.0, 2.0, 7.0], 0)
    assert program.run() == ([4.0, 2.0, 7.0], 3)


def test_changes_of_other_files_are_noticed(program: Program) -> None:
    program.run()
    program.write("callee", CALLEE.format(summand=5.0))
    assert program.run() == ([12.0, 6.0, 7.0], 1)
    program.write("constants", "FACTOR = 3.0\n")
    assert program.run() == ([18.0, 6.0, 7.0], 2)


def test_a_changed_order_of_a_named_tuple_is_noticed(program: Program) -> None:
    program.run()
    program.write("types_of_arguments", TYPES.format(first="offset", second="slope"))
    assert program.run() == ([4.0, 2.0, 8.0], 2)


def test_a_changed_comment_or_docstring_compiles_nothing(program: Program) -> None:
    def add_one(docstring: str) -> str:
        return CALLEE.format(summand=1.0).replace(
            "    return", f'    """{docstring}"""\n    return'
        )

    program.write("callee", add_one("Return one more."))
    program.run()
    program.write("callee", "# The first kernel.\n" + add_one("Add one."))
    assert program.run() == ([4.0, 2.0, 7.0], 3)


def test_another_clone_compiles_nothing(program: Program, tmp_path: Path) -> None:
    program.run()
    assert Program(tmp_path / "clone", program.cache).run() == ([4.0, 2.0, 7.0], 3)


@pytest.mark.parametrize("content", [b"", b"no pickle", b"\x80\x05cnowhere\nNothing\n."])
def test_a_damaged_file_is_compiled_again(program: Program, content: bytes) -> None:
    program.run()
    files = list(program.cache.iterdir())
    assert files
    for file in files:
        file.write_bytes(content)
    assert program.run() == ([4.0, 2.0, 7.0], 0)
    assert program.run() == ([4.0, 2.0, 7.0], 3)


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache of four kernels of 10 bytes, the last of which was used last."""
    monkeypatch.setattr(kernel_cache, "cache_folder", lambda: tmp_path)
    for number in range(4):
        file = tmp_path / f"{number}.kernel"
        file.write_bytes(bytes(10))
        os.utime(file, (number, number))
    (tmp_path / "other.txt").write_text("not ours")
    return tmp_path


def test_pruning_deletes_what_was_not_used_for_the_longest_time(cache: Path) -> None:
    prune_cache(max_bytes=25)
    assert sorted(file.name for file in cache.iterdir()) == ["2.kernel", "3.kernel", "other.txt"]


def test_clearing_deletes_kernels_alone(cache: Path) -> None:
    assert (clear_cache().files, cache_size().bytes) == (4, 0)
    assert [file.name for file in cache.iterdir()] == ["other.txt"]


@kernel
def doubled(x: float) -> float:
    return 2.0 * x


@kernel
def quadrupled(x: float) -> float:
    return doubled(doubled(x))


def test_a_kernel_is_callable_from_python_and_from_kernels() -> None:
    assert quadrupled(1.5) == 6.0
    assert quadrupled.__name__ == "quadrupled"
