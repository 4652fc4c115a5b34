"""The studio shows a league that is given by the path of its file, live and recorded."""

from pathlib import Path

import pytest
from typer.testing import CliRunner

from kickabout import Match
from kickabout.cli import app
from kickabout.soccer.league import load_league
from kickabout.studio.sources.live_match import LiveMatch
from kickabout.studio.sources.recorded_match import RecordedMatch

LEAGUES = Path(__file__).parents[2] / "leagues"
FIELD = load_league(str(LEAGUES / "legged.toml")).field


def furniture(stage: dict[str, object]) -> tuple[object, ...]:
    field = stage["field"]
    assert isinstance(field, dict)
    return field["ball"], field["ball_color"], len(field["landmarks"])


def test_a_league_by_its_path_is_shown_live_and_from_a_recording(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(LEAGUES)
    with Match("walkers", "walkers", robots=1, league="legged.toml", workers=0) as match:
        source = LiveMatch(match, running=False)
        live = source.stage()
        source.close()
    assert furniture(live)[0] == FIELD.ball.radius
    assert furniture(live)[2] == len(FIELD.landmarks) > 0
    words = ["play", "walkers", "walkers", "--robots", "1", "--workers", "0", "--no-studio"]
    words += ["--duration", "0.1", "--league", "legged.toml", "--record", str(tmp_path / "a.mcap")]
    result = CliRunner().invoke(app, words)
    assert result.exit_code == 0, result.output
    monkeypatch.chdir(tmp_path)  # where the league's path means nothing
    recorded = RecordedMatch(tmp_path / "a.mcap")
    try:
        assert furniture(recorded.stage()) == furniture(live)
    finally:
        recorded.close()


def test_a_recording_made_before_robots_had_kinds_is_shown() -> None:
    """It was recorded by revision 8659704."""
    recorded = RecordedMatch(Path(__file__).parents[2] / "replay" / "old_names.mcap")
    try:
        stage = recorded.stage()
        recorded.transport.go_to(recorded.recording.end)
        moment = recorded.moment()
    finally:
        recorded.close()
    assert [robot["kind"] for robot in stage["robots"]] == ["nao", "nao"]
    assert moment.joints.shape == (2, len(stage["kinds"]["nao"]["joints"]))
    assert 0.2 < moment.torsos[0, 2] < 0.4
    assert stage["field"]["ball"] == load_league("spl2019").field.ball.radius
