"""A series has the recorded numbers, and gaps where nothing was recorded."""

import math
from collections.abc import Iterator
from pathlib import Path

import pytest

from kickabout.framework import KickaboutError
from kickabout.recording import Condition
from kickabout.recording.format.rewriting import cut, filtered
from kickabout.studio.sources.live_match import LiveMatch
from kickabout.studio.sources.recorded_match import RecordedMatch
from kickabout.studio.sources.source import StudioError
from kickabout.studio.studio_controller import StudioController

GAP = (0.6, 1.1)  # s, that the interrupted recording lacks
PATH = "SensorFrame.joint_angles[0]"


@pytest.fixture
def recorded(live: LiveMatch, history: Path) -> Iterator[RecordedMatch]:
    source = RecordedMatch(history)
    yield source
    source.close()


@pytest.fixture
def interrupted(recorded: RecordedMatch, tmp_path: Path) -> Iterator[RecordedMatch]:
    condition = Condition(f"FrameInfo.time < {GAP[0]} or FrameInfo.time > {GAP[1]}")
    filtered(recorded.recording, tmp_path / "gap.mcap", condition)
    source = RecordedMatch(tmp_path / "gap.mcap")
    yield source
    source.close()


def test_each_cycle_has_its_recorded_value(recorded: RecordedMatch) -> None:
    found = recorded.series("home 1", PATH, start=0.3, end=0.9)
    assert 0.3 <= found.times[0] < 0.32
    assert 0.88 < found.times[-1] < 0.9
    assert len(found.times) == pytest.approx(0.6 / 0.012, abs=2)
    for time, value in zip(found.times, found.values, strict=True):
        recorded.transport.go_to(time)
        assert recorded.value("home 1", PATH) == value


def test_an_unchanged_value_has_a_point_in_each_cycle(recorded: RecordedMatch) -> None:
    found = recorded.series("home 1", "SensorFrame.connected", start=0.25, end=0.75)
    assert len(found.values) > 30
    assert set(found.values) == {1.0}


def test_a_gap_of_the_recording_interrupts_the_curve(
    recorded: RecordedMatch, interrupted: RecordedMatch
) -> None:
    found = interrupted.series("home 1", PATH, start=0.0, end=1.5)
    whole = recorded.series("home 1", PATH, start=0.0, end=1.5)
    gaps = [place for place, value in enumerate(found.values) if math.isnan(value)]
    assert len(gaps) == 1
    before, after = found.times[gaps[0] - 1], found.times[gaps[0] + 1]
    assert before < GAP[0] < GAP[1] < after
    expected = dict(zip(whole.times, whole.values, strict=True))
    points = [*zip(found.times, found.values, strict=True)]
    assert all(expected[time] == value for time, value in points if not math.isnan(value))


def test_a_rarely_recorded_value_has_a_point_for_each_message(recorded: RecordedMatch) -> None:
    topic = "home/1/motion/JointState"
    written = [m.time for m in recorded.recording.messages(topic, end=1.9)]
    found = recorded.series("home 1", "JointState.measured_at", start=0.0, end=1.9)
    assert found.times == written
    assert not any(math.isnan(value) for value in found.values)


@pytest.mark.parametrize(
    ("path", "reason"),
    [
        ("SensorFrame.gyro", "not a number but a ndarray"),
        ("SensorFrame.giro[0]", "Did you mean 'gyro'"),
        ("SensorFrame.gyro[9]", "no element 9"),
        ("SensorFrames.gyro", "SensorFrame"),
        ("GroundTruth.ball", "no GroundTruth recorded"),
        ("..", "is not a path"),
    ],
)
def test_a_path_without_numbers_is_explained(
    recorded: RecordedMatch, path: str, reason: str
) -> None:
    with pytest.raises(KickaboutError, match=reason):
        recorded.series("home 1", path, start=0.0, end=1.0)


def test_a_period_without_messages_has_no_points(recorded: RecordedMatch) -> None:
    found = recorded.series("home 1", PATH, start=1000.0, end=1010.0)
    assert found.times == found.values == []


def test_a_recording_without_the_times_of_cycles_is_explained(
    recorded: RecordedMatch, tmp_path: Path
) -> None:
    cut(recorded.recording, tmp_path / "cut.mcap", remove=["*/FrameInfo"])
    source = RecordedMatch(tmp_path / "cut.mcap")
    with pytest.raises(StudioError, match="lacks home/1/motion/FrameInfo"):
        source.series("home 1", PATH, start=0.0, end=1.0)
    source.close()


def test_a_running_match_has_no_series(controller: StudioController) -> None:
    with pytest.raises(StudioError, match="look back first"):
        controller.series("home 1", PATH, start=0.0, end=1.0)
