"""Steps of a cycle: modules with their slots on the blackboard, and the code that runs them."""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from kickabout.framework.frame import FrameInfo
from kickabout.framework.graph import Node
from kickabout.framework.module import Input, Module
from kickabout.framework.paths import field_names
from kickabout.framework.running.stopwatch import CycleTimes, Stopwatch
from kickabout.framework.teams.team import Cadence

Board = list[Any]
# of the blackboard, the row of time stamps, what to call after each module, the trigger, and
# what to call at the end with the row
RunSteps = Callable[
    [Board, int, "Callable[[Step, Board], None] | None", str | None, Callable[[int], None]],
    Iterator[None],
]
EVERY_CYCLE = Cadence()
FRAME = Input(representation=FrameInfo)


class FrameOfRuns:
    """The frame of a module that does not run in every cycle: it counts only the runs."""

    __slots__ = ("_cycle", "_time", "of_thread", "slot")

    def __init__(self, slot: int, of_thread: int) -> None:
        self.slot = slot  # on the blackboard
        self.of_thread = of_thread  # the slot of the thread's own frame
        self._cycle = -1
        self._time: float | None = None  # of the last run

    def advance(self, board: Board) -> None:
        """Begin a run in this cycle of the thread."""
        frame = board[self.of_thread]
        dt = frame.dt if self._time is None else frame.time - self._time
        self._cycle, self._time = self._cycle + 1, frame.time
        board[self.slot] = FrameInfo(time=frame.time, dt=dt, cycle=self._cycle)


class Step:
    """One module with its slots on the blackboard."""

    __slots__ = (
        "arguments",
        "expected",
        "frame",
        "instance",
        "names",
        "node",
        "outputs",
        "replacement",
        "stopwatch",
        "text",
    )

    def __init__(
        self,
        node: Node,
        instance: Module[Any],
        slots: Mapping[Input, int],
        stopwatch: Stopwatch,
        frame: "FrameOfRuns | None" = None,
    ) -> None:
        self.node = node
        self.instance = instance
        self.frame = frame
        if frame is not None:
            slots = {**slots, FRAME: frame.slot}
        self.text, self.names = _arguments(node, slots)
        text = f"({self.text},)" if self.text else "()"
        self.arguments: Callable[[Board], tuple[Any, ...]] = eval(
            f"lambda board: {text}", self.names
        )
        self.replacement: Callable[[Board], Any] | None = None  # called instead of the module
        self.outputs = tuple(
            (slots[Input(representation=provided)] if provided else -1, declared)
            for provided, declared in zip(node.provides, node.declaration.provides, strict=True)
        )
        self.expected = tuple(
            (declared, getattr(declared, "check", None)) for _, declared in self.outputs
        )
        self.stopwatch = stopwatch

    @property
    def several(self) -> bool:
        return self.node.declaration.several

    @property
    def plain(self) -> type | None:
        """The type of results that need no further check, if any."""
        declared, check = self.expected[0]
        return declared if not self.several and check is None else None

    def call(self, board: Board) -> Any:
        """Run the module alone, outside of a cycle."""
        return self.instance.update(*self.arguments(board))

    def check(self, result: Any) -> None:
        """Raise an error if the result does not have the declared types or its `check` fails."""
        values = result if self.several else (result,)
        if not isinstance(values, tuple) or len(values) != len(self.outputs):
            name = type(result).__name__
            raise TypeError(f"update returned {name}, expected {len(self.outputs)} values")
        for value, (declared, check) in zip(values, self.expected, strict=True):
            if type(value) is not declared:
                name = type(value).__name__
                raise TypeError(f"update returned {name}, expected {declared.__name__}")
            if check is not None:
                check(value)


def _arguments(node: Node, slots: Mapping[Input, int]) -> tuple[str, dict[str, Any]]:
    """Return the arguments of `update` as source code, and the names used besides `board`."""
    inputs = iter([f"board[{slots[key]}]" for key in node.declaration.inputs])
    names: dict[str, Any] = {}
    texts = []
    for at, bundle in enumerate(node.declaration.arguments):
        if bundle is None:
            texts.append(next(inputs))
        else:
            fields = ", ".join(f"{name}={next(inputs)}" for name in field_names(bundle))
            names[f"{node.name}_{at}"] = bundle
            texts.append(f"{node.name}_{at}({fields})")
    return ", ".join(texts), names


def compiled(
    steps: Sequence[Step],
    times: CycleTimes,
    *,
    checked: bool,
    failed: Callable[[Step, Exception], Any],
) -> RunSteps:
    """Return a generator that runs all steps in order, and pauses after each of them.

    It is generated as source code, as `dataclasses` does with initializers: a match runs some fifty
    thousand steps a second, and iterating over a list of them costs as much as many modules.
    """
    names: dict[str, Any] = {
        "stamps": times.stamps,
        "clock": time.perf_counter_ns,
        "failed": failed,
    }
    lines = ["def run_steps(board, row, after, trigger, finish):"]
    for index, step in enumerate(steps):
        names |= step.names | {f"step_{index}": step, f"plain_{index}": step.plain}
        names[f"call_{index}"] = step.replacement or step.instance.update
        begin, end = 2 * index + 2, 2 * index + 3
        run = [
            f" stamps[row + {begin}] = clock()",
            *_lines_of(step, index, checked=checked),
            f" stamps[row + {end}] = clock()",
            " yield",
        ]
        lines += run if step.frame is None else _at_cadence(step, step.frame, index, run)
    lines += [" finish(row)", " yield"]
    exec("\n".join(lines), names)
    run_steps: RunSteps = names["run_steps"]
    return run_steps


def _at_cadence(step: Step, frame: FrameOfRuns, index: int, run: Sequence[str]) -> Iterator[str]:
    """Run a step only in some cycles; in all others its outputs stay as they are."""
    cadence = step.node.cadence
    is_due = f"board[{frame.of_thread}].cycle % {cadence.every} == 0"
    yield f" if {f'trigger == {cadence.after!r}' if cadence.after else is_due}:"
    yield f"  step_{index}.frame.advance(board)"
    yield from (f" {line}" for line in run)
    yield f" else: stamps[row + {2 * index + 2}] = stamps[row + {2 * index + 3}] = 0"


def _lines_of(step: Step, index: int, *, checked: bool) -> Iterator[str]:
    yield " try:"
    yield f"  result = call_{index}({'board' if step.replacement else step.text})"
    if checked:
        yield f"  if type(result) is not plain_{index}: step_{index}.check(result)"
    yield " except Exception as error:"  # after any exception, the robot continues to play
    yield f"  result = failed(step_{index}, error)"
    targets = [f"board[{slot}]" if slot >= 0 else "_" for slot, _ in step.outputs]
    yield f" {', '.join(targets)}{',' if step.several else ''} = result"
    yield f" if after is not None: after(step_{index}, board)"
