"""Reading by time, by topic, as typed values and as columns."""

from pathlib import Path

import numpy as np
import pytest
from tests.recording.samples import damage

from kickabout.recording import Recording, RecordingError, columns, frame
from kickabout.representations import RobotPose

POSE = "home/1/cognition/RobotPose"


def test_messages_come_in_order_of_time(recording: Recording) -> None:
    times = [message.time for message in recording.messages()]
    assert times == sorted(times)
    assert times[0] == recording.start
    assert times[-1] == recording.end


def test_messages_of_a_time_interval_are_read(recording: Recording) -> None:
    found = list(recording.messages(POSE, start=0.3, end=0.8))
    assert found
    assert all(0.3 <= message.time < 0.8 for message in found)
    everything = [m for m in recording.messages(POSE) if 0.3 <= m.time < 0.8]
    assert found == everything


def test_the_value_at_a_time_is_the_newest_before_it(recording: Recording) -> None:
    for time in (0.0, 0.47, 0.51, 1.1):
        value = recording.value(POSE, time)
        before = [v for t, v in recording.values(POSE) if t <= time]
        assert isinstance(value, RobotPose)
        assert value.robot_to_field == before[-1].robot_to_field
    assert recording.value(POSE, -1.0) is None


def test_topics_can_have_wildcards_and_unknown_ones_get_a_suggestion(recording: Recording) -> None:
    found = {message.topic for message in recording.messages("home/1/*/BallPercept")}
    assert found == {"home/1/upper/BallPercept", "home/1/lower/BallPercept"}
    with pytest.raises(RecordingError, match="Did you mean 'home/1/cognition/RobotPose'"):
        list(recording.messages("home/1/cognition/RobotPoze"))


def test_columns_hold_every_number(recording: Recording) -> None:
    found = columns(recording, POSE)
    poses = [value.robot_to_field for _, value in recording.values(POSE)]
    assert np.array_equal(found["robot_to_field.x"], [pose.x for pose in poses])
    assert len(found["covariance[1][2]"]) == len(found["time"])


def test_columns_can_have_a_row_for_every_cycle(recording: Recording) -> None:
    role = "home/1/cognition/MotionRequest"
    sparse, full = (columns(recording, role, every_cycle=every) for every in (False, True))
    cycles = list(recording.messages("home/1/cognition/FrameInfo"))
    assert len(full["time"]) == len(cycles) > len(sparse["time"])


def test_columns_become_a_frame(recording: Recording) -> None:
    pytest.importorskip("polars", reason="tables need the extra 'data'")
    table = frame(recording, POSE, start=0.5)
    assert table.height == len(list(recording.messages(POSE, start=0.5)))


def test_a_damaged_chunk_is_reported_and_the_rest_is_read(
    recording: Recording, tmp_path: Path
) -> None:
    chunk = sorted(recording.chunks, key=lambda place: place.start)[-1]
    path = tmp_path / "damaged.mcap"
    damage(recording, chunk, path)
    with Recording(path) as damaged:
        with pytest.raises(RecordingError, match=r"damaged.mcap: is damaged between .* and .* s"):
            list(damaged.messages())
        before = chunk.start / 1e9 - 0.5
        kept, whole = damaged.value(POSE, before), recording.value(POSE, before)
        assert kept.robot_to_field == whole.robot_to_field
