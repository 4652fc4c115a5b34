"""Compiling before a match: how far it is, and how long it takes."""

import threading

import pytest
from numba.core import config

from kickabout.commands.compiling import prepare, progress_line
from kickabout.framework.compilation.preparation import Preparation, Progress
from kickabout.framework.compilation.signatures import KernelSignature
from kickabout.simulation.match.needed_kernels import all_kernels, need_of, needed_kernels


def test_the_remaining_time_follows_from_the_pace_so_far() -> None:
    progress = Progress(done=10, total=40, cost_done=5.0, cost_total=20.0)
    assert progress_line(progress, elapsed=8.0) == "compiling: 10 of 40 kernels, 24 s left"


def test_the_remaining_time_is_never_negative() -> None:
    progress = Progress(done=3, total=3, cost_done=0.3, cost_total=0.3 - 1e-12)
    assert progress_line(progress, elapsed=8.0) == "compiling: 3 of 3 kernels, 0 s left"


def test_nothing_is_said_of_time_before_the_first_kernel() -> None:
    progress = Progress(done=0, total=40, cost_done=0.0, cost_total=20.0)
    assert progress_line(progress, elapsed=8.0) == "compiling: 0 of 40 kernels"


def test_lines_tell_of_the_beginning_and_of_the_end(
    tmp_path_factory: pytest.TempPathFactory,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    folder = str(tmp_path_factory.mktemp("cache"))
    monkeypatch.setattr(config, "CACHE_DIR", folder)
    monkeypatch.setenv("NUMBA_CACHE_DIR", folder)
    kernel = KernelSignature(
        kernel="kickabout.geometry.angles:normalized_angle", arguments=("float64",)
    )
    reports: list[Progress] = []
    prepare(Preparation([kernel]), threading.Event(), reports.append)
    lines = capsys.readouterr().err.splitlines()
    assert lines[0] == "compiling: 0 of 1 kernels"
    assert lines[-1] == "compiling: 1 of 1 kernels, 0 s left"
    assert reports[-1].done == 1
    prepare(Preparation([kernel]), threading.Event())
    assert not capsys.readouterr().err


def test_the_list_of_kernels_fits_this_code() -> None:
    listed = all_kernels()
    assert len(listed) > 200
    unknown = []
    for item in listed:
        try:
            item.resolved()
        except LookupError as error:
            unknown.append(str(error))
    assert not unknown, "run `make kernel-list`"


def test_a_match_needs_what_its_teams_need() -> None:
    def needs(*teams: str) -> set[tuple[str, str]]:
        return {item.key for item in needed_kernels(teams, "percepts")}

    assert needs("bhuman2019") < needs("bhuman2019", "hulks2021") <= needs("my_team.toml")
    assert needs("bhuman2019+BallModel=HulksBallTracker") == needs("bhuman2019")
    assert need_of("bhuman2019", "truth") == "bhuman2019 at truth"
