"""The bench harness: metrics, goals, files."""

import json
import os
import signal
import sys
from pathlib import Path

import pytest
from benchmarks._started import Started

from kickabout import benching
from kickabout.benching import Bench, load_benches, run_benches, write_docs, write_json
from kickabout.framework import ConfigurationError, KickaboutError


def toy(bench: Bench) -> None:
    bench.metric("toy_speed", 2.0, "m/s", goal=">= 1", detail="fast")
    bench.metric("toy_errors", 3, "", goal="<= 2")
    bench.metric("toy_seeds", sum(1 for _ in bench.each(range(bench.seeds), "seeds")), "")


def test_metrics_are_compared_with_their_goals(tmp_path: Path) -> None:
    report = run_benches({"toy": toy}, seeds=4, quick=True)
    write_json(report, tmp_path / "figures.json")
    content = json.loads((tmp_path / "figures.json").read_text())
    assert set(content) == {"machine", "revision", "metrics"}
    assert [metric["met"] for metric in content["metrics"]] == [True, False, None]
    assert content["metrics"][2]["value"] == 4.0
    assert set(content["metrics"][0]) == {"name", "value", "unit", "goal", "met", "detail"}


def test_the_documentation_keeps_the_metrics_of_other_benches(tmp_path: Path) -> None:
    write_docs(run_benches({"one": toy}, seeds=1, quick=True), tmp_path)
    write_docs(run_benches({"two": toy}, seeds=1, quick=True), tmp_path)
    text = (tmp_path / "figures.md").read_text()
    assert "## one" in text
    assert "## two" in text
    assert "`toy_speed` | 2 m/s | >= 1 | yes" in text


def test_a_part_has_its_own_section_until_the_whole_is_measured(tmp_path: Path) -> None:
    for name in ("toy.part", "toy", "toy.part"):
        write_docs(run_benches({name: toy}, seeds=1, quick=True), tmp_path)
        known = json.loads((tmp_path / "figures.json").read_text())
        assert ("toy.part" in known) == (name == "toy.part")
    assert list(known) == ["toy", "toy.part"]


def test_benches_continue_after_one_fails() -> None:
    def broken(bench: Bench) -> None:
        raise KickaboutError("no such thing")

    report = run_benches({"broken": broken, "toy": toy}, seeds=1, quick=True)
    assert report.failed == {"broken": "no such thing"}
    assert len(report.benches["toy"]) == 3


def test_all_benches_of_the_project_load() -> None:
    assert {"framework", "world"} <= set(load_benches([]))
    with pytest.raises(ConfigurationError, match="Did you mean 'world'"):
        load_benches(["wrld"])


def test_parts_of_a_bench_load_by_name() -> None:
    assert list(load_benches(["match.speed"])) == ["match.speed"]
    with pytest.raises(ConfigurationError, match=r"no part 'sped'\. Did you mean 'speed'"):
        load_benches(["match.sped"])
    with pytest.raises(ConfigurationError, match="the bench 'world' has no part 'ball'"):
        load_benches(["world.ball"])


def test_without_a_clone_benches_are_refused_in_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(benching, "__file__", str(tmp_path / "site" / "kickabout" / "benching.py"))
    with pytest.raises(ConfigurationError, match="run them in a clone of the source"):
        load_benches([])


WAITING = """import sys, time
print("compiling", end="\\r", flush=True)
time.sleep(0.5)
print("the studio is at http://here:1/ (stop with Ctrl+C)", sys.stderr.isatty(), flush=True)
time.sleep(60)
"""


@pytest.mark.parametrize("terminal", [True, False])
def test_a_started_command_is_followed_until_it_is_interrupted(
    terminal: bool, tmp_path: Path
) -> None:
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)  # as in the background of a shell
    try:
        started = Started([sys.executable, "-c", WAITING], tmp_path, os.environ, terminal=terminal)
        assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN
    finally:
        signal.signal(signal.SIGINT, before)
    assert started.address() == "http://here:1/"
    assert started.longest_silence(started.elapsed) >= 0.4
    assert started.interrupt() < 30.0
    assert str(terminal).encode() in started.output
    assert b"KeyboardInterrupt" in started.output


def test_a_command_that_ends_without_a_studio_is_an_error_with_its_last_words(
    tmp_path: Path,
) -> None:
    started = Started([sys.executable, "-c", "print('no room')"], tmp_path, os.environ)
    with pytest.raises(ConfigurationError, match="the studio was not opened: no room"):
        started.address()
