"""The commands around recordings, from play to export."""

from pathlib import Path

import pytest
from typer.testing import CliRunner

from kickabout.cli import app
from kickabout.recording import Recorder, Recording, RecordingError

RUN = CliRunner()


def run(*arguments: object, code: int = 0) -> str:
    result = RUN.invoke(app, [str(argument) for argument in arguments])
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    assert result.exit_code == code, result.output
    return result.output


def test_play_records(tmp_path: Path) -> None:
    path = tmp_path / "match.mcap"
    told = run(
        *("play", "walkers", "walkers", "--robots", 1, "--duration", 0.3, "--workers", 0),
        *("--record", path, "--recording", "models"),
    )
    assert "recorded to" in told
    with Recording(path) as recording:
        assert recording.end > 0.25
        assert recording.facts["revision"]


def test_unknown_settings_get_a_hint(tmp_path: Path) -> None:
    with pytest.raises(Exception, match="Did you mean 'default'"):
        run("play", "--record", tmp_path / "a.mcap", "--recording", "defalt", code=2)
    assert not (tmp_path / "a.mcap").exists()


def test_info_lists_topics(recorded: Path) -> None:
    told = run("log", "info", recorded, "home/1/*/BallPercept", "--json")
    assert '"topic": "home/1/upper/BallPercept"' in told
    assert "seed: 3" in run("log", "info", recorded)
    assert "referee" in run("log", "annotations", recorded)


def test_parts_can_be_made(recorded: Path, tmp_path: Path) -> None:
    part = tmp_path / "part.mcap"
    run("log", "cut", recorded, part, "--start", 0.5, "--keep", "home/*")
    run("log", "filter", part, "GameState.playing", tmp_path / "some.mcap")
    run("log", "merge", tmp_path / "merged.mcap", part)
    run("log", "export", part, "home/1/cognition/BallModel", tmp_path / "ball.csv")
    run("log", "sheet", recorded, tmp_path / "sheet.png", "--moments", 2)
    for name in ("some.mcap", "merged.mcap", "ball.csv", "sheet.png"):
        assert (tmp_path / name).stat().st_size > 500


def test_replay_tells_what_it_did(recorded: Path, tmp_path: Path) -> None:
    told = run("replay", recorded, "--robot", "home/1", "--only", "BallTracker", "--compare")
    assert "no deviation" in told
    with pytest.raises(RecordingError, match="has no robot 'home/7'"):
        run("replay", recorded, "--robot", "home/7")
    with pytest.raises(RecordingError, match="Did you mean 'BallTracker'"):
        run("replay", recorded, "--only", "BallTraker")
    with pytest.raises(RecordingError, match="no such recording"):
        run("replay", tmp_path / "nowhere.mcap")
    Recorder(tmp_path / "nobody.mcap").close()
    with pytest.raises(RecordingError, match="holds no robot's program"):
        run("replay", tmp_path / "nobody.mcap")
