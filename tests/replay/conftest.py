"""One recorded match for all tests of this folder."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.recording.samples import record

from kickabout.recording import Recording


@pytest.fixture(scope="session")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("recording") / "match.mcap"
    record(path, settings="models")
    return path


@pytest.fixture
def recording(recorded: Path) -> Iterator[Recording]:
    with Recording(recorded) as opened:
        yield opened
