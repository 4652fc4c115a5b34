"""Cost of recordings, and the speed of writing, reading and replaying them."""

import statistics
import tempfile
from pathlib import Path

import numpy as np

from kickabout.benching import Bench
from kickabout.framework import clock
from kickabout.recording import Recorder, Recording, Replay, load_settings
from kickabout.recording.format.chunk import Chunk, ChunkBuilder
from kickabout.recording.format.writer import RecordingWriter
from kickabout.simulation.match.match import Match
from kickabout.simulation.match.scene import RefereePlan, Scene

PLAYING = Scene(referee=RefereePlan(start="playing"))
SCHEMA = b'{"type":"object"}'
MESSAGE = 1000  # bytes, about the size of a large representation
CHUNKS_OF_2_GB = 24_000  # 20 minutes of ten robots, two chunks per second each
CHANNELS = 80  # topics of a robot


def run(bench: Bench) -> None:
    with tempfile.TemporaryDirectory() as folder:
        _writing(bench, Path(folder) / "written.mcap")
        _seeking(bench, Path(folder) / "long.mcap")
        _replaying(bench, Path(folder) / "match.mcap")
        _cost(bench, Path(folder) / "cost.mcap")


def _payloads() -> list[bytes]:
    random = np.random.default_rng(1)
    letters = random.integers(48, 58, (2000, MESSAGE - 20)).astype(np.uint8)
    return [b'{"digits":"%b"}' % row.tobytes() for row in letters]


def _writing(bench: Bench, path: Path) -> None:
    payloads, written = _payloads(), 0
    writer, builder = RecordingWriter(path), ChunkBuilder()
    channels = [writer.channel(f"bench/{i}", "Bench", SCHEMA) for i in range(CHANNELS)]
    begin = clock.monotonic()
    for number in bench.each(range(20 if bench.quick else 100), "writing"):
        for i in range(2000):
            data = payloads[i]
            builder.add(channels[i % CHANNELS], i, number * 500_000_000 + i, data)
            written += len(data)
        _put(writer, builder.packed())
    writer.close()
    seconds = clock.monotonic() - begin
    bench.metric(
        "recording_write",
        written / 1e6 / seconds,
        "MB/s",
        goal=">= 100",
        detail=f"1 kB of random digits each, zstd 1, {path.stat().st_size / 1e6:.0f} MB on disk",
    )
    path.unlink()


def _put(writer: RecordingWriter, chunk: Chunk | None) -> None:
    assert chunk is not None
    writer.write(chunk)


def _seeking(bench: Bench, path: Path) -> None:
    """Measure with as many chunks as in 2 GB, but smaller: only the index matters."""
    count = CHUNKS_OF_2_GB // (10 if bench.quick else 1)
    writer, builder, payloads = RecordingWriter(path), ChunkBuilder(), _payloads()
    writer.metadata("kickabout", {"version": "1"})
    channels = [writer.channel(f"bench/{i}", "Bench", SCHEMA) for i in range(CHANNELS)]
    for number in bench.each(range(count), "a long recording"):
        for i, channel in enumerate(channels):
            builder.add(channel, number, number * 500_000_000 + i, payloads[i % 8][:40])
        _put(writer, builder.packed())
    writer.close()
    begin = clock.monotonic()
    recording = Recording(path)
    opened = clock.monotonic() - begin
    random = np.random.default_rng(2)
    times = []
    for time in random.uniform(0.0, recording.end, 50).tolist():
        begin = clock.monotonic()
        recording.message_at("bench/7", time)
        times.append(clock.monotonic() - begin)
    recording.close()
    equivalent, size_here = 2.0 * count / CHUNKS_OF_2_GB, path.stat().st_size / 1e6
    size = f"{count} chunks as in {equivalent:g} GB, {size_here:.0f} MB here"
    worst = max(times)
    bench.metric("recording_seek", worst, "s", goal="<= 0.3", detail=f"worst of 50; {size}")
    bench.metric("recording_open", opened, "s", detail=size)
    path.unlink()


def _match(path: Path | None, *, robots: int, seconds: float, settings: str, workers: int) -> float:
    """Return the wall time of a match in s, after its first second."""
    recorder = Recorder(path, load_settings(settings)) if path else None
    with Match(
        "bhuman2019",
        "bhuman2019",
        robots=robots,
        scene=PLAYING,
        fidelity="percepts",
        workers=workers,
        recorder=recorder,
    ) as match:
        match.run(1.0)
        begin = clock.monotonic()
        match.run(seconds)
        return clock.monotonic() - begin


def _replaying(bench: Bench, path: Path) -> None:
    seconds = 4.0 if bench.quick else 10.0
    _match(path, robots=1, seconds=seconds, settings="models", workers=0)
    with Recording(path) as recording:
        Replay(recording, "home/1", threads=["cognition"]).run(1.0)
        for name, threads, goal in (("cognition", ["cognition"], ">= 10"), ("robot", [], "")):
            replay = Replay(recording, "home/1", threads=threads, compare=False)
            begin = clock.monotonic()
            replay.run()
            factor = (recording.end - recording.start) / (clock.monotonic() - begin)
            detail = f"one robot, no images, {seconds:g} s recorded"
            bench.metric(f"replay_{name}", factor, "× real time", goal=goal, detail=detail)
        begin = clock.monotonic()
        count = sum(1 for _ in recording.messages())
        rate = count / (clock.monotonic() - begin)
        bench.metric("recording_read", rate / 1e3, "thousand messages/s")


def _cost(bench: Bench, path: Path) -> None:
    """Measure matches with and without recording alternately, because of other load."""
    seconds = 2.0 if bench.quick else 5.0
    times: dict[str, list[float]] = {"": [], "models": [], "default": []}
    sizes: dict[str, float] = {}
    for _ in bench.each(range(2 if bench.quick else 5), "matches with and without recording"):
        for settings, found in times.items():
            target = path if settings else None
            found.append(_match(target, robots=5, seconds=seconds, settings=settings, workers=2))
            sizes[settings] = path.stat().st_size / (seconds + 1.0) if settings else 0.0
    bare = statistics.median(times[""])
    for name, settings in (("all", "models"), ("default", "default")):
        cost = 100.0 * (1.0 - bare / statistics.median(times[settings]))
        detail = f"10 robots, percepts, 2 workers; {sizes[settings] / 1e6:.2f} MB/s"
        bench.metric(f"recording_cost_{name}", cost, "%", goal="<= 8", detail=detail)
