"""Executing one thread's cycles: hand-over, modules in order, checks, stopwatches."""

import enum
import itertools
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
from kickabout.framework.paths import field_names
from kickabout.framework.published import Published, Taking, picker
from kickabout.framework.representation import default_of, has_functions
from kickabout.framework.stopwatch import Stopwatch


class OnFailure(enum.Enum):
    """What happens when a module raises."""

    STOP = "stop"  # tests and simulation: end the run and name the culprit
    FALL_BACK = "fall back"  # live: its output is "nothing known", the robot plays on


@dataclass(frozen=True, slots=True, kw_only=True)
class Failure:
    """One cycle in which a module raised or gave impossible content."""

    thread: str
    module: str
    cycle: int
    time: float
    reason: str


class Step:
    """One module with its places on the blackboard."""

    __slots__ = (
        "arguments",
        "call",
        "expected",
        "instance",
        "node",
        "outputs",
        "plain",
        "single",
        "stopwatch",
    )

    def __init__(self, node: Node, instance: Module[Any], slots: dict[Input, int]) -> None:
        self.node = node
        self.instance = instance
        self.call, self.arguments = _calls(node, instance, slots)
        self.outputs = tuple(
            (slots[Input(representation=provided)] if provided else -1, declared)
            for provided, declared in zip(node.provides, node.declaration.provides, strict=True)
        )
        self.single = None if node.declaration.several else self.outputs[0][0]
        self.expected = tuple(
            (declared, getattr(declared, "check", None)) for _, declared in self.outputs
        )
        declared, check = self.expected[0]
        # The type of results that need no closer look.
        self.plain = declared if self.single is not None and check is None else None
        self.stopwatch = Stopwatch()


def _calls(
    node: Node, instance: Module[Any], slots: Mapping[Input, int]
) -> tuple[Callable[[list[Any]], Any], Callable[[list[Any]], tuple[Any, ...]]]:
    """`update` with its values from the blackboard, and these values alone.

    Written as source text and compiled, as `dataclasses` does with initializers: a match makes some
    fifty thousand of these calls a second, and collecting arguments would cost as much as the call.
    """
    places = iter([f"board[{slots[key]}]" for key in node.declaration.inputs])
    names: dict[str, Any] = {"update": instance.update}
    texts = []
    for at, bundle in enumerate(node.declaration.arguments):
        if bundle is None:
            texts.append(next(places))
        else:
            fields = ", ".join(f"{name}={next(places)}" for name in field_names(bundle))
            names[f"bundle_{at}"] = bundle
            texts.append(f"bundle_{at}({fields})")
    text = ", ".join(texts)
    call = eval(f"lambda board: update({text})", names)
    values = eval(f"lambda board: ({text},)" if text else "lambda board: ()", names)
    return call, values


class ThreadExecutor:
    """The blackboard of one thread and the code that runs a cycle over it."""

    def __init__(
        self,
        graph: ThreadGraph,
        instances: Mapping[str, Module[Any]],
        *,
        constants: Mapping[type, Any],
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
        self.cycle_stopwatch = Stopwatch()
        self.deadline_misses = 0
        self.failures: list[Failure] = []
        self.failure_counts: dict[str, int] = {}
        self._constants = constants
        self._install(graph, instances, {})

    def install(self, graph: ThreadGraph, instances: Mapping[str, Module[Any]]) -> None:
        """Go on with another graph; values of representations that stay are kept."""
        kept = {
            key: self.board[place]
            for key, place in self._slots.items()
            if not (has_functions(key.representation) and self._changes(graph, key.representation))
        }
        self._install(graph, instances, kept)

    def _changes(self, graph: ThreadGraph, representation: type) -> bool:
        """Whether a new graph has another provider, whose functions the old value must not call."""
        old, new = self.graph.provider_of(representation), graph.provider_of(representation)
        return (old and old.name) != (new and new.name)

    def _install(
        self, graph: ThreadGraph, instances: Mapping[str, Module[Any]], kept: Mapping[Input, Any]
    ) -> None:
        self.graph = graph
        self.instances = dict(instances)
        self.period = 1.0 / graph.plan.rate if graph.plan.rate else None
        keys = list(dict.fromkeys(_keys(graph)))
        self._slots = {key: place for place, key in enumerate(keys)}
        self.board: list[Any] = [self._start_value(key, kept) for key in keys]
        old = {step.node.name: step.stopwatch for step in getattr(self, "steps", ())}
        self.steps = [Step(node, instances[node.name], self._slots) for node in graph.nodes]
        for step in self.steps:
            step.stopwatch = old.get(step.node.name, step.stopwatch)
        self._frame_slot = self._slots[Input(representation=FrameInfo)]
        self._lasts = [
            (place, self._slots[Input(representation=key.representation)])
            for key, place in self._slots.items()
            if key.last
            and key.thread is None
            and Input(representation=key.representation) in self._slots
        ]
        self._takings = list(self._grouped(graph.hand_overs))
        self._places = {
            key.representation: place for key, place in self._slots.items() if _plain(key)
        }
        self._exports = {kind: at for at, kind in enumerate(self._places)}
        self._exported = picker(list(self._places.values()))
        self._steady = [
            (representation, self._slots[Input(representation=representation)])
            for representation in (*graph.given[1:], *graph.defaults)
        ]

    def _grouped(self, hand_overs: Iterable[HandOver]) -> Iterator[Taking]:
        groups: dict[tuple[str, ...], dict[int, type]] = {}
        for entry in hand_overs:
            wanted = groups.setdefault(entry.threads, {})
            wanted[self._slots[entry.key]] = entry.key.representation
        return itertools.starmap(Taking, groups.items())

    def _start_value(self, key: Input, kept: Mapping[Input, Any]) -> Any:
        if key in kept and key.representation not in self.graph.defaults:
            return kept[key]
        return self._constants.get(key.representation, default_of(key.representation))

    def __getitem__(self, representation: type) -> Any:
        try:
            return self.published[representation]
        except KeyError:
            return default_of(representation)

    def run(self, now: float, inputs: Iterable[object] = (), trigger: str | None = None) -> None:
        """One complete cycle. What it made becomes visible to others only at its end."""
        begin = time.perf_counter_ns()
        board = self.board
        first = self.frame.cycle < 0
        self.frame = FrameInfo(
            time=now, dt=0.0 if first else now - self.frame.time, cycle=self.frame.cycle + 1
        )
        board[self._frame_slot] = self.frame
        for last, place in self._lasts:
            board[last] = board[place]
        for taking in self._takings:
            source = taking.source(trigger)
            taking.take(board, source, self.sources[source].published)
        for value in inputs:
            board[self._places[type(value)]] = value
        if self.overrides:
            for representation, place in self._steady:
                board[place] = self.overrides.applied(representation, board[place])
        self._run_steps(board)
        self.published = Published(self._exports, self._exported(board))
        elapsed = time.perf_counter_ns() - begin
        self.cycle_stopwatch.add(elapsed)
        if self.period is not None and elapsed * 1e-9 > self.period:
            self.deadline_misses += 1

    def _run_steps(self, board: list[Any]) -> None:
        clock = time.perf_counter_ns
        checked = self.on_failure is OnFailure.STOP
        after = self.after_update if self.overrides or not self.debug.silent else None
        begin = clock()
        for step in self.steps:
            try:
                result: Any = step.call(board)
                if checked and type(result) is not step.plain:
                    _check(step, result)
            except Exception as error:  # whatever it is, the robot plays on
                result = self._failed(step, error)
            if step.single is not None:
                board[step.single] = result
            else:
                for (place, _), value in zip(step.outputs, result, strict=True):
                    if place >= 0:
                        board[place] = value
            if after is not None:
                after(step, board)
            end = clock()
            step.stopwatch.add(end - begin)
            begin = end

    def after_update(self, step: Step, board: list[Any]) -> None:
        """Overrides and drawings of what a module just provided."""
        for place, representation in step.outputs:
            if place < 0:
                continue
            if self.overrides:
                board[place] = self.overrides.applied(representation, board[place])
            draw: Callable[..., None] | None = getattr(representation, "draw", None)
            if draw is not None and not self.debug.silent:
                draw(board[place], self.debug.debug_of(representation.__name__))

    def _failed(self, step: Step, error: Exception) -> Any:
        name = step.node.name
        if self.on_failure is OnFailure.STOP:
            raise ModuleFailure(_story(self, step, error)) from error
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
        defaults = tuple(default_of(representation) for _, representation in step.outputs)
        return defaults if step.node.declaration.several else defaults[0]


MAX_FAILURES = 1000  # remembered in full; all are counted


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


def _check(step: Step, result: Any) -> None:
    """The result has the declared types, and its own content checks are content."""
    if step.single is not None:
        declared, check = step.expected[0]
        if type(result) is not declared:
            raise TypeError(f"update returned {type(result).__name__} for {declared.__name__}")
        if check is not None:
            check(result)
        return
    if not isinstance(result, tuple) or len(result) != len(step.outputs):
        raise TypeError(f"update returned {type(result).__name__}, not {len(step.outputs)} values")
    for value, (declared, check) in zip(result, step.expected, strict=True):
        if type(value) is not declared:
            raise TypeError(f"update returned {type(value).__name__} for {declared.__name__}")
        if check is not None:
            check(value)


def _story(executor: ThreadExecutor, step: Step, error: Exception) -> str:
    frame = executor.frame
    given = "\n".join(f"  {_shown(value)}" for value in step.arguments(executor.board))
    return (
        f"{step.node.name} failed in thread '{executor.name}', cycle {frame.cycle} "
        f"at {frame.time:.3f} s: {type(error).__name__}: {error}\ngiven:\n{given}"
    )


def _shown(value: object, width: int = 300) -> str:
    text = " ".join(repr(value).split())
    return text if len(text) <= width else text[: width - 1] + "…"
