"""Kernels: compiled code on disk is never older than what it was made from."""

import subprocess
import sys
from pathlib import Path

from kickabout.geometry import kernel

CALLEE = """
from kickabout.geometry import kernel

@kernel
def base(x: float) -> float:
    return x + {summand}
"""

CALLER = """
import callee
from callee import base
from constants import FACTOR
from kickabout.geometry import kernel

@kernel
def scaled(x: float) -> float:
    return FACTOR * base(x)

@kernel
def shifted(x: float) -> float:
    return callee.base(x)

print(scaled(1.0), shifted(1.0), sum(scaled.stats.cache_hits.values()))
"""


def output_of_caller(folder: Path) -> list[str]:
    """Results of both kernels, and how many of the first came from disk."""
    command = [sys.executable, "-B", "caller.py"]
    run = subprocess.run(command, cwd=folder, check=True, capture_output=True, text=True)
    return run.stdout.split()


def test_changes_in_other_files_are_noticed(tmp_path: Path) -> None:
    (tmp_path / "caller.py").write_text(CALLER)
    (tmp_path / "constants.py").write_text("FACTOR = 2.0\n")
    (tmp_path / "callee.py").write_text(CALLEE.format(summand=1.0))
    assert output_of_caller(tmp_path) == ["4.0", "2.0", "0"]
    assert output_of_caller(tmp_path) == ["4.0", "2.0", "1"]
    (tmp_path / "callee.py").write_text(CALLEE.format(summand=5.0))
    assert output_of_caller(tmp_path) == ["12.0", "6.0", "0"]
    (tmp_path / "constants.py").write_text("FACTOR = 3.0\n")
    assert output_of_caller(tmp_path) == ["18.0", "6.0", "0"]


@kernel
def doubled(x: float) -> float:
    return 2.0 * x


@kernel
def quadrupled(x: float) -> float:
    return doubled(doubled(x))


def test_kernel_is_callable_from_python_and_from_kernels() -> None:
    assert quadrupled(1.5) == 6.0
    assert quadrupled.__name__ == "quadrupled"
