"""Other tools find no fault in recordings, also after they were cut, filtered or merged."""

import re
from itertools import pairwise
from pathlib import Path

import msgspec
import pytest
from tests.recording.format.doctor import complaints
from tests.recording.format.viewer_schema import misfits, viewer_types
from tests.recording.samples import record
from tests.replay.renew import GOLDEN

from kickabout.recording import Condition, Recorder, Recording
from kickabout.recording.format.rewriting import cut, filtered, merged

OLD = GOLDEN.with_name("old_names.mcap")


@pytest.fixture(scope="module")
def of_two(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A recording of a robot on each side."""
    path = tmp_path_factory.mktemp("doctor") / "match.mcap"
    record(path, settings="models", seconds=1.2)
    return path


def test_a_recorded_match_is_healthy(of_two: Path) -> None:
    assert complaints(of_two) == []


def test_chunks_of_all_robots_do_not_overlap(of_two: Path) -> None:
    with Recording(of_two) as recording:
        chunks = sorted(recording.chunks, key=lambda chunk: chunk.offset)
        assert len(chunks) == 3
        for before, after in pairwise(chunks):
            assert before.end < after.start
        robots = {f"{side}/1/motion/FrameInfo" for side in ("home", "away")}
        for chunk in chunks:
            assert robots <= {message.topic for message in recording.messages_in(chunk, *robots)}


def test_topics_without_messages_are_announced(of_two: Path) -> None:
    with Recording(of_two) as recording:
        assert not list(recording.messages("home/1/changes"))
        assert recording.schema("home/1/changes")


def test_rewritten_recordings_are_healthy(of_two: Path, tmp_path: Path) -> None:
    parts = [tmp_path / f"{side}.mcap" for side in ("home", "away")]
    with Recording(of_two) as recording:
        cut(recording, tmp_path / "cut.mcap", start=0.3, end=0.9)
        filtered(recording, tmp_path / "filtered.mcap", Condition("RobotPose.validity > 0.5"))
        for part in parts:
            cut(recording, part, keep=[f"{part.stem}/*"])
    with Recording(parts[0]) as home, Recording(parts[1]) as away:
        merged([home, away], tmp_path / "merged.mcap")
    for name in ("cut", "filtered", "merged", "home", "away"):
        assert complaints(tmp_path / f"{name}.mcap") == [], name


def test_an_empty_recording_is_healthy(tmp_path: Path) -> None:
    Recorder(tmp_path / "empty.mcap").close()
    assert complaints(tmp_path / "empty.mcap") == []


def test_the_golden_recording_is_healthy_and_the_old_one_was_not() -> None:
    assert complaints(GOLDEN) == []
    only = [c for c in complaints(OLD) if re.fullmatch(r"\w+ \d+ is in the summary only", c)]
    assert only


def test_viewers_read_all_topics_of_a_match_and_its_messages_fit(of_two: Path) -> None:
    with Recording(of_two) as recording:
        types = {
            name: viewer_types(msgspec.json.decode(recording.schema(name)), topic.kind)
            for name, topic in recording.topics.items()
        }
        wrong = {
            path
            for message in recording.messages()
            for path in misfits(
                message.plain, types[message.topic], recording.topics[message.topic].kind
            )
        }
    assert len(types) > 100
    assert not wrong
