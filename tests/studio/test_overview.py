"""Whole recordings: what pages draw of them is what the file holds, whatever was read first."""

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from kickabout.framework.paths import parse_path, value_at
from kickabout.recording import Condition, Recorder, Recording, load_settings
from kickabout.recording.format.rewriting import cut, filtered
from kickabout.simulation.match.match import Match
from kickabout.studio.pages.behavior_spans import BehaviorSpans
from kickabout.studio.pages.chunk_scan import spread
from kickabout.studio.pages.overview import Overview, reduced
from kickabout.studio.pages.whole_recording import WholeRecording

POSE = "home/1/cognition/RobotPose"
GYRO = "home/1/motion/SensorFrame"


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("overview") / "match.mcap"
    recorder = Recorder(path, load_settings("full"))
    with Match(
        "bhuman2019", "dummies", robots=1, fidelity="truth", workers=0, recorder=recorder
    ) as match:
        match.run(2.0)
    return path


@pytest.fixture
def recording(path: Path) -> Iterator[Recording]:
    with Recording(path) as opened:
        yield opened


def _whole(overview: Overview, points: int = 4000) -> tuple[list[float], list[float]]:
    while not overview.scan.is_complete:
        overview.scan.advance(0.0)
    answer = overview.answer(start=0.0, end=10.0, points=points)
    return answer["times"], answer["values"]


@pytest.mark.parametrize(
    ("topic", "number"),
    [(POSE, "RobotPose.robot_to_field.x"), (GYRO, "SensorFrame.gyro[0]")],
)
def test_a_whole_curve_has_every_recorded_value(
    recording: Recording, topic: str, number: str
) -> None:
    times, values = _whole(Overview(recording, topic, number))
    _, steps = parse_path(number)
    known = [float(value_at(value, steps)) for _, value in recording.values(topic)]
    assert np.all(np.diff(times) >= 0.0)
    assert set(values) >= set(known)
    assert max(values) == max(known)


def test_a_missing_stretch_is_a_gap(recording: Recording, tmp_path: Path) -> None:
    condition = Condition("FrameInfo.time < 0.8 or FrameInfo.time > 1.2")
    filtered(recording, tmp_path / "gap.mcap", condition)
    with Recording(tmp_path / "gap.mcap") as gap:
        times, values = _whole(Overview(gap, GYRO, "SensorFrame.gyro[0]"))
    breaks = [time for time, value in zip(times, values, strict=True) if np.isnan(value)]
    assert len(breaks) == 1
    assert breaks[0] == pytest.approx(1.2, abs=0.03)


def test_extremes_survive_being_reduced() -> None:
    times = np.linspace(0.0, 60.0, 6001)
    values = np.sin(times)
    values[3210] = 9.0
    values[4321] = np.nan
    few_times, few = reduced(times, values, 300)
    assert len(few) <= 300
    assert np.nanmax(few) == 9.0
    assert np.isnan(few).sum() == 1
    assert np.all(np.diff(few_times) > 0.0)


def test_reading_starts_all_over_the_file() -> None:
    for count in (1, 2, 7, 64, 100):
        order = spread(count)
        assert sorted(order) == list(range(count))
    assert max(np.diff(sorted(spread(256)[:16]))) == 16


def test_the_behavior_is_told_in_spans(recording: Recording) -> None:
    spans = BehaviorSpans(recording, "home/1/cognition/ActivationGraph")
    spans.scan.advance(60.0)
    answer = spans.answer()
    assert answer["fraction"] == 1.0
    roots = [(start, end) for start, end, depth, _ in answer["spans"] if depth == 0]
    assert roots[0][0] < 0.1
    assert roots[-1][1] == pytest.approx(recording.end, abs=0.01)
    assert all(one[1] <= other[0] for one, other in pairwise(roots))
    options = {option for option, _, _ in answer["names"]}
    assert "RootOption" in options


def test_a_path_without_numbers_is_explained(path: Path) -> None:
    whole = WholeRecording(path, [])
    topics = {"RobotPose.robot_to_feild.x": POSE, "RobotPose.quality": POSE}
    found = whole.overviews(topics, start=0.0, end=2.0, points=100)
    whole.close()
    assert "Did you mean 'robot_to_field'" in found["RobotPose.robot_to_feild.x"]["problem"]
    assert "is not a number" in found["RobotPose.quality"]["problem"]


def test_a_recording_without_the_times_of_cycles_is_explained(
    recording: Recording, tmp_path: Path
) -> None:
    cut(recording, tmp_path / "cut.mcap", remove=["*/FrameInfo"])
    whole = WholeRecording(tmp_path / "cut.mcap", [])
    found = whole.overviews({"SensorFrame.gyro[0]": GYRO}, start=0.0, end=2.0, points=100)
    whole.close()
    assert "lacks home/1/motion/FrameInfo" in found["SensorFrame.gyro[0]"]["problem"]
