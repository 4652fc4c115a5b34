"""Cutting, filtering and merging keep all values that remain valid."""

import os
import re
from functools import partial
from pathlib import Path

import pytest
from tests.recording.samples import damage

from kickabout.recording import Condition, Recording, RecordingError
from kickabout.recording.format.rewriting import cut, filtered, merged

MOTION = "home/1/cognition/MotionRequest"


def test_a_cut_has_its_time_interval_and_the_values_before_it(
    recording: Recording, tmp_path: Path
) -> None:
    cut(recording, tmp_path / "cut.mcap", start=0.61, end=0.9)
    with Recording(tmp_path / "cut.mcap") as part:
        assert part.start >= 0.61
        assert part.end < 0.9
        assert set(part.programs) == set(recording.programs)
        for time in (0.65, 0.89):
            then, now = (each.message_at(MOTION, time) for each in (recording, part))
            assert then is not None
            assert now is not None
            assert now.data == then.data


def test_topics_can_be_kept_or_removed(recording: Recording, tmp_path: Path) -> None:
    cut(recording, tmp_path / "cut.mcap", keep=["home/*"], remove=["*/SensorFrame"])
    with Recording(tmp_path / "cut.mcap") as part:
        topics = {message.topic for message in part.messages()}
        assert set(part.programs) == {"home 1"}
    assert MOTION in topics
    assert all(topic.startswith("home/") for topic in topics)
    assert "home/1/motion/SensorFrame" not in topics


def test_filtering_keeps_the_cycles_in_which_a_condition_holds(
    recording: Recording, tmp_path: Path
) -> None:
    filtered(recording, tmp_path / "some.mcap", Condition("RobotPose.validity > 0.7"))
    topic = "home/1/cognition/RobotPose"
    expected = [t for t, pose in recording.values(topic) if pose.validity > 0.7]
    with Recording(tmp_path / "some.mcap") as part:
        kept = [t for t, pose in part.values(topic)]
    assert 0 < len(kept) < len(list(recording.messages(topic)))
    assert kept == expected


def test_parts_can_be_merged_again(recording: Recording, tmp_path: Path) -> None:
    for side in ("home", "away"):
        cut(recording, tmp_path / f"{side}.mcap", keep=[f"{side}/*"])
    parts = [Recording(tmp_path / f"{side}.mcap") for side in ("home", "away")]
    count = merged(parts, tmp_path / "both.mcap")
    with Recording(tmp_path / "both.mcap") as both:
        assert count == len(list(recording.messages(["home/*", "away/*"])))
        assert set(both.programs) == {"home 1", "away 1"}
        for name, program in recording.programs.items():
            assert both.programs[name].team == program.team
            assert both.programs[name].seed == program.seed
    with pytest.raises(RecordingError, match=r"is in .* already"):
        merged([parts[0], parts[0]], tmp_path / "twice.mcap")
    for part in parts:
        part.close()


def test_a_recording_cannot_replace_itself(
    recorded: Path, recording: Recording, tmp_path: Path
) -> None:
    (tmp_path / "hard.mcap").hardlink_to(recorded)
    (tmp_path / "symbolic.mcap").symlink_to(recorded)
    for same in (recorded, tmp_path / "hard.mcap", tmp_path / "symbolic.mcap"):
        with pytest.raises(RecordingError, match="its own result"):
            cut(recording, same)


def test_a_failure_leaves_the_target_unchanged(recording: Recording, tmp_path: Path) -> None:
    damaged, target = tmp_path / "damaged.mcap", tmp_path / "target.mcap"
    damage(recording, recording.chunks[-1], damaged)
    target.write_text("dear to somebody")
    with Recording(damaged) as source:
        for attempt in (
            partial(cut, source, target),
            partial(filtered, source, target, Condition("RobotPose.validity > 0.7")),
            partial(merged, [source], target),
        ):
            with pytest.raises(RecordingError, match="is damaged"):
                attempt()
    assert target.read_text() == "dear to somebody"
    assert set(tmp_path.iterdir()) == {damaged, target}


def test_only_regular_files_are_replaced(recording: Recording, tmp_path: Path) -> None:
    (tmp_path / "link.mcap").symlink_to(tmp_path / "target.mcap")
    cut(recording, tmp_path / "link.mcap", end=0.4)
    assert (tmp_path / "link.mcap").is_symlink()
    assert (tmp_path / "target.mcap").is_file()
    os.mkfifo(tmp_path / "pipe")
    for place in (tmp_path, tmp_path / "pipe"):
        with pytest.raises(RecordingError, match="cannot be written: it is not a regular file"):
            cut(recording, place, end=0.4)


def test_a_cut_saves_what_is_before_and_after_damage(recording: Recording, tmp_path: Path) -> None:
    channel = recording.topic(MOTION).channel
    chunk = [place for place in recording.chunks if channel in place.channels][1]
    damage(recording, chunk, tmp_path / "damaged.mcap")
    with Recording(tmp_path / "damaged.mcap") as damaged:
        with pytest.raises(RecordingError, match="is damaged between") as error:
            list(damaged.messages())
        start, end = map(float, re.findall(r"\d+\.\d\d", str(error.value))[-2:])
        before = cut(damaged, tmp_path / "before.mcap", end=start)
        after = cut(damaged, tmp_path / "after.mcap", start=end)
    assert before == len(list(recording.messages(end=start))) > 0
    assert after >= len(list(recording.messages(start=end))) > 0


def test_a_cut_may_skip_damaged_chunks(recording: Recording, tmp_path: Path) -> None:
    first, second, *_ = recording.chunks
    damage(recording, second, tmp_path / "damaged.mcap")
    lost = sum(1 for _ in recording.messages(start=second.start / 1e9, end=second.end / 1e9 + 1e-6))
    with Recording(tmp_path / "damaged.mcap", skip_damaged=True) as damaged:
        count = cut(damaged, tmp_path / "saved.mcap")
        assert damaged.remarks == [f"the chunk {second.times} is damaged and left out"]
        assert damaged.counts() == recording.counts()
    assert count == sum(recording.counts().values()) - lost
    with Recording(tmp_path / "saved.mcap") as saved:
        times = [message.time for message in saved.messages()]
    assert min(times) == recording.start
    assert first.end / 1e9 in times
    assert max(times) == recording.end


def test_an_empty_time_interval_is_refused(recording: Recording, tmp_path: Path) -> None:
    with pytest.raises(RecordingError, match="has no messages between"):
        cut(recording, tmp_path / "cut.mcap", start=3.0, end=2.0)
    assert not (tmp_path / "cut.mcap").exists()
