"""A recording is shown like a match, and time may run in both directions."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import msgspec
import numpy as np
import pytest

from kickabout.framework import clock
from kickabout.recording import Recorder, RecordingError, load_settings
from kickabout.recording.format.rewriting import cut
from kickabout.simulation.match.inspection import Question
from kickabout.simulation.match.match import Match
from kickabout.studio.console import Console
from kickabout.studio.sources.live_match import LiveMatch
from kickabout.studio.sources.recorded_match import RecordedMatch
from kickabout.studio.sources.source import StudioError
from kickabout.studio.studio_controller import StudioController


@pytest.fixture
def recorded(live: LiveMatch, history: Path) -> Iterator[RecordedMatch]:
    source = RecordedMatch(history)
    yield source
    source.close()


def test_a_moment_has_all_robots_and_their_estimates(recorded: RecordedMatch) -> None:
    recorded.transport.go_to(1.5)
    moment = recorded.moment()
    assert moment.torsos.shape == (2, 7)
    assert (moment.torsos[:, 2] > 0.2).all()
    assert np.isfinite(moment.estimates[:, :3]).all()
    assert np.hypot(*(moment.estimates[:, :2] - moment.torsos[:, :2]).T).max() < 0.5


def test_a_recording_of_one_robot_shows_that_robot(recorded: RecordedMatch, tmp_path: Path) -> None:
    cut(recorded.recording, tmp_path / "one.mcap", keep=["away/1/*", "truth/*"])
    one = RecordedMatch(tmp_path / "one.mcap")
    one.transport.go_to(1.0)
    recorded.transport.go_to(1.0)
    assert one.robots == ["away 1"]
    assert one.moment().torsos[0] == pytest.approx(recorded.moment().torsos[1])
    one.close()


def test_packed_moments_have_room_for_every_number(recorded: RecordedMatch) -> None:
    data = np.frombuffer(recorded.moment().packed(), "<f4")
    assert len(data) == 10 + 2 * (7 + 25 + 5)
    assert data[1:3].tolist() == [2.0, 25.0]


def test_before_the_first_moment_the_first_is_shown(recorded: RecordedMatch) -> None:
    recorded.transport.go_to(-5.0)
    assert recorded.transport.time == recorded.recording.start
    assert (recorded.moment().torsos[:, 2] > 0.2).all()


def test_time_passes_at_the_chosen_speed(
    recorded: RecordedMatch, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [100.0]
    monkeypatch.setattr(clock, "monotonic", lambda: now[0])
    recorded.transport.go_to(0.5)
    recorded.transport.change_speed(2.0)
    recorded.transport.play()
    now[0] += 0.3
    assert recorded.transport.time == pytest.approx(1.1)
    recorded.transport.pause()
    now[0] += 5.0
    assert recorded.transport.time == pytest.approx(1.1)
    recorded.transport.step(-2)
    assert recorded.transport.time == pytest.approx(1.02)
    recorded.transport.play()
    now[0] += 60.0
    assert recorded.transport.time == recorded.recording.end
    assert not recorded.status().running


def test_robot_data_are_those_of_the_shown_time(recorded: RecordedMatch) -> None:
    recorded.transport.go_to(1.0)
    question = Question(values=("RobotPose", "upper/BallPercept"), draw=True, graph=True)
    answer = msgspec.json.decode(recorded.inspect("home 1", question))
    assert answer["time"] == 1.0
    assert "robot_to_field" in answer["values"]["RobotPose"]
    assert "RobotPose.pose" in answer["known_drawings"]
    assert {"motion", "cognition"} <= {thread["name"] for thread in answer["graph"]}


def test_drawings_are_made_from_what_was_recorded(recorded: RecordedMatch) -> None:
    question = Question(drawings=("RobotPose.pose",), draw=True)
    recorded.transport.go_to(1.0)
    shown = msgspec.json.decode(recorded.inspect("home 1", question))["drawings"]
    assert [drawing["name"] for drawing in shown] == ["RobotPose.pose"]
    assert shown[0]["shapes"][0]["type"] == "Line"


def test_the_next_time_at_which_a_condition_becomes_true_is_found(recorded: RecordedMatch) -> None:
    recorded.transport.go_to(0.0)
    found = recorded.transport.find("home 1", "JointState.measured_at > 0.5", forward=True)
    assert found is not None
    assert 0.5 < found < 1.6
    assert recorded.transport.time == found
    assert recorded.value("home 1", "JointState.measured_at") > 0.5
    assert recorded.transport.find("home 1", "JointState.measured_at > 0.5", forward=True) is None
    recorded.transport.go_to(found + 0.3)
    assert recorded.transport.find("home 1", "JointState.measured_at > 0.5", forward=False) == found
    with pytest.raises(RecordingError, match="cannot be read"):
        recorded.transport.find("home 1", "GameInfo.received and", forward=True)


def test_a_recording_is_not_changed(recorded: RecordedMatch) -> None:
    console = Console(StudioController(recorded))
    for line in ("ball 0 0", "set BallModel.known true", "goal home", "run 1"):
        with pytest.raises(StudioError, match=r"cannot be changed|needs a running match"):
            console.run(line)


def test_a_note_in_a_recording_is_refused_because_it_would_be_lost(
    recorded: RecordedMatch, controller: StudioController
) -> None:
    controller.go_to(1.0)
    for console in (Console(StudioController(recorded)), Console(controller)):
        with pytest.raises(StudioError, match="note would be lost"):
            console.run("note the robot hesitates")
        assert "hesitates" not in console.run("events")


def test_notes_are_listed_with_the_decisions_of_the_referee(tmp_path: Path) -> None:
    path = tmp_path / "match.mcap"
    recorder = Recorder(path, load_settings("default"))
    with Match("dummies", "dummies", robots=1, workers=0, recorder=recorder) as match:
        match.run(0.5)
        console = Console(StudioController(LiveMatch(match, served=False)))
        console.run("note the robot hesitates")
        console.run("game ready")
        match.run(0.5)
    source = RecordedMatch(path)
    listed = [(event.source, event.text) for event in source.events()]
    source.close()
    assert ("studio", "the robot hesitates") in listed
    assert "referee" in [source for source, _ in listed]


def test_several_threads_may_read_at_once(recorded: RecordedMatch) -> None:
    def read() -> None:
        for step in range(40):
            recorded.transport.go_to(0.05 * step)
            recorded.moment()
            recorded.status()
            recorded.events()
            recorded.inspect("home 1", Question(values=("BallModel",)))

    with ThreadPoolExecutor(4) as pool:
        for done in [pool.submit(read) for _ in range(4)]:
            done.result()


def test_a_missing_or_foreign_file_is_reported(tmp_path: Path) -> None:
    with pytest.raises(RecordingError, match="no such recording"):
        RecordedMatch(tmp_path / "nothing.mcap")
    (tmp_path / "text.mcap").write_text("not a recording")
    with pytest.raises(RecordingError):
        RecordedMatch(tmp_path / "text.mcap")


def test_a_running_match_can_be_looked_back_at(
    controller: StudioController, live: LiveMatch
) -> None:
    console = Console(controller)
    console.run("back 0.8")
    assert controller.status().mode == "back"
    assert controller.status().time == pytest.approx(live.match.time - 0.8, abs=0.7)
    assert controller.status().end == live.match.time
    with pytest.raises(StudioError, match="with 'live'"):
        console.run("run 1")
    console.run("live")
    assert controller.status().mode == "live"


def test_a_match_without_a_recording_cannot_look_back(live: LiveMatch) -> None:
    with pytest.raises(StudioError, match="--record"):
        Console(StudioController(live)).run("back 5")


def test_a_recording_that_loops_begins_again(
    recorded: RecordedMatch, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [100.0]
    monkeypatch.setattr(clock, "monotonic", lambda: now[0])
    Console(StudioController(recorded)).run("loop on")
    length = recorded.recording.end - recorded.recording.start
    recorded.transport.go_to(recorded.recording.start)
    recorded.transport.play()
    now[0] += 1.25 * length
    assert recorded.transport.time == pytest.approx(recorded.recording.start + 0.25 * length)
    assert recorded.status().running


def test_a_match_cannot_loop(console: Console) -> None:
    with pytest.raises(StudioError, match="only a recording can loop"):
        console.run("loop on")
