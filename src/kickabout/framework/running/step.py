"""Steps of a cycle: modules with their places on the blackboard, and the code that runs them."""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from kickabout.framework.graph import Node
from kickabout.framework.module import Input, Module
from kickabout.framework.paths import field_names
from kickabout.framework.running.stopwatch import CycleTimes, Stopwatch

Board = list[Any]
RunSteps = Callable[[Board, int, "Callable[[Step, Board], None] | None"], None]


class Step:
    """One module with its places on the blackboard."""

    __slots__ = (
        "arguments",
        "expected",
        "instance",
        "names",
        "node",
        "outputs",
        "replacement",
        "stopwatch",
        "text",
    )

    def __init__(
        self, node: Node, instance: Module[Any], slots: Mapping[Input, int], stopwatch: Stopwatch
    ) -> None:
        self.node = node
        self.instance = instance
        self.text, self.names = _arguments(node, slots)
        text = f"({self.text},)" if self.text else "()"
        self.arguments: Callable[[Board], tuple[Any, ...]] = eval(
            f"lambda board: {text}", self.names
        )
        self.replacement: Callable[[Board], Any] | None = None  # is called instead of the module
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
        """The type of results that need no closer look."""
        declared, check = self.expected[0]
        return declared if not self.several and check is None else None

    def call(self, board: Board) -> Any:
        """The module alone, outside of a cycle."""
        return self.instance.update(*self.arguments(board))

    def check(self, result: Any) -> None:
        """The result has the declared types, and its own content checks are content."""
        values = result if self.several else (result,)
        if not isinstance(values, tuple) or len(values) != len(self.outputs):
            name = type(result).__name__
            raise TypeError(f"update returned {name}, not {len(self.outputs)} values")
        for value, (declared, check) in zip(values, self.expected, strict=True):
            if type(value) is not declared:
                name = type(value).__name__
                raise TypeError(f"update returned {name} for {declared.__name__}")
            if check is not None:
                check(value)


def _arguments(node: Node, slots: Mapping[Input, int]) -> tuple[str, dict[str, Any]]:
    """The arguments of `update` as source text, and the names in it besides the board."""
    places = iter([f"board[{slots[key]}]" for key in node.declaration.inputs])
    names: dict[str, Any] = {}
    texts = []
    for at, bundle in enumerate(node.declaration.arguments):
        if bundle is None:
            texts.append(next(places))
        else:
            fields = ", ".join(f"{name}={next(places)}" for name in field_names(bundle))
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
    """One function that runs all steps in order.

    Written as source text and compiled, as `dataclasses` does with initializers: a match makes some
    fifty thousand steps a second, and going through a list of them costs as much as many a module.
    """
    names: dict[str, Any] = {
        "stamps": times.stamps,
        "clock": time.perf_counter_ns,
        "failed": failed,
    }
    lines = ["def run_steps(board, row, after):", " stamps[row + 1] = clock()"]
    for index, step in enumerate(steps):
        names |= step.names | {f"step_{index}": step, f"plain_{index}": step.plain}
        names[f"call_{index}"] = step.replacement or step.instance.update
        lines += _lines_of(step, index, checked=checked)
        lines.append(f" stamps[row + {index + 2}] = clock()")
    exec("\n".join(lines), names)
    run_steps: RunSteps = names["run_steps"]
    return run_steps


def _lines_of(step: Step, index: int, *, checked: bool) -> Iterator[str]:
    yield " try:"
    yield f"  result = call_{index}({'board' if step.replacement else step.text})"
    if checked:
        yield f"  if type(result) is not plain_{index}: step_{index}.check(result)"
    yield " except Exception as error:"  # whatever it is, the robot plays on
    yield f"  result = failed(step_{index}, error)"
    places = [f"board[{place}]" if place >= 0 else "_" for place, _ in step.outputs]
    yield f" {', '.join(places)}{',' if step.several else ''} = result"
    yield f" if after is not None: after(step_{index}, board)"
