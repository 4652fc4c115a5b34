"""Threads: rates, triggers, hand-over of complete cycles, live concurrency."""

import threading
from collections.abc import Iterator
from functools import partial
from itertools import chain, zip_longest

import pytest
from tests.framework.toys.teams import plan, team
from tests.framework.toys.things import Reading

from kickabout.framework import Agent, Cycle, LiveRunner, LockStepRunner, ModuleFailure


def read_time(thread: str, now: float) -> list[object]:
    return [Reading(value=now)] if thread in ("upper", "lower", "right") else []


def camera_team() -> Agent:
    upper = plan("upper", "Doubler", rate=30.0)
    lower = plan("lower", "Tripler", rate=30.0, phase=0.5)
    cognition = plan("cognition", "Summer", rate=60.0, inputs=(), after=("upper", "lower"))
    motion = plan("motion", "Asker", rate=1000.0 / 12.0, inputs=())
    right = plan("right", "Tripler", rate=1.0)
    return Agent(team(upper, lower, cognition, motion, right))


def test_threads_run_at_their_rates() -> None:
    robot = camera_team()
    LockStepRunner(robot).advance(10.0)
    cycles = {name: executor.frame.cycle + 1 for name, executor in robot.threads.items()}
    assert cycles == {"upper": 300, "lower": 300, "cognition": 600, "motion": 834, "right": 10}


def test_a_following_thread_takes_from_the_thread_that_triggered_it() -> None:
    robot = camera_team()
    runner = LockStepRunner(robot, read_time)
    runner.cycle("upper", 1.0)
    runner.cycle("lower", 1.1)
    runner.cycle("upper", 10.0)
    assert robot["Total"].parts == pytest.approx((2.0, 3.3, 20.0))


def in_pieces(runner: LockStepRunner, now: float) -> Iterator[str | None]:
    """Run a frame; yield None after each step and the names of threads."""
    for cycle in runner.frame(now, 0.012):
        if isinstance(cycle, str):
            yield cycle
        else:
            yield from cycle


def test_frames_of_a_body_run_each_due_thread_once() -> None:
    robot = camera_team()
    runner = LockStepRunner(robot, read_time)
    for frame in range(1000):
        names = [name for name in in_pieces(runner, 0.012 * frame) if name is not None]
        assert names == ["upper", "lower", "motion", "right"]
    cycles = {name: executor.frame.cycle + 1 for name, executor in robot.threads.items()}
    assert cycles == {"upper": 360, "lower": 360, "cognition": 720, "motion": 1000, "right": 12}
    assert robot.threads["motion"].frame.time == pytest.approx(11.988)


def test_frames_pause_after_each_module_and_after_publishing() -> None:
    steps = list(in_pieces(LockStepRunner(camera_team(), read_time), 0.0))
    cognition, others = [None, None], [None, None]
    assert steps == [*others, *cognition, "upper", "lower", *others, "motion", *others, "right"]


def test_unpaused_threads_run_at_once_but_their_followers_do_not() -> None:
    runner = LockStepRunner(camera_team(), read_time, unpaused=("upper", "motion"))
    steps = list(in_pieces(runner, 0.0))
    assert steps == [None, None, "upper", "lower", "motion", None, None, "right"]


def test_programs_in_turns_compute_the_same_as_one_after_the_other() -> None:
    def totals(*, in_turns: bool) -> list[float]:
        robots = [camera_team(), camera_team()]
        runners = [LockStepRunner(robot, read_time) for robot in robots]
        for frame in range(50):
            runs = [in_pieces(runner, 0.012 * frame) for runner in runners]
            for _ in zip_longest(*runs) if in_turns else chain(*runs):
                pass
        return [robot["Total"].value for robot in robots]

    assert totals(in_turns=True) == totals(in_turns=False)


def test_lock_step_is_deterministic() -> None:
    def trace() -> list[tuple[str, float]]:
        robot = camera_team()
        seen: list[tuple[str, float]] = []
        robot.watch(lambda cycle: seen.append((cycle.thread, cycle.frame.time)))
        LockStepRunner(robot, read_time).advance(1.0)
        return seen

    assert trace() == trace()


def test_outputs_are_visible_only_when_the_cycle_is_complete() -> None:
    source = plan("right", "Doubler")
    sink = plan("main", "Asker", inputs=())
    robot = Agent(team(source, sink))
    robot.run("right", 0.0, [Reading(value=1.0)])
    robot.run("main", 0.0)
    assert robot["Difference"].value == 2.0
    robot.threads["right"].board[:] = [None] * len(robot.threads["right"].board)
    robot.run("main", 0.1)
    assert robot["Difference"].value == 2.0


def test_live_threads_follow_each_other() -> None:
    images, turns = 10, {"upper": threading.Semaphore(1), "lower": threading.Semaphore(0)}
    seen: list[str] = []
    all_seen = threading.Event()

    def watch(cycle: Cycle) -> None:
        if cycle.thread in ("upper", "lower", "cognition"):
            seen.append(cycle.thread)
        if cycle.thread == "cognition":
            turns["lower" if seen[-2] == "upper" else "upper"].release()
            if len(seen) >= 2 * images:
                all_seen.set()

    def camera(name: str) -> list[object] | None:
        return [Reading(value=1.0)] if turns[name].acquire(timeout=10.0) else None

    robot = camera_team()
    robot.watch(watch)
    runner = LiveRunner(robot, sources={name: partial(camera, name) for name in turns})
    runner.start()
    assert all_seen.wait(10.0)
    for turn in turns.values():
        turn.release()
    runner.stop()
    in_turn = ["upper", "cognition", "lower", "cognition"] * (images // 2)
    assert seen[: 2 * images] == in_turn


def test_a_slow_thread_does_not_delay_another() -> None:
    robot = camera_team()
    enough = threading.Event()
    block = threading.Event()

    def watch(cycle: Cycle) -> None:
        if cycle.thread == "motion" and cycle.frame.cycle >= 10:
            enough.set()

    def source() -> list[object] | None:
        block.wait(10.0)
        return None

    robot.watch(watch)
    runner = LiveRunner(robot, sources={"upper": source})
    runner.start()
    assert enough.wait(10.0)
    block.set()
    runner.stop()


def test_a_late_follower_runs_once_with_the_newest_data() -> None:
    robot = camera_team()
    seen: list[str] = []
    images, caught_up = 20, threading.Event()
    left = iter(range(images))

    def watch(cycle: Cycle) -> None:
        seen.append(cycle.thread)
        if cycle.thread == "cognition" and seen.count("cognition") == 1:
            caught_up.wait(10.0)

    def source() -> list[object] | None:
        return None if next(left, None) is None else [Reading(value=1.0)]

    def nothing() -> list[object] | None:
        return None

    robot.watch(watch)
    others = dict.fromkeys(("lower", "motion", "right"), nothing)
    runner = LiveRunner(robot, sources={"upper": source, **others})
    runner.start()
    pause = threading.Event()
    for _ in range(1000):
        if seen.count("upper") == images and "cognition" in seen:
            break
        pause.wait(0.01)
    caught_up.set()
    pause.wait(0.2)
    runner.stop()
    assert 1 <= seen.count("cognition") <= 3


def test_a_failure_in_a_live_thread_is_raised_by_stop() -> None:
    robot = Agent(team(plan("main", "Stumbler")))
    fed = iter([[Reading(value=-1.0)]])
    runner = LiveRunner(robot, sources={"main": lambda: next(fed, None)})
    runner.start()
    runner.join()
    with pytest.raises(ModuleFailure, match="Stumbler failed"):
        runner.stop()
