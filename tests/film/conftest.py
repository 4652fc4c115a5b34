"""One recorded match for all tests of films: two robots, a second of play."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.recording.samples import record

from kickabout.recording import RecordingSettings, load_settings
from kickabout.studio.sources.recorded_match import RecordedMatch


@pytest.fixture(scope="session")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("film") / "match.mcap"
    settings: RecordingSettings = load_settings("default")
    record(path, settings=settings, team="dummies", seconds=1.2)
    return path


@pytest.fixture
def match(recorded: Path) -> Iterator[RecordedMatch]:
    opened = RecordedMatch(recorded)
    yield opened
    opened.close()
