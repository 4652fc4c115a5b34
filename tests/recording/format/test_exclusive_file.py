"""Two recordings never share a file: the second is refused, the first loses nothing."""

import io
import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path

import pytest
from tests.recording.format.test_writer import small_file, write_one
from tests.recording.test_commands import run

from kickabout import Match
from kickabout.framework import Agent, load_team
from kickabout.recording import (
    LiveRecording,
    Recorder,
    Recording,
    RecordingError,
    load_settings,
)
from kickabout.recording.format import exclusive_file
from kickabout.recording.format.writer import RecordingWriter
from kickabout.recording.replacing import replacing

REFUSED = r"match\.mcap: another recording is being written to it"
PLAY = ("play", "dummies", "dummies", "--robots", 1, "--duration", 0.1, "--workers", 0)

WRITING = """
import os, sys
from pathlib import Path
from kickabout.recording.format.writer import RecordingWriter
writer = RecordingWriter(Path(sys.argv[1]))
is_worker = "fork" in sys.argv and not os.fork()
os.write(1, b"worker\\n" if is_worker else b"writer\\n")
sys.stdin.read()  # until the test has seen enough
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "match.mcap"


def test_a_second_match_is_refused_and_the_first_is_recorded(path: Path, tmp_path: Path) -> None:
    alone = tmp_path / "alone.mcap"
    with Match("dummies", robots=1, workers=0, recorder=Recorder(alone)) as match:
        match.run(1.2)
    with Match("dummies", robots=1, workers=0, recorder=Recorder(path)) as match:
        match.run(0.6)
        with pytest.raises(RecordingError, match=REFUSED):
            run(*PLAY, "--record", path)
        match.run(0.6)
    assert path.read_bytes() == alone.read_bytes()
    run(*PLAY, "--record", path)


def test_a_live_robot_is_refused(path: Path) -> None:
    agent = Agent(load_team("dummies"), name="dummies 1")
    writer = RecordingWriter(path)
    with pytest.raises(RecordingError, match=REFUSED):
        LiveRecording(path, load_settings(), agent)
    writer.close()


def test_a_cut_is_refused_at_its_start(path: Path, tmp_path: Path) -> None:
    small_file(tmp_path / "source.mcap")
    writer = RecordingWriter(path)
    with pytest.raises(RecordingError, match=REFUSED):
        run("log", "cut", tmp_path / "source.mcap", path)
    write_one(writer)
    writer.close()
    with Recording(path) as recording:
        assert len(list(recording.messages())) == 1
    assert not list(tmp_path.glob("*.part"))
    run("log", "cut", tmp_path / "source.mcap", path)


def test_a_cut_is_refused_at_its_end(path: Path, tmp_path: Path) -> None:
    with ExitStack() as cut:
        cut.enter_context(replacing(path)).write_bytes(b"cut")
        writer = RecordingWriter(path)
        with pytest.raises(RecordingError, match=REFUSED):
            cut.close()
    write_one(writer)
    writer.close()
    with Recording(path) as recording:
        assert len(list(recording.messages())) == 1
    assert not list(tmp_path.glob("*.part"))


@pytest.mark.skipif(sys.platform == "win32", reason="no locks there")
@pytest.mark.parametrize("worker", ["", "fork"])
def test_the_file_of_a_killed_process_is_unlocked(path: Path, worker: str) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", WRITING, str(path), worker],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        names = {process.stdout.readline() for _ in range(2 if worker else 1)}
        assert names == ({"writer\n", "worker\n"} if worker else {"writer\n"})
        with pytest.raises(RecordingError, match=REFUSED):
            RecordingWriter(path)
        process.kill()
        assert process.wait(60.0) < 0
        RecordingWriter(path).close()  # while the worker is still there


def test_a_file_that_was_replaced_before_it_was_locked_is_opened_again(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    small_file(path)
    lock, new = exclusive_file._lock, path.with_name("new.mcap")
    new.touch()

    def replaced(file: io.FileIO) -> bool:
        if new.exists():
            new.replace(path)
        return lock(file)

    monkeypatch.setattr(exclusive_file, "_lock", replaced)
    writer = RecordingWriter(path)
    write_one(writer)
    writer.close()
    with Recording(path) as recording:
        assert len(list(recording.messages())) == 1


@pytest.mark.skipif(sys.platform == "win32", reason="no such device")
def test_devices_may_have_several_writers() -> None:
    for writer in [RecordingWriter(Path("/dev/null")) for _ in range(2)]:
        write_one(writer)
        writer.close()


def test_an_older_recording_is_replaced_as_a_whole(path: Path) -> None:
    small_file(path, chunks=50)
    before = path.stat().st_size
    small_file(path, chunks=1)
    assert path.stat().st_size < before
    with Recording(path) as recording:
        assert len(list(recording.messages())) == 4
        assert not recording.remarks
