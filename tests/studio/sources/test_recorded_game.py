"""The game of a recording is known at each of its times, also in a part that was cut out."""

from pathlib import Path

import pytest

from kickabout.recording import Recorder, Recording
from kickabout.recording.format.rewriting import cut
from kickabout.simulation.match.match import Match
from kickabout.studio.console import Console
from kickabout.studio.sources.live_match import LiveMatch
from kickabout.studio.sources.recorded_match import SHIPPED_MATCH, RecordedMatch
from kickabout.studio.studio_controller import StudioController


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Record a game with two goals and two penalties, of which one ends."""
    path = tmp_path_factory.mktemp("game") / "game.mcap"
    lines = (
        (
            "game playing",
            "goal home",
            "penalty home 1 playerPushing",
            "penalty away 1 leavingTheField",
        ),
        ("goal away", "game set", "penalty home 1 none"),
        ("game playing",),
    )
    with Match("dummies", "dummies", robots=1, workers=0, recorder=Recorder(path)) as match:
        console = Console(StudioController(LiveMatch(match, served=False)))
        console.run("referee off")
        for group in lines:
            for line in group:
                console.run(line)
            match.run(1.0)
    return path


def test_goals_and_penalties_are_known_at_their_times(game: Path) -> None:
    match = RecordedMatch(game)
    match.transport.go_to(0.5)
    status = match.status()
    assert (status.state, status.score) == ("ready", (1, 0))
    assert set(status.penalties) == {"home 1", "away 1"}
    match.transport.go_to(1.5)
    status = match.status()
    assert (status.state, status.score) == ("set", (1, 1))
    assert set(status.penalties) == {"away 1"}
    match.close()


def test_a_cut_begins_with_the_game_as_it_was(game: Path, tmp_path: Path) -> None:
    with Recording(game) as recording:
        cut(recording, tmp_path / "part.mcap", start=1.5)
    part = RecordedMatch(tmp_path / "part.mcap")
    assert part.recording.start == pytest.approx(1.5, abs=0.02)
    status = part.status()
    assert (status.state, status.score) == ("set", (1, 1))
    assert set(status.penalties) == {"away 1"}
    texts = [event.text for event in part.events()]
    assert "playing" in texts
    assert not [text for text in texts if "goal" in text or "away 1" in text]
    part.close()


def test_the_shipped_match_names_each_state_once() -> None:
    match = RecordedMatch(SHIPPED_MATCH)
    assert match.status().state != "initial"
    texts = [event.text for event in match.events()]
    assert texts.count("playing") <= 1
    match.close()
