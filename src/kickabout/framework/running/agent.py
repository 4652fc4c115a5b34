"""An agent: one robot's program, with all threads of its team's graph."""

import threading
from collections.abc import Callable, Iterable, Iterator, Mapping
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
from kickabout.framework.paths import PathError, parse_path, thread_and_path, value_at
from kickabout.framework.representation import DefaultOf, R, default_of, representation_named
from kickabout.framework.running.executor import Failure, OnFailure, ThreadExecutor
from kickabout.framework.running.stopwatch import TimingSummary
from kickabout.framework.teams.team import Team
from kickabout.framework.teams.toml_file import plain_values, write_values


@dataclass(frozen=True, slots=True)
class Cycle:
    """A finished cycle, as passed to the watchers of an agent."""

    thread: str
    frame: FrameInfo
    values: Mapping[type, Any]
    debug: list[Message]
    trigger: str | None = None  # the thread after which this one ran


Watcher = Callable[[Cycle], None]


class Agent:
    """Runs a team's modules for one robot.

    Changes from outside (providers, parameters, listeners) are checked at once and take
    effect at the start of each thread's next cycle; an invalid change has no effect.
    """

    def __init__(
        self,
        team: Team,
        *,
        name: str = "robot",
        seed: int = 0,
        constants: Iterable[object] = (),
        defaults: DefaultOf = default_of,
        on_failure: OnFailure = OnFailure.STOP,
    ) -> None:
        self.name = name
        self.default_of = defaults
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
        self._parameters: dict[str, Any] = {}  # changed while running, by module
        self._changes: dict[str, dict[str, object]] = {}
        self.threads: dict[str, ThreadExecutor] = {}
        self._modules = self._instances(self.graph)
        for thread in self.graph.threads:
            self.threads[thread.name] = ThreadExecutor(
                thread,
                self._modules[thread.name],
                constants=self._constants,
                defaults=defaults,
                sources=self.threads,
                on_failure=on_failure,
                overrides=self.overrides,
            )

    def __getitem__(self, name: str | type) -> Any:
        """Return the newest value of a representation, from any thread that has it."""
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
        """Return the thread's value if it provides one, else the newest, else the default."""
        threads = self.graph.threads_providing(representation)
        if not threads:
            default: R = self.default_of(representation)
            return default
        value: R = (
            self.threads[thread][representation] if thread in threads else self[representation]
        )
        return value

    def value(self, path: str) -> Any:
        """Return the newest value at a path such as `BallModel.position_in_robot[0]`.

        `upper/BallPercept.seen` is that of one thread.
        """
        thread, rest = thread_and_path(path)
        name, steps = parse_path(rest)
        if not thread:
            return value_at(self[name], steps)
        kind = representation_named(name)
        if thread not in self.graph.threads_providing(kind):
            raise PathError(f"there is no thread '{thread}' that provides {name}")
        return value_at(self.threads[thread][kind], steps)

    def run(
        self, thread: str, now: float, inputs: Iterable[object] = (), trigger: str | None = None
    ) -> None:
        """Run one cycle of one thread."""
        for _ in self.in_steps(thread, now, inputs, trigger):
            pass

    def in_steps(
        self, thread: str, now: float, inputs: Iterable[object] = (), trigger: str | None = None
    ) -> Iterator[None]:
        """Begin a cycle of one thread; each `next` runs a module."""
        executor = self.threads[thread]
        self._apply_pending(executor)
        steps = executor.in_steps(now, inputs, trigger)
        return self._watched(executor, steps, trigger) if self._watchers else steps

    def _watched(
        self, executor: ThreadExecutor, steps: Iterator[None], trigger: str | None
    ) -> Iterator[None]:
        """Run a cycle, then show it to the watchers."""
        yield from steps
        shown = executor.debug.taken()
        cycle = Cycle(executor.name, executor.frame, executor.published, shown, trigger)
        for watcher in self._watchers:
            watcher(cycle)

    def followers_of(self, thread: str) -> list[str]:
        """Return the threads that run after each cycle of this one."""
        return self.graph.followers.get(thread, [])

    def watch(self, watcher: Watcher) -> None:
        """Register a callback for finished cycles."""
        self._watchers.append(watcher)

    def listen(self, pattern: str) -> None:
        """Request debug messages whose names match from all threads."""
        self._change_listeners(lambda executor: executor.debug.listen(pattern))

    def ignore(self, pattern: str) -> None:
        self._change_listeners(lambda executor: executor.debug.ignore(pattern))

    def switch(self, representation: str, module: str, thread: str | None = None) -> None:
        """Change the provider of a representation from the next cycle on; "": no provider."""
        wanted = representation_named(representation)
        threads = [thread] if thread else self.graph.threads_providing(wanted)
        if len(threads) != 1:
            where = " and ".join(threads) or "no thread"
            raise KickaboutError(f"{representation} is provided in {where}; name the thread")
        graph = build_graph(self.team.with_provider(representation, module, threads[0]))
        with self._lock:
            self._modules = self._instances(graph)
            for name, instances in self._modules.items():
                self._stage(
                    name, partial(self.threads[name].install, graph.thread(name), instances)
                )
            self.team, self.graph = graph.team, graph

    def parameters(self, module: str) -> Any:
        """Return the parameters of a module that are valid from the next cycle on."""
        return self._parameters.get(module, self._module(module).parameters)

    def change_parameters(self, module: str, **values: object) -> None:
        """Change some parameters of a module; if one is invalid, change none."""
        old = self.parameters(module)
        new = with_values(old, values, owner=module, error_at=_plain_error)
        # The module may reject values of the right type.
        _instance(type(self._module(module)), new, self.team)
        with self._lock:
            self._parameters[module] = new
            self._changes.setdefault(module, {}).update(values)
            for thread, modules in self._modules.items():
                if module in modules:
                    self._stage(thread, partial(_replace, modules[module], new))

    def changed_parameters(self) -> dict[str, dict[str, object]]:
        """Return the parameters that were changed while running, by module."""
        return {module: dict(values) for module, values in self._changes.items()}

    def save_parameters(self, path: Path) -> None:
        """Write the parameters changed while running to a layer's file; its other content stays."""
        for module, values in self.changed_parameters().items():
            write_values(path, ("parameters", module), plain_values(values))

    def timings(self) -> dict[str, dict[str, TimingSummary]]:
        """Return the times per thread: of the whole cycle as "cycle", then of each module."""
        return {
            name: {
                "cycle": executor.cycle_stopwatch.summary(),
                **{step.node.name: step.stopwatch.summary() for step in executor.steps},
            }
            for name, executor in self.threads.items()
        }

    def failures(self) -> list[Failure]:
        """Return the failures of all modules, oldest first."""
        every = [failure for executor in self.threads.values() for failure in executor.failures]
        return sorted(every, key=lambda failure: failure.time)

    def settle(self) -> None:
        """Apply pending changes now instead of at each thread's next cycle; no thread may run."""
        for executor in self.threads.values():
            self._apply_pending(executor)

    def _module(self, name: str) -> Module[Any]:
        names = {module for modules in self._modules.values() for module in modules}
        for modules in self._modules.values():
            if name in modules:
                return modules[name]
        raise KickaboutError(f"{self.name} runs no module '{name}'.{did_you_mean(name, names)}")

    def _instances(self, graph: Graph) -> dict[str, dict[str, Module[Any]]]:
        """Return the modules of each thread, creating those that do not exist yet."""
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
        instance = _instance(module, changed or team.parameters_of(module), team)
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


def _instance(module: type[Module[Any]], parameters: object, team: Team) -> Module[Any]:
    try:
        return module.made(parameters, team.robot_configuration)
    except (ArithmeticError, LookupError, ValueError) as error:
        raise ConfigurationError(f"{module.__name__}: {error}") from None


def _replace(instance: Module[Any], parameters: object) -> None:
    instance.parameters = parameters
    instance.parameters_changed()


def _plain_error(key: str, message: str) -> ConfigurationError:
    return ConfigurationError(message)
