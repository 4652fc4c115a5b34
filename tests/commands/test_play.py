"""The play command: bad input and signals lose no data and are reported in one sentence."""

import json
import signal
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from kickabout.cli import app
from kickabout.framework import KickaboutError
from kickabout.simulation.physics.physics_world import PhysicsWorld


def played(*words: str) -> Result:
    return CliRunner().invoke(app, ["play", *words, "--no-studio"])


@pytest.mark.parametrize(
    "bad",
    [
        ("nonsense",),
        ("dummies+JointRequest=Nonsense",),
        ("dummies", "--field", "nowhere"),
        ("dummies", "--workers", "-1"),
        ("dummies", "--recording", "nowhere"),
        ("dummies", "--wire-to", "127.0.0.1:99999"),
        ("dummies", "--listen", "0.0.0.0"),
        ("dummies", "--external-gamecontroller", "--listen", "nowhere"),
    ],
)
def test_bad_input_leaves_an_earlier_recording_unchanged(
    tmp_path: Path, bad: tuple[str, ...]
) -> None:
    path = tmp_path / "keep.mcap"
    path.write_bytes(b"an earlier match")
    assert isinstance(played(*bad, "--record", str(path)).exception, KickaboutError)
    assert path.read_bytes() == b"an earlier match"


@pytest.mark.parametrize(
    ("bad", "sentence"),
    [
        (("nosuchteam",), "no team 'nosuchteam'. Known: aibo_walkers, .*bhuman2019, "),
        (("dummies", "--location", "nosuch"), "None exists yet; write .*locations/nosuch.toml"),
        (("dummies", "--robots", "-3"), "-3 robots in each team; expected 1 to 6, or 0 with"),
        (("dummies", "--robots", "0"), "0 robots in each team; expected 1 to 6, or 0 with"),
        (("dummies", "--fidelity", "imges"), "no fidelity 'imges'. Did you mean 'images'?"),
        (
            ("dummies", "--record", "x.mcap", "--recording", "renames"),
            "no recording settings 'renames'. Known: default, full, models.$",
        ),
        (("dummies", "--beside", "x.mcap"), "--beside shows .*; add --studio"),
        (("dummies", "--record", "match.txt"), "match.txt: a recording ends in .mcap, such as"),
    ],
)
def test_bad_input_is_answered_with_what_is_possible(
    bad: tuple[str, ...], sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    with pytest.raises(KickaboutError, match=sentence):
        raise played(*bad, "--duration", "0.1").exception or AssertionError("it was played")
    assert not list(tmp_path.iterdir())


def test_a_recording_is_written_once_the_match_is_possible(tmp_path: Path) -> None:
    path = tmp_path / "match.mcap"
    words = ("dummies", "dummies", "--robots", "1", "--workers", "0", "--duration", "0.1")
    result = played(*words, "--record", str(path))
    assert result.exit_code == 0, result.output
    assert f"recorded to {path}" in result.output
    assert path.stat().st_size > 1000


def test_a_report_that_cannot_be_written_is_refused_before_the_match(tmp_path: Path) -> None:
    taken = tmp_path / "taken"
    taken.write_text("a file where a folder should be")
    for path in (tmp_path, taken / "report.json"):
        result = played("nonsense", "--report", str(path))  # which is checked only after the report
        assert "cannot be written" in str(result.exception)


def test_a_match_that_is_not_played_leaves_reports_unchanged(tmp_path: Path) -> None:
    fresh, earlier = tmp_path / "fresh.json", tmp_path / "earlier.json"
    earlier.write_text("an earlier report")
    for path in (fresh, earlier):
        assert "no team" in str(played("nonsense", "--report", str(path)).exception)
    assert not fresh.exists()
    assert earlier.read_text() == "an earlier report"


@pytest.mark.parametrize("kind", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_within_a_frame_ends_the_match_after_it(
    kind: signal.Signals, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    advance = PhysicsWorld.advance

    def interrupted(world: PhysicsWorld) -> None:
        if world.frame == 5:
            signal.raise_signal(kind)
        advance(world)

    monkeypatch.setattr(PhysicsWorld, "advance", interrupted)
    report = tmp_path / "report.json"
    words = ("dummies", "dummies", "--robots", "1", "--workers", "1", "--half", "60")
    result = played(*words, "--report", str(report))
    assert result.exit_code == 0, result.output
    assert "stopped by hand" in result.output
    assert json.loads(report.read_text(encoding="utf-8"))["simulated_seconds"] < 0.2
