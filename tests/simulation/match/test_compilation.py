"""Counting the compilations of a match, and measuring its speed without them."""

import multiprocessing
from collections.abc import Callable

import numba
import pytest

from kickabout.framework import clock
from kickabout.simulation.match.compilation import Compilation
from kickabout.simulation.match.match import SETTLED_AT, Match
from kickabout.simulation.match.pace import MAX_DELAY, Pace
from kickabout.simulation.physics.physics_world import PhysicsWorld


def fresh_kernel() -> Callable[[float], float]:
    """Return a kernel that is not compiled yet."""

    def double(x: float) -> float:
        return 2.0 * x

    kernel: Callable[[float], float] = numba.njit(double)
    return kernel


def within_a_frame(match: Match, monkeypatch: pytest.MonkeyPatch, do: Callable[[], object]) -> None:
    """Call a function within the next frame."""
    advance = PhysicsWorld.advance

    def busy(world: PhysicsWorld) -> None:
        do()
        advance(world)

    with monkeypatch.context() as patch:
        patch.setattr(PhysicsWorld, "advance", busy)
        match.step()


@pytest.mark.parametrize("workers", [0, 1])
def test_kernels_of_the_match_are_counted(workers: int, monkeypatch: pytest.MonkeyPatch) -> None:
    with Match("dummies", "dummies", robots=1, workers=workers) as match:
        match.run(0.1)
        before = match.pool.compilation.ended
        within_a_frame(match, monkeypatch, lambda: fresh_kernel()(1.0))
        assert match.pool.compilation.ended == before + 1
        assert not match.pool.compilation.is_running
    fresh_kernel()(1.0)
    assert match.pool.compilation.ended == before + 1  # not counted after the match


def test_kernels_of_workers_are_counted_in_the_match() -> None:
    context = multiprocessing.get_context("spawn")
    compilation = Compilation(context, 2)
    try:
        process = context.Process(target=_compile_in, args=(compilation, 1))
        process.start()
        process.join()
        assert (compilation.begun, compilation.ended) == (2, 1)
        assert compilation.is_running
        compilation.leave(1)  # its process ended during the compilation
        assert not compilation.is_running
    finally:
        compilation.close()


def _compile_in(compilation: Compilation, cell: int) -> None:
    compilation.join(cell)
    fresh_kernel()(1.0)
    compilation.on_start(None)


def test_frames_with_compilations_do_not_count_for_the_speed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    time = Time()
    monkeypatch.setattr(clock, "monotonic", time.monotonic)
    with Match("dummies", "dummies", robots=1, workers=0) as match:
        match.run(SETTLED_AT)
        assert match.real_time_factor is None
        assert match.report().real_time_factor is None

        def compile_for_long() -> None:
            fresh_kernel()(1.0)
            time.now += 1000.0

        for _ in range(3):
            within_a_frame(match, monkeypatch, lambda: time.advance(0.024))
            within_a_frame(match, monkeypatch, compile_for_long)
        assert match.real_time_factor == pytest.approx(0.5)
        assert match.wall_seconds > 3000.0


class Time:
    """A clock that only the test advances."""

    def __init__(self) -> None:
        self.now = 0.0

    def monotonic(self) -> float:
        return self.now

    def advance(self, seconds: float) -> None:
        self.now += seconds


def test_a_long_delay_is_not_caught_up(monkeypatch: pytest.MonkeyPatch) -> None:
    time = Time()
    monkeypatch.setattr(clock, "monotonic", time.monotonic)
    pace = Pace(0.5)
    time.now = 1.5
    assert pace.ahead(1.0) == pytest.approx(0.5)
    time.now = 100.0 + MAX_DELAY
    assert pace.ahead(50.0 - 0.01) == 0.0
    time.now += 1.0
    assert pace.ahead(51.0 - 0.01) == pytest.approx(1.0)
    assert Pace(None).ahead(1.0) == 0.0
