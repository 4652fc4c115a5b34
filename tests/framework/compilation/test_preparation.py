"""Preparation: kernels are compiled before they are needed, callees first, on several cores."""

import sys
import threading
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import msgspec
import pytest
from numba import typeof
from numba.core import config, types

from kickabout.framework.compilation.cache import cache_size
from kickabout.framework.compilation.preparation import Preparation, Progress
from kickabout.framework.compilation.signatures import KernelSignature, signature_of

MODULE = "kernels_to_prepare"
SOURCE = """
from typing import NamedTuple

import numpy as np

from kickabout.framework.compilation import kernel

class Line(NamedTuple):
    slope: float
    points: np.ndarray

@kernel
def one(x: float) -> float:
    return x + 1.0

@kernel
def two(x: float) -> float:
    return one(one(x))

@kernel
def four(x: float) -> float:
    return two(two(x))

@kernel
def wrong(x: float) -> float:
    return x.nothing

@kernel
def slope_of(line: Line, pairs: tuple[tuple[int, float], ...], flag: bool) -> float:
    return line.slope
"""


@pytest.fixture
def kernels(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """A module of kernels, and an empty cache."""
    (tmp_path / f"{MODULE}.py").write_text(SOURCE)
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr(config, "CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "cache"))
    yield import_module(MODULE)
    del sys.modules[MODULE]


def wanted(*names: str) -> list[KernelSignature]:
    return [KernelSignature(kernel=f"{MODULE}:{name}", arguments=("float64",)) for name in names]


def run(preparation: Preparation, stopped: threading.Event | None = None) -> list[Progress]:
    reports: list[Progress] = []
    preparation.run(reports.append, stopped or threading.Event(), processes=2)
    return reports


def test_all_that_is_wanted_is_compiled_once(kernels: Any) -> None:
    preparation = Preparation(wanted("four", "two", "one"))
    assert len(preparation) == 3
    reports = run(preparation)
    assert (reports[-1].done, reports[-1].total) == (3, 3)
    assert reports[-1].cost_done == pytest.approx(reports[-1].cost_total)
    assert cache_size().files == 3
    assert len(Preparation(wanted("four", "two", "one"))) == 0
    assert kernels.four(1.0) == 5.0
    assert sum(kernels.four.stats.cache_hits.values()) == 1


def test_what_is_listed_for_other_code_is_left_out(kernels: Any) -> None:
    named = ("named", "nowhere:Line", "float64")
    other = KernelSignature(kernel=f"{MODULE}:one", arguments=(list(named),))
    assert len(Preparation([*wanted("one", "three"), other])) == 1


def test_a_kernel_that_cannot_be_compiled_does_not_stop_the_others(kernels: Any) -> None:
    reports = run(Preparation(wanted("wrong", "two", "one")))
    assert reports[-1].done == 3
    assert cache_size().files == 2


def test_a_stopped_preparation_ends_without_compiling_the_rest(kernels: Any) -> None:
    stopped = threading.Event()
    stopped.set()
    assert run(Preparation(wanted("one")), stopped) == []
    assert cache_size().files == 0


def test_a_signature_survives_being_written_and_read(kernels: Any) -> None:
    import numpy as np

    line = kernels.Line(1.0, np.zeros((2, 3), np.float32))
    frozen = np.zeros(3)
    frozen.flags.writeable = False
    for values in (
        (line, ((1, 2.0), (3, 4.0)), True),
        (kernels.Line(1.0, frozen), ((np.int32(1), 2.0),), False),
        (kernels.Line(2.0, np.zeros((4, 4), np.uint8).T), (), True),
    ):
        arguments = tuple(map(typeof, values))
        written = msgspec.json.encode(signature_of(kernels.slope_of, arguments))
        read = msgspec.json.decode(written, type=KernelSignature)
        assert read.resolved() == (kernels.slope_of, arguments)


def test_what_only_kernels_can_pass_has_no_signature(kernels: Any) -> None:
    assert signature_of(kernels.one, (types.IntegerLiteral(1),)) is None
