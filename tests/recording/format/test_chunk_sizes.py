"""The memory for chunks is limited, even if a file declares more."""

import struct
import tracemalloc
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest
import zstandard
from tests.recording.test_robot_recorder import PLAN, cycle, recorder_of

from kickabout.recording import Recorder, Recording, RecordingError, robot_recorder
from kickabout.recording import recorder as recorder_file
from kickabout.recording.format import new_recording, reader, rewriting
from kickabout.recording.format.chunk import MAX_CHUNK, Chunk, ChunkBuilder
from kickabout.recording.format.writer import RecordingWriter
from kickabout.recording.robot_recorder import BATCH
from kickabout.representations import BallModel

MEGABYTE = 1 << 20
HUGE = MAX_CHUNK + MEGABYTE
SECOND = 10**9  # ns
SIZE_AT = 9 + 16  # bytes into a chunk's record, where its header has the size
TOPIC = "a/b/Thing"


@pytest.fixture
def peak() -> Iterator[Callable[[], int]]:
    """Return a function for the maximum memory allocated since its last call, in bytes."""

    def measured() -> int:
        _, maximum = tracemalloc.get_traced_memory()
        tracemalloc.reset_peak()
        return maximum

    tracemalloc.start()
    yield measured
    tracemalloc.stop()


def small_chunk(channel: int, number: int) -> Chunk:
    builder = ChunkBuilder()
    builder.add(channel, number, number * SECOND, b'{"k":%d}' % number)
    chunk = builder.packed()
    assert chunk is not None
    return chunk


def zeros(size: int, *, declared: bool) -> bytes:
    """Compress zeros, with or without their size in the compressed data."""
    compressor = zstandard.ZstdCompressor().compressobj(size=size if declared else -1)
    parts = [compressor.compress(bytes(MEGABYTE)) for _ in range(size // MEGABYTE)]
    return b"".join((*parts, compressor.flush()))


def write_bomb(path: Path, content: bytes, *, size: int, last: int = 2) -> None:
    """Write chunks at 0 to `last` s; that at 1 s has this content and this size in its header."""
    writer = RecordingWriter(path)
    channel = writer.channel(TOPIC, "Thing", b"{}")
    writer.write(small_chunk(channel, 0))
    begin = path.stat().st_size
    index = {channel: struct.pack("<QQ", SECOND, 0)}
    writer.write(Chunk(start=SECOND, end=SECOND, size=0, crc=0, content=content, index=index))
    for number in range(2, last + 1):
        writer.write(small_chunk(channel, number))
    writer.close()
    data = bytearray(path.read_bytes())
    struct.pack_into("<Q", data, begin + SIZE_AT, size)
    path.write_bytes(data)


@pytest.mark.parametrize("cut_off", [0, 20], ids=["with index", "without index"])
@pytest.mark.parametrize("declared", [True, False], ids=["declared", "undeclared"])
@pytest.mark.parametrize("size", [HUGE, 100, 1 << 62])
def test_a_chunk_that_unpacks_to_too_much_is_refused_and_the_rest_is_read(
    tmp_path: Path, size: int, declared: bool, cut_off: int, peak: Callable[[], int]
) -> None:
    path = tmp_path / "bomb.mcap"
    write_bomb(path, zeros(HUGE, declared=declared), size=size)
    path.write_bytes(path.read_bytes()[: path.stat().st_size - cut_off])
    peak()
    with Recording(path) as recording:
        assert bool(recording.remarks) == bool(cut_off)
        with pytest.raises(RecordingError, match=r"bomb.mcap: is damaged between 1.00 and 1.01 s"):
            list(recording.messages())
        kept = [m.plain["k"] for m in recording.messages(end=1.0)]
        kept += [m.plain["k"] for m in recording.messages(start=1.5)]
    assert kept == [0, 2]
    assert peak() < 8 * MEGABYTE


def test_the_error_states_the_size_of_the_chunk(tmp_path: Path) -> None:
    path = tmp_path / "bomb.mcap"
    write_bomb(path, zeros(HUGE, declared=True), size=HUGE)
    sentence = "a chunk declares 269 MB; at most 268 MB are read"
    with Recording(path) as recording, pytest.raises(RecordingError, match=sentence):
        recording.message_at(TOPIC, 1.0)


def test_after_a_kill_a_last_chunk_that_unpacks_to_too_much_is_missing(
    tmp_path: Path, peak: Callable[[], int]
) -> None:
    path = tmp_path / "bomb.mcap"
    write_bomb(path, zeros(HUGE, declared=True), size=HUGE, last=1)
    with Recording(path) as recording:
        end = recording.chunks[-1].channels[1] + 9 + 6 + 16  # of the index of its message
    path.write_bytes(path.read_bytes()[:end])
    peak()
    with Recording(path) as recording:
        assert recording.remarks[1:] == [
            "the chunk between 1.00 and 1.01 s is incomplete and left out"
        ]
        assert [m.plain["k"] for m in recording.messages()] == [0]
    assert peak() < 8 * MEGABYTE


def write_chunks(path: Path, times: Sequence[int], *, entries: int = 1) -> None:
    """Write chunks with a message of a megabyte each, which the index names this many times."""
    writer = RecordingWriter(path)
    builder = ChunkBuilder()
    for time in times:
        builder.add(writer.channel(TOPIC, "Thing", b"{}"), 0, time, bytes(MEGABYTE))
        chunk = builder.packed()
        assert chunk is not None
        index = {channel: named * entries for channel, named in chunk.index.items()}
        writer.write(replace(chunk, index=index))
    writer.close()


def test_chunks_that_overlap_are_unpacked_up_to_a_limit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reader, "MAX_OPEN", 3 * MEGABYTE)
    write_chunks(tmp_path / "in_turn.mcap", range(8))
    write_chunks(tmp_path / "overlapping.mcap", [0] * 8)
    with Recording(tmp_path / "in_turn.mcap") as recording:
        assert len(list(recording.messages())) == 8
    with (
        Recording(tmp_path / "overlapping.mcap") as recording,
        pytest.raises(RecordingError, match="chunks of the same time hold more than 3 MB"),
    ):
        list(recording.messages())


def test_chunks_stay_unpacked_up_to_a_limit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, peak: Callable[[], int]
) -> None:
    write_chunks(tmp_path / "long.mcap", range(30))
    monkeypatch.setattr(reader, "MAX_CHUNK", 4 * MEGABYTE)
    peak()
    with Recording(tmp_path / "long.mcap") as recording:
        assert sum(1 for _ in recording.messages()) == 30
        assert peak() < 12 * MEGABYTE


def test_a_message_that_the_index_names_repeatedly_is_refused(
    tmp_path: Path, peak: Callable[[], int]
) -> None:
    write_chunks(tmp_path / "often.mcap", [0], entries=1000)
    write_chunks(tmp_path / "too_often.mcap", [0], entries=MEGABYTE)
    peak()
    with Recording(tmp_path / "often.mcap") as recording:
        assert sum(1 for _ in recording.messages()) == 1000
    assert peak() < 8 * MEGABYTE
    with (
        Recording(tmp_path / "too_often.mcap") as recording,
        pytest.raises(RecordingError, match="its index names more messages than it can hold"),
    ):
        list(recording.messages())


def test_a_chunk_that_could_not_be_read_again_ends_the_recording(tmp_path: Path) -> None:
    path = tmp_path / "match.mcap"
    writer = RecordingWriter(path)
    channel = writer.channel(TOPIC, "Thing", b"{}")
    writer.write(small_chunk(channel, 0))
    writer.write(replace(small_chunk(channel, 1), size=HUGE))
    writer.close()
    assert writer.stopped == "a chunk would hold 269 MB; at most 268 MB can be read again"
    with Recording(path) as recording:
        assert len(list(recording.messages())) == 1


def test_large_data_of_a_robot_are_split_into_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(robot_recorder, "FULL_CHUNK", 1000)
    settings = replace(PLAN.settings, chunk=60.0, queue=9)
    recorder, agent = recorder_of(replace(PLAN, settings=settings))
    for number in range(2 * BATCH):
        agent.cycle(cycle(number, BallModel()))
    pieces = recorder.finish()
    assert [(piece.period, piece.complete) for piece in pieces] == [(0, False), (0, True)]


def test_large_data_of_a_match_are_split_into_chunks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(recorder_file, "FULL_CHUNK", 1000)
    monkeypatch.setattr(new_recording, "FULL_CHUNK", 1000)
    recorder = Recorder(tmp_path / "match.mcap")
    for number in range(100):
        recorder.annotate(number / 1000, "a remark " * 10)
    recorder.close()
    with Recording(tmp_path / "match.mcap") as recording:
        rewriting.cut(recording, tmp_path / "cut.mcap")
    for name in "match.mcap", "cut.mcap":
        with Recording(tmp_path / name) as recording:
            assert len(recording.chunks) > 5
            assert [time for time, *_ in recording.annotations()] == [n / 1000 for n in range(100)]
