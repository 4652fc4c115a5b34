"""A watched match shows its state and the data of its robots."""

import queue
import threading
from concurrent.futures import ThreadPoolExecutor

import msgspec
import numpy as np
import pytest

from kickabout.framework import KickaboutError, ModuleFailure, clock
from kickabout.simulation.match.inspection import Question
from kickabout.simulation.match.match import Match
from kickabout.studio.console import Console
from kickabout.studio.sources import call_queue, live_status
from kickabout.studio.sources.call_queue import TIMEOUT, Call
from kickabout.studio.sources.live_match import LiveMatch
from kickabout.studio.sources.source import StudioError
from kickabout.studio.studio_controller import StudioController


def _step(live: LiveMatch, frames: int) -> None:
    live.transport.step(frames)
    while live.transport.is_running:
        live.calls.call(lambda: None)


def test_moments_hold_truth_and_estimates_in_the_world(live: LiveMatch) -> None:
    _step(live, 2)
    moment = live.moment()
    assert moment.joints.shape == (2, 25)
    assert np.isfinite(moment.estimates[:, :3]).all()
    assert moment.time == live.match.snapshot.time


def test_the_stage_describes_every_robot(live: LiveMatch) -> None:
    stage = live.stage()
    assert [robot["name"] for robot in stage["robots"]] == ["home 1", "away 1"]
    links = {shape[1] for shape in stage["robots"][0]["shapes"]}
    nao = stage["kinds"][stage["robots"][0]["kind"]]
    assert max(links) < len(nao["links"])
    assert len(nao["joints"]) == 25
    assert nao["cameras"] == ["upper", "lower"]


def test_one_question_requests_many_kinds_of_data(live: LiveMatch) -> None:
    question = Question(
        values=("BallModel", "motion/JointRequest"),
        drawings=("RobotPose.pose",),
        parameters=("WalkEngine",),
        draw=True,
        timings=True,
        images=True,
        graph=True,
    )
    answer = msgspec.json.decode(live.inspect("home 1", question))
    assert len(answer["values"]["motion/JointRequest"]["angles"]) == 25
    spread = answer["timings"]["motion"]["rows"]["WalkEngine"]
    assert len(spread) == 5
    assert 0.0 < spread[0] <= spread[2] <= spread[4]
    assert answer["parameters"]["WalkEngine"]["forward_limit"]["unit"] == "m/s"
    assert [d["name"] for d in answer["drawings"]] == ["RobotPose.pose"]
    assert answer["images"] == {}


def test_unknown_names_are_reported(live: LiveMatch) -> None:
    with pytest.raises(StudioError, match="unknown robot 'home 3'"):
        live.inspect("home 3", Question())
    with pytest.raises(KickaboutError, match="Did you mean 'BallModel'"):
        live.inspect("home 1", Question(values=("BallModle",)))


def test_modules_draw_only_while_drawings_are_shown(live: LiveMatch) -> None:
    # Types: the match plays in this process, so its players can be looked at.
    agent = live.match.pool.pool.players[0].agent  # type: ignore[attr-defined]
    live.inspect("home 1", Question(draw=True, drawings=("BallTracker.hypotheses",)))
    _step(live, 12)
    shown = msgspec.json.decode(
        live.inspect("home 1", Question(draw=True, drawings=("BallTracker.hypotheses",)))
    )
    assert "BallTracker.hypotheses" in shown["known_drawings"]
    live.inspect("home 1", Question())
    _step(live, 12)
    assert all(thread.debug.silent for thread in agent.threads.values())


def test_a_failing_module_stops_the_match_and_is_reported() -> None:
    with Match("dummies", "dummies", robots=1, workers=0) as match:
        source = LiveMatch(match)

        def fail() -> None:
            source.close()
            raise ModuleFailure("BallTracker failed")

        # Types: a match that fails at once.
        match.step = fail  # type: ignore[method-assign]
        source.run()
        assert source.error is not None
        source._status.update()
        assert source.status().failure == "BallTracker failed"
        assert not source.status().running
        with pytest.raises(StudioError, match="look back"):
            source.inspect("home 1", Question())


def test_python_needs_no_server() -> None:
    with Match("dummies", "dummies", robots=1, workers=0) as match:
        console = Console(StudioController(LiveMatch(match, running=False, served=False)))
        console.run("ball 1.0 0.5")
        console.run("run 0.06")
        assert match.time == pytest.approx(0.06)
        console.run("step 2")
        assert match.time == pytest.approx(0.084)
        assert match.truth.ball.x == pytest.approx(1.0, abs=0.01)


def test_an_error_of_a_call_is_raised_in_the_calling_thread(live: LiveMatch) -> None:
    def fail() -> None:
        raise ValueError("this call fails")

    with pytest.raises(ValueError, match="this call fails"):
        live.calls.call(fail)


def test_waiting_calls_are_refused_when_a_match_closes() -> None:
    with Match("dummies", "dummies", robots=1, workers=0) as match, ThreadPoolExecutor(1) as other:
        source = LiveMatch(match)
        answers = []

        def close_while_a_call_waits() -> None:
            answers.append(other.submit(source.value, "home 1", "SensorFrame"))
            while source.calls._calls.empty():
                clock.wait(0.001, threading.Event())
            source.close()

        # Types: a match that is closed in its first frame.
        match.step = close_while_a_call_waits  # type: ignore[method-assign]
        source.run()
        with pytest.raises(StudioError, match="the match is closed"):
            answers[0].result(TIMEOUT / 2.0)


def test_a_call_just_after_closing_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    with Match("dummies", "dummies", robots=1, workers=0) as match, ThreadPoolExecutor(1) as other:
        source = LiveMatch(match)

        class ClosedMeanwhile(queue.SimpleQueue[Call[object]]):
            def put(self, item: Call[object], *_: object) -> None:
                source.close()
                source.run()  # makes its last calls, just before this one is queued
                super().put(item)

        monkeypatch.setattr(source.calls, "_calls", ClosedMeanwhile())
        with pytest.raises(StudioError, match="the match is closed"):
            other.submit(source.transport.play).result(TIMEOUT / 2.0)


def test_the_studio_reports_that_a_match_compiles(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(call_queue, "TIMEOUT_WHILE_COMPILING", 0.1)
    with Match("dummies", "dummies", robots=1, workers=0) as match, ThreadPoolExecutor(1) as other:
        source = LiveMatch(match)
        compilation, step = match.pool.compilation, match.step
        seen = []

        def compile_while_a_call_waits() -> None:
            compilation.on_start(None)
            seen.append(source.status().compiling)
            answer = other.submit(source.value, "home 1", "SensorFrame")
            with pytest.raises(StudioError, match="the match is compiling"):
                answer.result(TIMEOUT / 2.0)
            compilation.on_end(None)
            seen.append(source.status().compiling)
            step()
            source.close()

        # Types: a match that compiles in its first frame, and is closed after it.
        match.step = compile_while_a_call_waits  # type: ignore[method-assign]
        source.run()
        assert source.calls._calls.empty()
    assert seen == [0, None]


def test_the_measured_speed_excludes_compilation(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now = 0.0
    monkeypatch.setattr(clock, "monotonic", lambda: now)
    with Match("dummies", "dummies", robots=1, workers=0) as match:
        source = LiveMatch(match, served=False)
        frames = round(live_status.FACTOR_OVER / 0.024) + 20
        match.pool.compilation.on_start(None)
        now = 500.0
        match.pool.compilation.on_end(None)
        factors = []
        for _ in range(frames):
            source.transport.step(1)
            now += 0.024
            factors.append(source.status().factor)
    measured = [factor for factor in factors if factor]
    assert measured == [pytest.approx(0.5)] * len(measured)
    assert len(measured) > 10
