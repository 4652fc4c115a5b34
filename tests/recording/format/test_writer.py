"""Files can be read by other tools, after a kill, and if the disk is full."""

import errno
import io
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from mcap.reader import make_reader

from kickabout.recording import Recording, RecordingError
from kickabout.recording.format.chunk import ChunkBuilder
from kickabout.recording.format.writer import RecordingWriter

SCHEMA = b'{"type":"object"}'


def write_one(writer: RecordingWriter) -> None:
    """Return a chunk with a single message."""
    builder = ChunkBuilder()
    builder.add(writer.channel("a", "Thing", SCHEMA), 0, 0, b"{}")
    chunk = builder.packed()
    assert chunk is not None
    writer.write(chunk)


def small_file(path: Path, *, chunks: int = 3, closed: bool = True) -> None:
    writer = RecordingWriter(path)
    writer.metadata("kickabout", {"version": "1"})
    writer.attachment("note.txt", "text/plain", b"hello")
    channel = writer.channel("a/b/Thing", "Thing", SCHEMA)
    builder = ChunkBuilder()
    for number in range(chunks):
        for k in range(4):
            time = (number * 4 + k) * 100_000_000
            builder.add(channel, number * 4 + k, time, b'{"k":%d}' % (number * 4 + k))
        chunk = builder.packed()
        assert chunk is not None
        writer.write(chunk)
    if closed:
        writer.close()
    else:
        writer._file.close()  # as if the process had been killed


def test_other_tools_open_it(tmp_path: Path) -> None:
    path = tmp_path / "small.mcap"
    small_file(path)
    with path.open("rb") as file:
        reader = make_reader(file, validate_crcs=True)
        summary = reader.get_summary()
        assert summary is not None
        assert summary.statistics is not None
        assert summary.statistics.message_count == 12
        found = list(reader.iter_messages(topics=["a/b/Thing"], starting_at=500_000_000))
        assert next(message.data for _, _, message in found) == b'{"k":5}'
        assert next(iter(reader.iter_attachments())).data == b"hello"


def test_without_messages_there_is_no_chunk() -> None:
    assert ChunkBuilder().packed() is None


@pytest.mark.parametrize("closed", [True, False])
def test_a_truncated_file_gives_a_prefix_or_a_clear_error(tmp_path: Path, closed: bool) -> None:
    path = tmp_path / "small.mcap"
    small_file(path, closed=closed)
    content = path.read_bytes()
    complete = 0
    for length in range(0, len(content), 7):
        path.write_bytes(content[:length])
        try:
            with Recording(path) as recording:
                numbers = [message.plain["k"] for message in recording.messages()]
        except RecordingError:
            continue  # too short for a recording; any other error fails the test
        assert numbers == list(range(len(numbers)))
        assert len(numbers) % 4 == 0
        complete = max(complete, len(numbers))
    assert complete >= 8


def test_a_crash_that_left_zeros_at_the_end_costs_the_last_chunks_only(tmp_path: Path) -> None:
    path = tmp_path / "small.mcap"
    small_file(path, closed=False)
    content = path.read_bytes()
    last = content.rindex(b"zstd")
    for length in range(last, len(content) - 8, 7):  # the last bytes are zeros anyway
        path.write_bytes(content[:length] + bytes(len(content) - length + 50))
        with Recording(path) as recording:
            assert recording.truncated
            assert [message.plain["k"] for message in recording.messages()] == list(range(8))
            assert recording.remarks[1:] == [
                "the chunk between 0.80 and 1.11 s is incomplete and left out"
            ]


def test_zeros_where_topics_are_announced_cost_these_topics_only(tmp_path: Path) -> None:
    path = tmp_path / "small.mcap"
    small_file(path, closed=False)
    content = path.read_bytes()
    begin = content.index(b"Thing") - 15  # the schema record
    for length in range(begin, content.index(b"zstd")):
        path.write_bytes(content[:length] + bytes(len(content) - length))
        with Recording(path) as recording:
            assert list(recording.messages()) == []
            assert recording.attachments["note.txt"] == b"hello"


def test_a_changed_byte_is_read_or_refused_but_never_a_crash(tmp_path: Path) -> None:
    path = tmp_path / "small.mcap"
    small_file(path)
    content = path.read_bytes()
    refused = 0
    for place in range(8, len(content), 11):
        path.write_bytes(content[:place] + bytes((content[place] ^ 0x55,)) + content[place + 1 :])
        try:
            with Recording(path) as recording:
                assert len(list(recording.messages())) <= 12
        except RecordingError:
            refused += 1
    assert refused > 5


def test_a_damaged_index_is_rebuilt(tmp_path: Path) -> None:
    path = tmp_path / "small.mcap"
    small_file(path)
    content = path.read_bytes()
    summary = int.from_bytes(content[-28:-20], "little")
    for place in range(summary, len(content), 5):
        path.write_bytes(content[:place] + bytes((content[place] ^ 0x55,)) + content[place + 1 :])
        with Recording(path) as recording:
            assert recording.remarks == ["damaged: its index was rebuilt from its chunks"]
            assert len(list(recording.messages())) == 12
            assert recording.attachments["note.txt"] == b"hello"


def test_a_damaged_attachment_is_left_out_and_reported(tmp_path: Path) -> None:
    path = tmp_path / "small.mcap"
    small_file(path)
    path.write_bytes(path.read_bytes().replace(b"hello", b"hallo"))
    with Recording(path) as recording:
        assert recording.attachments == {}
        assert "damaged records that are missing: 1" in recording.remarks
        assert len(list(recording.messages())) == 12


def test_the_maximum_size_ends_the_recording_and_is_reported(tmp_path: Path) -> None:
    path = tmp_path / "small.mcap"
    writer = RecordingWriter(path, largest=3000)
    channel = writer.channel("a", "Thing", SCHEMA)
    builder = ChunkBuilder()
    for number in range(100):
        builder.add(channel, number, number, os.urandom(150))
        chunk = builder.packed()
        assert chunk is not None
        writer.write(chunk)
    writer.close()
    assert "reached" in writer.stopped
    with Recording(path) as recording:
        assert 3 < len(list(recording.messages())) < 20


def test_a_full_disk_ends_the_recording_and_is_reported(tmp_path: Path) -> None:
    writer = RecordingWriter(tmp_path / "small.mcap", min_free=1e30)
    write_one(writer)
    writer.close()
    assert "free on the disk" in writer.stopped


class Full(io.FileIO):
    """A file on a disk that has room for five more bytes each time, and cannot be shortened."""

    def write(self, data: Any) -> int:
        return super().write(data[:5])

    def truncate(self, _: int | None = None) -> int:
        raise OSError(errno.EINVAL, "invalid")


def test_a_disk_that_refuses_ends_the_recording_with_its_last_chunk(tmp_path: Path) -> None:
    path = tmp_path / "small.mcap"
    small_file(path, chunks=2, closed=False)
    content = path.read_bytes()
    writer = RecordingWriter(path)
    writer._file.write(content[writer._offset :])
    writer._file.close()
    writer._file = Full(path, "ab")
    write_one(writer)
    writer.close()
    assert "the disk refused it" in writer.stopped
    with Recording(path) as recording:
        assert len(list(recording.messages())) == 8


KILLED = """
import os, signal, sys
from pathlib import Path
from tests.recording.format.test_writer import small_file
small_file(Path(sys.argv[1]), chunks=5, closed=False)
os.kill(os.getpid(), signal.SIGKILL)
"""


def test_a_killed_process_leaves_all_chunks(tmp_path: Path) -> None:
    path = tmp_path / "killed.mcap"
    root = Path(__file__).parents[3]
    done = subprocess.run([sys.executable, "-c", KILLED, str(path)], cwd=root, check=False)
    assert done.returncode == -signal.SIGKILL
    with Recording(path) as recording:
        assert recording.truncated
        assert len(list(recording.messages())) == 20


def test_an_unwritable_path_is_refused_with_a_clear_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    with pytest.raises(RecordingError, match="cannot be written"):
        RecordingWriter(tmp_path / "file" / "below.mcap")
    with pytest.raises(RecordingError, match="cannot be written: the disk refused it"):
        RecordingWriter(Path("/dev/full"))


def test_other_files_are_refused_with_a_clear_error(tmp_path: Path) -> None:
    with pytest.raises(RecordingError, match="there is no such recording"):
        Recording(tmp_path / "nowhere.mcap")
    with pytest.raises(RecordingError, match="cannot be read"):
        Recording(tmp_path)
    foreign = tmp_path / "foreign.mcap"
    foreign.write_bytes(b"PK\x03\x04 something else")
    with pytest.raises(RecordingError, match="does not begin as MCAP"):
        Recording(foreign)


def test_files_of_other_profiles_and_newer_versions_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "other.mcap"
    newer = RecordingWriter(path)
    newer.metadata("kickabout", {"version": "99"})
    newer.close()
    with pytest.raises(RecordingError, match="has version 99"):
        Recording(path)
    monkeypatch.setattr("kickabout.recording.format.writer.PROFILE", "ros2")
    small_file(path)
    with pytest.raises(RecordingError, match="profile 'ros2'"):
        Recording(path)


def test_a_missing_schema_is_refused_with_a_clear_error(tmp_path: Path) -> None:
    path = tmp_path / "small.mcap"
    small_file(path, closed=False)
    content = path.read_bytes()
    begin = content.index(b"Thing") - 15
    assert content[begin] == 3  # the schema record
    length = int.from_bytes(content[begin + 1 : begin + 9], "little")
    path.write_bytes(content[:begin] + content[begin + 9 + length :])
    with pytest.raises(RecordingError, match="topic a/b/Thing has no schema"):
        Recording(path)
