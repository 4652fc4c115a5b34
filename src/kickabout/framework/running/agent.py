"""An agent: one robot's program, all threads of a team's graph with their blackboards."""

import threading
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from kickabout.framework.debug import Message
from kickabout.framework.errors import ConfigurationError, KickaboutError, did_you_mean
from kickabout.framework.frame import FrameInfo
from kickabout.framework.graph import Graph, build_graph
from kickabout.framework.modify import Overrides
from kickabout.framework.module import Module, random_stream_of, seeded_generator
from kickabout.framework.parameter import with_values
from kickabout.framework.paths import parse_path, value_at
from kickabout.framework.representation import R, representation_named
from kickabout.framework.running.executor import Failure, OnFailure, ThreadExecutor
from kickabout.framework.running.stopwatch import TimingSummary
from kickabout.framework.teams.team import Team
from kickabout.framework.teams.toml_file import plain_values, write_values


@dataclass(frozen=True, slots=True)
class Cycle:
    """A finished cycle, as told to those who watch an agent."""

    thread: str
    frame: FrameInfo
    values: Mapping[type, Any]
    debug: list[Message]
    trigger: str | None = None  # the thread that this one ran after


Watcher = Callable[[Cycle], None]


class Agent:
    """Runs a team's modules for one robot.

    Changes from outside (providers, parameters, listeners) are checked at once and take
    effect at the start of each thread's next cycle; a change that does not fit changes nothing.
    """

    def __init__(
        self,
        team: Team,
        *,
        name: str = "robot",
        seed: int = 0,
        constants: Iterable[object] = (),
        on_failure: OnFailure = OnFailure.STOP,
    ) -> None:
        self.name = name
        self.seed = seed
        self.team = team
        self.graph = build_graph(team)
        self.overrides = Overrides()
        self._modules: dict[str, dict[str, Module[Any]]] = {}
        self._pending: dict[str, list[Callable[[], None]]] = {}
        self._lock = threading.Lock()
        self._watchers: list[Watcher] = []
        self._constants = {type(value): value for value in constants}
        self._on_failure = on_failure
        self._parameters: dict[str, Any] = {}  # of modules that were changed while running
        self._changes: dict[str, dict[str, object]] = {}
        self.threads: dict[str, ThreadExecutor] = {}
        self._modules = self._instances(self.graph)
        for thread in self.graph.threads:
            self.threads[thread.name] = ThreadExecutor(
                thread,
                self._modules[thread.name],
                constants=self._constants,
                sources=self.threads,
                on_failure=on_failure,
                overrides=self.overrides,
            )

    def __getitem__(self, name: str | type) -> Any:
        """The newest value of a representation, from whichever thread has it."""
        representation = representation_named(name) if isinstance(name, str) else name
        threads = self.graph.threads_providing(representation) or [
            name for name, executor in self.threads.items() if representation in executor.published
        ]
        if not threads:
            raise KickaboutError(f"no module of {self.name} provides {representation.__name__}")
        newest = threads[0]
        if len(threads) > 1:
            newest = max(threads, key=lambda thread: self.threads[thread].frame.time)
        return self.threads[newest][representation]

    def get(self, representation: type[R], thread: str = "") -> R:
        """A thread's own value if it provides it, else the newest; nothing known if nobody does."""
        threads = self.graph.threads_providing(representation)
        if not threads:
            return representation()
        value: R = (
            self.threads[thread][representation] if thread in threads else self[representation]
        )
        return value

    def value(self, path: str) -> Any:
        """The newest value at a path such as `BallModel.position_in_robot[0]`."""
        name, steps = parse_path(path)
        return value_at(self[name], steps)

    def run(
        self, thread: str, now: float, inputs: Iterable[object] = (), trigger: str | None = None
    ) -> None:
        """One cycle of one thread."""
        executor = self.threads[thread]
        self._apply_pending(executor)
        executor.run(now, inputs, trigger)
        if self._watchers:
            shown = executor.debug.taken()
            cycle = Cycle(thread, executor.frame, executor.published, shown, trigger)
            for watcher in self._watchers:
                watcher(cycle)

    def followers_of(self, thread: str) -> list[str]:
        """Threads that run after each cycle of this one."""
        return self.graph.followers.get(thread, [])

    def watch(self, watcher: Watcher) -> None:
        """Be told of every finished cycle."""
        self._watchers.append(watcher)

    def listen(self, pattern: str) -> None:
        """Ask all threads for debug messages whose names match."""
        self._change_listeners(lambda executor: executor.debug.listen(pattern))

    def ignore(self, pattern: str) -> None:
        self._change_listeners(lambda executor: executor.debug.ignore(pattern))

    def switch(self, representation: str, module: str, thread: str | None = None) -> None:
        """Let another module provide a representation from the next cycle on; "" for nobody."""
        wanted = representation_named(representation)
        places = [thread] if thread else self.graph.threads_providing(wanted)
        if len(places) != 1:
            where = " and ".join(places) or "no thread"
            raise KickaboutError(f"{representation} is provided in {where}; name the thread")
        graph = build_graph(self.team.with_provider(representation, module, places[0]))
        with self._lock:
            self._modules = self._instances(graph)
            for name, instances in self._modules.items():
                self._stage(
                    name, partial(self.threads[name].install, graph.thread(name), instances)
                )
            self.team, self.graph = graph.team, graph

    def parameters(self, module: str) -> Any:
        """The parameters that hold from the next cycle on."""
        return self._parameters.get(module, self._module(module).parameters)

    def change_parameters(self, module: str, **values: object) -> None:
        """Replace some parameters of a module; all are checked first, none is half applied."""
        old = self.parameters(module)
        new = with_values(old, values, owner=module, complaint=_plain_complaint)
        _instance(type(self._module(module)), new)  # it may refuse what its types allow
        with self._lock:
            self._parameters[module] = new
            self._changes.setdefault(module, {}).update(values)
            for thread, modules in self._modules.items():
                if module in modules:
                    self._stage(thread, partial(_replace, modules[module], new))

    def changed_parameters(self) -> dict[str, dict[str, object]]:
        """What was changed while running, by module: the difference to save in a layer."""
        return {module: dict(values) for module, values in self._changes.items()}

    def save_parameters(self, path: Path) -> None:
        """Write what was changed while running into a layer's file; the rest of it stays."""
        for module, values in self.changed_parameters().items():
            write_values(path, ("parameters", module), plain_values(values))

    def timings(self) -> dict[str, dict[str, TimingSummary]]:
        """Per thread: the whole cycle as "cycle", then each module."""
        return {
            name: {
                "cycle": executor.cycle_stopwatch.summary(),
                **{step.node.name: step.stopwatch.summary() for step in executor.steps},
            }
            for name, executor in self.threads.items()
        }

    def failures(self) -> list[Failure]:
        """What modules failed at, oldest first."""
        every = [failure for executor in self.threads.values() for failure in executor.failures]
        return sorted(every, key=lambda failure: failure.time)

    def settle(self) -> None:
        """Make staged changes now instead of at each thread's next cycle; no thread may run."""
        for executor in self.threads.values():
            self._apply_pending(executor)

    def _module(self, name: str) -> Module[Any]:
        names = {module for modules in self._modules.values() for module in modules}
        for modules in self._modules.values():
            if name in modules:
                return modules[name]
        raise KickaboutError(f"{self.name} runs no module '{name}'.{did_you_mean(name, names)}")

    def _instances(self, graph: Graph) -> dict[str, dict[str, Module[Any]]]:
        """The modules of each thread; those that are there already stay."""
        return {
            thread.name: {
                node.name: self._modules.get(thread.name, {}).get(node.name)
                or self._made(graph.team, thread.name, node.module)
                for node in thread.nodes
            }
            for thread in graph.threads
        }

    def _made(self, team: Team, thread: str, module: type[Module[Any]]) -> Module[Any]:
        changed = self._parameters.get(module.__name__)
        instance = _instance(module, changed or team.parameters_of(module))
        instance.random = seeded_generator(self.seed, self.name, thread, random_stream_of(module))
        if thread in self.threads:
            instance.debug = self.threads[thread].debug.debug_of(module.__name__)
        return instance

    def _change_listeners(self, change: Callable[[ThreadExecutor], None]) -> None:
        def apply(executor: ThreadExecutor) -> None:
            change(executor)
            for name, instance in executor.instances.items():
                instance.debug = executor.debug.debug_of(name)

        with self._lock:
            for thread, executor in self.threads.items():
                self._stage(thread, partial(apply, executor))

    def _stage(self, thread: str, change: Callable[[], None]) -> None:
        self._pending.setdefault(thread, []).append(change)

    def _apply_pending(self, executor: ThreadExecutor) -> None:
        if self._pending:
            with self._lock:
                changes = self._pending.pop(executor.name, [])
            for change in changes:
                change()


def _instance(module: type[Module[Any]], parameters: object) -> Module[Any]:
    try:
        return module(parameters)
    except (ArithmeticError, LookupError, ValueError) as error:
        raise ConfigurationError(f"{module.__name__}: {error}") from None


def _replace(instance: Module[Any], parameters: object) -> None:
    instance.parameters = parameters
    instance.parameters_changed()


def _plain_complaint(key: str, message: str) -> ConfigurationError:
    return ConfigurationError(message)
