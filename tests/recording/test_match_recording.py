"""A recorded match: one seed gives the same bytes, and recording changes nothing."""

import os
import signal
from pathlib import Path

import numpy as np
import pytest
from tests.recording.samples import PLAYING, record

from kickabout import Match
from kickabout.recording import Recorder, Recording, RecordingSettings, load_settings
from kickabout.representations import TrueWorld
from kickabout.simulation.match.pools.process_pool import ProcessPool


def test_a_seed_gives_the_same_bytes_with_any_number_of_workers(tmp_path: Path) -> None:
    names = [f"{workers}.mcap" for workers in (0, 1, 2)]
    for workers, name in enumerate(names):
        record(tmp_path / name, team="walkers", workers=workers, settings=RecordingSettings())
    first, *others = [(tmp_path / name).read_bytes() for name in names]
    assert len(first) > 10_000
    assert all(other == first for other in others)


def test_recording_changes_nothing(tmp_path: Path) -> None:
    ends = []
    for recorder in (None, Recorder(tmp_path / "a.mcap")):
        with Match(
            "walkers", "walkers", robots=1, scene=PLAYING, workers=0, recorder=recorder
        ) as m:
            m.run(0.5)
            ends.append(m.world.data.qpos.tobytes())
    assert ends[0] == ends[1]


def test_a_recording_has_all_data_for_replays_and_viewers(recording: Recording) -> None:
    assert recording.facts["seed"] == "3"
    assert recording.facts["fidelity"] == "percepts"
    assert set(recording.programs) == {"home 1", "away 1"}
    assert recording.programs["home 1"].team.name == "bhuman2019"
    layer = recording.programs["home 1"].team.layers[0]
    assert layer.data["parameters"]["SelfLocator"]
    for topic in ("home/1/motion/SensorFrame", "home/1/cognition/BallModel"):
        assert recording.topics[topic].rate == "every cycle"
    worlds = [value for _, value in recording.values("truth/TrueWorld")]
    assert 25 <= len(worlds) <= 32
    assert isinstance(worlds[0], TrueWorld)
    assert worlds[0].robots == ("home 1", "away 1")


def test_full_recordings_have_the_truth_of_every_frame(tmp_path: Path) -> None:
    recorder = Recorder(tmp_path / "a.mcap", load_settings("full"))
    with Match("aibo_walkers", "walkers", robots=1, league="open", recorder=recorder) as match:
        match.run(0.12)
        frame_time = match.world.frame_time
    assert frame_time == 0.004  # 8 ms and 12 ms
    with Recording(tmp_path / "a.mcap") as recording:
        times = [time for time, _ in recording.values("truth/TrueWorld")]
    assert np.diff(times) == pytest.approx(frame_time)
    assert len(times) == 30


def test_the_referee_and_changes_are_annotated(tmp_path: Path) -> None:
    recorder = Recorder(tmp_path / "a.mcap")
    with Match("walkers", "walkers", robots=1, workers=0, recorder=recorder) as match:
        match.run(0.2)
        module = next(
            iter(match.robot("home", 1).ask("report").timings["motion"].keys() - {"cycle"})
        )
        assert module
        recorder.annotate(match.time, "look here", "test")
        match.run(0.1)
    with Recording(tmp_path / "a.mcap") as recording:
        assert (0.204, "test", "look here") in [
            (round(time, 3), source, text) for time, source, text in recording.annotations()
        ]


def test_a_lost_robot_does_not_stop_the_recording(tmp_path: Path) -> None:
    recorder = Recorder(tmp_path / "a.mcap", RecordingSettings())
    with Match("walkers", "walkers", robots=1, workers=2, recorder=recorder) as match:
        match.run(0.6)
        assert isinstance(match.pool, ProcessPool)
        os.kill(match.pool.processes()[1].process.pid, signal.SIGKILL)
        match.run(1.2)
    with Recording(tmp_path / "a.mcap") as recording:
        assert recording.end > 1.7
        last = recording.message_at("away/1/motion/FrameInfo", 10.0)
        assert last is None or last.time < 0.7
        survivor = recording.message_at("home/1/motion/FrameInfo", 10.0)
        assert survivor is not None
        assert survivor.time > 1.7


def test_a_match_in_progress_can_be_read_up_to_its_last_half_second(tmp_path: Path) -> None:
    recorder = Recorder(tmp_path / "a.mcap", RecordingSettings())
    with Match("walkers", "walkers", robots=1, workers=0, recorder=recorder) as match:
        match.run(2.0)
        with Recording(tmp_path / "a.mcap") as recording:
            assert recording.truncated
            assert recording.end > match.time - 1.0
