"""Execution of one thread's cycles: hand-over, modules in order, checks, stopwatches."""

import enum
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from kickabout.framework.debug import DebugChannel
from kickabout.framework.errors import ModuleFailure
from kickabout.framework.frame import FrameInfo
from kickabout.framework.graph import HandOver, Node, ThreadGraph
from kickabout.framework.modify import Overrides
from kickabout.framework.module import Input, Module
from kickabout.framework.representation import DefaultOf, has_functions
from kickabout.framework.running.published import Published, Taking, picker
from kickabout.framework.running.step import EVERY_CYCLE, FRAME, FrameOfRuns, Step, compiled
from kickabout.framework.running.stopwatch import CycleTimes


class OnFailure(enum.Enum):
    """Reaction to an exception in a module."""

    STOP = "stop"  # tests and simulation: end the run and name the module
    FALL_BACK = "fall back"  # live: its outputs are defaults, the robot continues to play


@dataclass(frozen=True, slots=True, kw_only=True)
class Failure:
    """One cycle in which a module raised an exception or published impossible content."""

    thread: str
    module: str
    cycle: int
    time: float
    reason: str


class ThreadExecutor:
    """The blackboard of one thread and the code that runs a cycle over it."""

    def __init__(
        self,
        graph: ThreadGraph,
        instances: Mapping[str, Module[Any]],
        *,
        constants: Mapping[type, Any],
        defaults: DefaultOf,
        sources: Mapping[str, "ThreadExecutor"],
        on_failure: OnFailure,
        overrides: Overrides,
    ) -> None:
        self.name = graph.name
        self.sources = sources
        self.on_failure = on_failure
        self.overrides = overrides
        self.debug = DebugChannel()
        self.published: Mapping[type, Any] = {}
        self.frame = FrameInfo(cycle=-1)
        self.deadline_misses = 0
        self.failures: list[Failure] = []
        self.failure_counts: dict[str, int] = {}
        self._constants = constants
        self._default_of = defaults
        self._install(graph, instances, {})

    def install(self, graph: ThreadGraph, instances: Mapping[str, Module[Any]]) -> None:
        """Continue with another graph; values of representations in both graphs are kept."""
        kept = {
            key: self.board[slot]
            for key, slot in self._slots.items()
            # Functions of a replaced module must not be called any more.
            if not (has_functions(key.representation) and self._changes(graph, key.representation))
        }
        self._install(graph, instances, kept)

    def _changes(self, graph: ThreadGraph, representation: type) -> bool:
        """Return whether a new graph has another provider of a representation."""
        old, new = self.graph.provider_of(representation), graph.provider_of(representation)
        return (old and old.name) != (new and new.name)

    def _install(
        self, graph: ThreadGraph, instances: Mapping[str, Module[Any]], kept: Mapping[Input, Any]
    ) -> None:
        self.graph = graph
        self.instances = dict(instances)
        self.period = 1.0 / graph.plan.rate if graph.plan.rate else None
        keys = list(dict.fromkeys(_keys(graph)))
        self._slots = {key: slot for slot, key in enumerate(keys)}
        self.board: list[Any] = [self._start_value(key, kept) for key in keys]
        self._times = CycleTimes(len(graph.nodes))
        self.cycle_stopwatch = self._times.of_cycle()
        self._frame_slot = self._slots[FRAME]
        self.steps = [
            Step(
                node,
                instances[node.name],
                self._slots,
                self._times.of_module(index),
                self._frame_of_runs(node),
            )
            for index, node in enumerate(graph.nodes)
        ]
        self.compile()
        self._lasts = [
            (slot, self._slots[Input(representation=key.representation)])
            for key, slot in self._slots.items()
            if key.last
            and key.thread is None
            and Input(representation=key.representation) in self._slots
        ]
        self._takings = list(self._grouped(graph.hand_overs))
        self._plain_slots = {
            key.representation: slot for key, slot in self._slots.items() if _plain(key)
        }
        self._exports = {kind: at for at, kind in enumerate(self._plain_slots)}
        self._exported = picker(list(self._plain_slots.values()))
        self._steady = [
            (representation, self._slots[Input(representation=representation)])
            for representation in (*graph.given[1:], *graph.defaults)
        ]

    def _frame_of_runs(self, node: Node) -> FrameOfRuns | None:
        """Add a slot for the frame of a module that does not run in every cycle."""
        if node.cadence == EVERY_CYCLE:
            return None
        self.board.append(self.board[self._frame_slot])
        return FrameOfRuns(len(self.board) - 1, self._frame_slot)

    def compile(self) -> None:
        """Generate the code of a cycle; to be called again after a step was replaced."""
        checked = self.on_failure is OnFailure.STOP
        self._run_steps = compiled(self.steps, self._times, checked=checked, failed=self._failed)

    def _grouped(self, hand_overs: Iterable[HandOver]) -> Iterator[Taking]:
        groups: dict[tuple[str, ...], dict[int, type]] = {}
        for entry in hand_overs:
            wanted = groups.setdefault(entry.threads, {})
            wanted[self._slots[entry.key]] = entry.key.representation
        return (Taking(threads, wanted, self._default_of) for threads, wanted in groups.items())

    def _start_value(self, key: Input, kept: Mapping[Input, Any]) -> Any:
        if key in kept and key.representation not in self.graph.defaults:
            return kept[key]
        return self._constants.get(key.representation, self._default_of(key.representation))

    def __getitem__(self, representation: type) -> Any:
        try:
            return self.published[representation]
        except KeyError:
            return self._default_of(representation)

    def run(self, now: float, inputs: Iterable[object] = (), trigger: str | None = None) -> None:
        """Run one complete cycle."""
        for _ in self.in_steps(now, inputs, trigger):
            pass

    def in_steps(
        self, now: float, inputs: Iterable[object] = (), trigger: str | None = None
    ) -> Iterator[None]:
        """Begin a cycle; each `next` runs a module, the last one publishes.

        Its outputs become visible to other threads only at its end.
        """
        times, row = self._times, self._times.next_row()
        times.stamps[row] = time.perf_counter_ns()
        board = self.board
        first = self.frame.cycle < 0
        self.frame = FrameInfo(
            time=now, dt=0.0 if first else now - self.frame.time, cycle=self.frame.cycle + 1
        )
        board[self._frame_slot] = self.frame
        for last, slot in self._lasts:
            board[last] = board[slot]
        for taking in self._takings:
            source = taking.source(trigger)
            taking.take(board, source, self.sources[source].published)
        for value in inputs:
            board[self._plain_slots[type(value)]] = value
        if self.overrides:
            for representation, slot in self._steady:
                board[slot] = self.overrides.applied(representation, board[slot])
        watched = self.overrides or not self.debug.silent
        after = self.after_update if watched else None
        times.stamps[row + 1] = time.perf_counter_ns()
        return self._run_steps(board, row, after, trigger, self._finish)

    def _finish(self, row: int) -> None:
        times = self._times
        times.stamps[row + times.width - 2] = time.perf_counter_ns()
        self.published = Published(self._exports, self._exported(self.board))
        times.stamps[row + times.width - 1] = end = time.perf_counter_ns()
        times.count += 1
        if self.period is not None:
            is_late = (end - times.stamps[row]) * 1e-9 > self.period  # if nothing ran in between
            self.deadline_misses += is_late and times.duration(row) * 1e-9 > self.period

    def after_update(self, step: Step, board: list[Any]) -> None:
        """Apply overrides to the outputs of a module and draw them."""
        for slot, representation in step.outputs:
            if slot < 0:
                continue
            if self.overrides:
                board[slot] = self.overrides.applied(representation, board[slot])
            draw: Callable[..., None] | None = getattr(representation, "draw", None)
            if draw is not None and not self.debug.silent:
                draw(board[slot], self.debug.debug_of(representation.__name__))

    def _failed(self, step: Step, error: Exception) -> Any:
        name = step.node.name
        if self.on_failure is OnFailure.STOP:
            raise ModuleFailure(_failure_message(self, step, error)) from error
        self.failure_counts[name] = self.failure_counts.get(name, 0) + 1
        if len(self.failures) < MAX_FAILURES:
            reason = f"{type(error).__name__}: {error}"
            self.failures.append(
                Failure(
                    thread=self.name,
                    module=name,
                    cycle=self.frame.cycle,
                    time=self.frame.time,
                    reason=reason,
                )
            )
        defaults = tuple(self._default_of(representation) for _, representation in step.outputs)
        return defaults if step.several else defaults[0]


MAX_FAILURES = 1000  # stored in full; all are counted


def _keys(graph: ThreadGraph) -> Iterable[Input]:
    for representation in (*graph.given, *graph.defaults):
        yield Input(representation=representation)
    for node in graph.nodes:
        for provided in node.provides:
            if provided is not None:
                yield Input(representation=provided)
    for node in graph.nodes:
        yield from node.declaration.inputs


def _plain(key: Input) -> bool:
    return not key.last and key.thread is None


def _failure_message(executor: ThreadExecutor, step: Step, error: Exception) -> str:
    frame = executor.frame
    given = "\n".join(f"  {_shown(value)}" for value in step.arguments(executor.board))
    return (
        f"{step.node.name} failed in thread '{executor.name}', cycle {frame.cycle} "
        f"at {frame.time:.3f} s: {type(error).__name__}: {error}\ninputs:\n{given}"
    )


def _shown(value: object, width: int = 300) -> str:
    text = " ".join(repr(value).split())
    return text if len(text) <= width else text[: width - 1] + "…"
