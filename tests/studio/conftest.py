"""A small paused match that is recorded, and a studio and a console for it."""

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from kickabout.recording import Recorder, load_settings
from kickabout.simulation.match.match import Match
from kickabout.studio.console import Console
from kickabout.studio.sources.live_match import LiveMatch
from kickabout.studio.studio_controller import StudioController


@pytest.fixture(scope="session")
def history(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("studio") / "match.mcap"


@pytest.fixture(scope="session")
def live(history: Path) -> Iterator[LiveMatch]:
    recorder = Recorder(history, load_settings("default"))
    with Match("bhuman2019", "bhuman2019", robots=1, workers=0, recorder=recorder) as match:
        match.run(2.0)
        source = LiveMatch(match, running=False)
        thread = threading.Thread(target=source.run)
        thread.start()
        yield source
        source.close()
        thread.join()


@pytest.fixture
def controller(live: LiveMatch, history: Path, tmp_path: Path) -> Iterator[StudioController]:
    scripts = tmp_path / "scripts"
    scripts.mkdir()
    made = StudioController(live, history=history, layers=tmp_path / "layers", scripts=scripts)
    yield made
    if made.source is not live:
        made.to_live()
    live.transport.pause()


@pytest.fixture
def console(controller: StudioController) -> Console:
    return Console(controller)
