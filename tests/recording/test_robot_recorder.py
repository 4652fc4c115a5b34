"""The recorder of a robot: which values wait, are dropped, or are written only once."""

import threading
from dataclasses import replace
from typing import Any, Literal

import numpy as np
import pytest

from kickabout.framework import Agent, load_team
from kickabout.framework.debug import Kind, Message
from kickabout.framework.frame import FrameInfo
from kickabout.framework.running.agent import Cycle
from kickabout.recording.format.index import messages_in
from kickabout.recording.robot_recorder import (
    BATCH,
    RobotRecorder,
    RobotRecording,
    ThreadChannels,
    TopicPlan,
)
from kickabout.recording.settings import RecordingSettings
from kickabout.representations import BallModel, CameraImage

PLAN = RobotRecording(
    settings=RecordingSettings(queue=1),
    changes=1,
    annotations=2,
    threads={
        "motion": ThreadChannels(
            cycle=3, topics=(TopicPlan(kind=BallModel, channel=4, interval=0),)
        )
    },
)


class FakeAgent:
    """A program whose cycles the test publishes."""

    def watch(self, watcher: Any) -> None:
        self.cycle = watcher

    def listen(self, pattern: str) -> None:
        raise AssertionError(pattern)


def cycle(number: int, ball: BallModel) -> Cycle:
    frame = FrameInfo(time=number * 0.012, dt=0.012, cycle=number)
    return Cycle("motion", frame, {BallModel: ball}, [])


def channels(recorder: RobotRecorder) -> list[int]:
    found: list[int] = []
    for piece in recorder.finish():
        found += [channel for channel, *_ in messages_in(piece.records.content)]
    return found


def recorder_of(plan: RobotRecording) -> tuple[RobotRecorder, FakeAgent]:
    agent = FakeAgent()
    # Types: the test plays the robot.
    return RobotRecorder(plan, agent), agent  # type: ignore[arg-type]


def test_a_value_is_written_when_it_changes_and_at_the_start_of_each_chunk() -> None:
    recorder, agent = recorder_of(PLAN)
    for number in range(60):  # 0.72 s: two chunks
        agent.cycle(cycle(number, BallModel(last_seen_at=float(number // 20))))
    found = channels(recorder)
    assert found.count(3) == 60
    assert found.count(4) == 3 + 1


def test_a_value_passed_to_another_thread_is_written_for_both() -> None:
    threads = {
        name: ThreadChannels(
            cycle=at, topics=(TopicPlan(kind=BallModel, channel=at + 1, interval=0),)
        )
        for name, at in (("cognition", 3), ("motion", 5))
    }
    recorder, agent = recorder_of(replace(PLAN, threads=threads))
    made = cycle(0, BallModel(last_seen_at=7.0))
    agent.cycle(replace(made, thread="cognition"))
    agent.cycle(made)
    assert sorted(channels(recorder)) == [3, 4, 5, 6]


def test_a_rate_limits_the_messages() -> None:
    topics = (TopicPlan(kind=BallModel, channel=4, interval=100_000_000),)
    threads = {"motion": ThreadChannels(cycle=3, topics=topics)}
    recorder, agent = recorder_of(replace(PLAN, threads=threads))
    for number in range(40):  # 0.48 s
        agent.cycle(cycle(number, BallModel(last_seen_at=float(number))))
    assert channels(recorder).count(4) == 5


@pytest.mark.parametrize("when_full", ["drop", "wait"])
def test_a_slow_writer_drops_cycles_or_delays_the_robot(
    when_full: Literal["drop", "wait"], monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = replace(PLAN.settings, when_full=when_full)
    recorder, agent = recorder_of(replace(PLAN, settings=settings))
    blocked = threading.Event()
    usual = recorder._packer.add

    def slow(*arguments: Any) -> None:
        blocked.wait(5.0)
        usual(*arguments)

    monkeypatch.setattr(recorder._packer, "add", slow)
    if when_full == "wait":
        blocked.set()
    for number in range(BATCH * 6):
        agent.cycle(cycle(number, BallModel()))
    blocked.set()
    written = channels(recorder).count(3)
    assert written + recorder.dropped == BATCH * 6
    assert (recorder.dropped > 0) == (when_full == "drop")


def test_a_failing_writer_is_reported_and_does_not_block() -> None:
    recorder, agent = recorder_of(replace(PLAN, threads={}))
    for number in range(BATCH * 3):
        agent.cycle(cycle(number, BallModel()))
    with pytest.raises(Exception, match="recording failed"):
        recorder.finish()


def test_images_are_recorded_small_at_their_own_rate() -> None:
    settings = RecordingSettings(images=10.0, image_width=80)
    threads = {"upper": ThreadChannels(cycle=3, topics=(), image=5)}
    recorder, agent = recorder_of(replace(PLAN, settings=settings, threads=threads))
    image = CameraImage(yuyv=np.full((120, 160, 2), 128, np.uint8))
    for number in range(15):  # 0.5 s at 30 Hz
        frame = FrameInfo(time=number / 30.0, dt=1.0 / 30.0, cycle=number)
        agent.cycle(Cycle("upper", frame, {CameraImage: image}, []))
    assert channels(recorder).count(5) == 5


def test_notes_become_annotations_and_drawings_are_recorded() -> None:
    threads = {"motion": ThreadChannels(cycle=3, topics=(), debug=6)}
    recorder, agent = recorder_of(replace(PLAN, threads=threads))
    shown = [
        Message(Kind.NOTE, "FallDetector.note", "falling"),
        Message(Kind.PLOT, "FallDetector.tilt", 0.3),
    ]
    agent.cycle(Cycle("motion", FrameInfo(), {}, shown))
    assert channels(recorder) == [3, 2, 6]


def test_the_trigger_of_a_cycle_is_recorded() -> None:
    agent = Agent(load_team("dummies"))
    seen: list[str | None] = []
    agent.watch(lambda cycle: seen.append(cycle.trigger))
    thread = next(iter(agent.threads))
    agent.run(thread, 0.0, (), "upper")
    assert seen == ["upper"]
