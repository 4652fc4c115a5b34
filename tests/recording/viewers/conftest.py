"""A recording with the standard topics of Foxglove."""

from pathlib import Path

import pytest
from tests.recording.samples import record

from kickabout.recording import Recording


@pytest.fixture(scope="session")
def with_standard_topics(tmp_path_factory: pytest.TempPathFactory) -> Path:
    pytest.importorskip("foxglove", reason="viewers need the extra 'viz'")
    from kickabout.recording.viewers.foxglove_file import add_standard_topics

    folder = tmp_path_factory.mktemp("viewers")
    record(folder / "match.mcap", settings="models", seconds=1.0)
    with Recording(folder / "match.mcap") as recording:
        assert add_standard_topics(recording, folder / "foxglove.mcap") > 500
    return folder / "foxglove.mcap"
