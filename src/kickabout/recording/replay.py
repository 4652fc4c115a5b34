"""Replay: runs the present modules on recorded inputs, with threads in the recorded order."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from kickabout.framework import Agent, KickaboutError, OnFailure, Team
from kickabout.framework.debug import Message
from kickabout.framework.errors import GraphError, did_you_mean
from kickabout.framework.frame import FrameInfo
from kickabout.framework.graph import Node
from kickabout.framework.module import declaration_of
from kickabout.framework.registry import module_named
from kickabout.framework.representation import representation_named
from kickabout.framework.running.agent import Cycle
from kickabout.framework.running.executor import ThreadExecutor
from kickabout.framework.running.step import Step
from kickabout.framework.running.supply import missing
from kickabout.framework.teams.configuration import Layer
from kickabout.recording.deviations import Comparison, Tolerances
from kickabout.recording.format.codec import encoded
from kickabout.recording.format.errors import RecordingError
from kickabout.recording.format.messages import Change
from kickabout.recording.format.reader import Recording
from kickabout.recording.playback import Playback, RecordedCycle, ThreadValues
from kickabout.recording.program import Program
from kickabout.recording.replay_plan import ReplayPlan, planned
from kickabout.robots.kind import defaults_of


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplayedCycle:
    """A cycle that was just replayed."""

    thread: str
    frame: FrameInfo
    recomputed: bool  # whether modules of the thread ran; else all values are the recorded ones
    debug: tuple[Message, ...] = ()


class Replay:
    """Runs the program of one recorded robot again.

    `only` recomputes some modules and plays back all others, `threads` those of some threads;
    `providers` tries other modules on the same data; `isolated` gives every module the recorded
    inputs, so that deviations do not spread from module to module.
    """

    def __init__(
        self,
        recording: Recording,
        robot: str = "",
        *,
        only: Sequence[str] = (),
        threads: Sequence[str] = (),
        providers: Mapping[str, str] | None = None,
        layers: Sequence[Layer] = (),
        compare: bool = True,
        isolated: bool = False,
        tolerances: Tolerances | None = None,
        on_failure: OnFailure = OnFailure.STOP,
    ) -> None:
        self.recording = recording
        self.program = _program(recording, robot)
        self.robot = self.program.name.replace(" ", "/")
        self.compares = compare
        self.isolated = isolated
        self.comparison = Comparison(tolerances or Tolerances())
        self._on_failure = on_failure
        self._only, self._threads = tuple(only), tuple(threads)
        self._patterns: set[str] = set()
        team = _with_providers(_with_layers(self.program.team, layers), providers or {})
        self.team, self.defaulted = _with_defaults(team)
        self._start()
        self._demand_modules()

    def _start(self) -> None:
        """Return to the start of the recording."""
        self.playback = Playback(self.recording, self.robot, defaults_of(self.team))
        self.agent = self._made()
        self.time = self.recording.start
        self._shown: list[Message] = []
        self._results: dict[type, Any] = {}
        self.agent.watch(self._watch)
        for pattern in self._patterns:
            self.agent.listen(pattern)
        self._arrange()

    def _demand_modules(self) -> None:
        """Check that the modules to be recomputed run at some time of the recording."""
        switched = [
            change.arguments[1]
            for _, change in self.playback.changes_before(self.recording.end + 1.0)
            if change.what == "switch"
        ]
        threads = self.agent.graph.threads
        names = {node.name for thread in threads for node in thread.nodes} | set(switched)
        for name in self._only:
            if name not in names:
                raise RecordingError(f"no module '{name}' runs here.{did_you_mean(name, names)}")

    def _made(self) -> Agent:
        try:
            return Agent(
                self.team,
                name=self.program.name,
                seed=self.program.seed,
                constants=self.program.constants,
                defaults=self.playback.default_of,
                on_failure=self._on_failure,
            )
        except GraphError as error:
            raise RecordingError(
                f"the recorded team does not fit this version; name a provider. {error}",
                file=self.recording.path,
            ) from None

    def _arrange(self) -> None:
        """Decide which modules are recomputed, and play back the others."""
        graph = self.agent.graph
        wanted = _wanted(
            graph.team,
            [(t.name, n) for t in graph.threads for n in t.nodes],
            self._only,
            self._threads,
        )
        self.plan: ReplayPlan = planned(graph, self.playback.is_complete, wanted)
        for executor in self.agent.threads.values():
            for step in executor.steps:
                self._prepare(executor, step)
            executor.compile()

    def _prepare(self, executor: ThreadExecutor, step: Step) -> None:
        key = (executor.name, step.node.name)
        if key not in self.plan.recomputed:
            step.replacement = self._player(executor.name, step.node)
        elif self.isolated and self._is_recorded(executor.name, step.node):
            step.replacement = self._isolating(executor.name, step)

    def _is_recorded(self, thread: str, node: Node) -> bool:
        kinds = [kind for kind in node.provides if kind is not None]
        return all(self.playback.is_complete(thread, kind) for kind in kinds)

    def _player(self, thread: str, node: Node) -> Callable[[list[Any]], Any]:
        """Return a replacement of a module that returns its recorded outputs."""
        declared, several = node.declaration.provides, node.declaration.several

        def call(_: list[Any]) -> Any:
            values = self._recorded(thread)
            outputs = tuple(values.or_default(kind) for kind in declared)
            return outputs if several else outputs[0]

        return call

    def _isolating(self, thread: str, step: Step) -> Callable[[list[Any]], Any]:
        """Return a replacement that runs a module for comparison but returns the recording."""
        compute, play = step.call, self._player(thread, step.node)
        several = step.node.declaration.several

        def call(board: list[Any]) -> Any:
            made = compute(board)
            values: Any = made if several else (made,)
            self._results.update(zip(step.node.declaration.provides, values, strict=True))
            return play(board)

        return call

    def _recorded(self, thread: str) -> ThreadValues:
        return self.playback.threads.get(thread) or ThreadValues(self.playback.default_of)

    def __getitem__(self, name: str | type) -> Any:
        """Return the newest value of a representation on the replayed robot's blackboards."""
        return self.agent[name]

    def recorded(self, thread: str, name: str) -> Any:
        """Return the recorded value of a representation."""
        return self._recorded(thread).or_default(representation_named(name))

    def listen(self, pattern: str) -> None:
        """Request drawings, plots and pictures of recomputed modules from the next cycle on."""
        self._patterns.add(pattern)
        self.agent.listen(pattern)

    def step(self) -> ReplayedCycle | None:
        """Replay the next cycle; None at the end of the recording."""
        cycle = self.playback.next()
        if cycle is None:
            return None
        for change in cycle.changes:
            self._change(change)
        self.time = cycle.info.time
        frame = FrameInfo(time=cycle.info.time, dt=cycle.info.dt, cycle=cycle.info.cycle)
        executor = self.agent.threads.get(cycle.thread)
        if executor is None:
            raise RecordingError(f"{self.robot} has no thread '{cycle.thread}' in this version")
        recomputed = cycle.thread in self.plan.threads()
        self._shown = []
        if recomputed:
            self._recompute(executor, cycle, frame)
        else:
            executor.frame = frame
            executor.published = self._recorded(cycle.thread)
        return ReplayedCycle(
            thread=cycle.thread, frame=frame, recomputed=recomputed, debug=tuple(self._shown)
        )

    def _recompute(self, executor: ThreadExecutor, cycle: RecordedCycle, frame: FrameInfo) -> None:
        values = self._recorded(cycle.thread)
        given = (representation_named(name) for name in executor.graph.plan.inputs)
        inputs = [values[kind] for kind in given if kind in values]
        self._results.clear()
        self.agent.run(cycle.thread, frame.time, (frame, *inputs), cycle.info.trigger)
        executor.frame = frame
        if self.compares:
            self._compare(executor, cycle)

    def _compare(self, executor: ThreadExecutor, cycle: RecordedCycle) -> None:
        data = self._recorded(cycle.thread).data
        for step in executor.steps:
            if (executor.name, step.node.name) not in self.plan.recomputed:
                continue
            for kind in step.node.provides:
                if kind is None or kind not in data:
                    continue
                if kind not in cycle.fresh and not self.playback.is_complete(executor.name, kind):
                    continue
                made = self._results.get(kind, executor.published[kind])
                self.comparison.compare(
                    thread=executor.name,
                    module=step.node.name,
                    kind=kind,
                    time=cycle.info.time,
                    then=data[kind],
                    now=encoded(made),
                )

    def run(self, until: float | None = None) -> Comparison:
        """Replay until a time or to the end."""
        while until is None or self.time < until:
            if self.step() is None:
                break
        return self.comparison

    def seek(self, time: float, *, recompute: bool = False) -> None:
        """Go to a time. Modules are reset there, or recomputed from the start up to it.

        Changes from outside before that time are applied in either case.
        """
        self._start()
        if recompute:
            self.run(until=time)
            return
        changes = list(self.playback.changes_before(time))
        for _, change in changes:
            self._change(change)
        self.playback.seek(time)
        self.time = time
        for name, executor in self.agent.threads.items():
            executor.published = self._recorded(name)
        for sequence, change in changes:
            if change.what == "freeze":
                self._keep_frozen(representation_named(change.arguments[0]), sequence)

    def _keep_frozen(self, kind: type, since: int) -> None:
        """Give a frozen representation the value of its time, not of the next cycle."""
        overrides = self.agent.overrides
        if overrides.active().get(kind.__name__) != "frozen":
            return
        for thread in self.agent.graph.threads_providing(kind):
            values = self._recorded(thread)
            if kind in values and self.playback.has_run_since(since, thread, self.time):
                overrides.applied(kind, values[kind])

    def _watch(self, cycle: Cycle) -> None:
        self._shown += cycle.debug

    def _change(self, change: Change) -> None:
        """Repeat a recorded change from outside."""
        verbs: dict[str, Callable[..., Any]] = {
            "switch": self.agent.switch,
            "change_parameters": lambda module, values: self.agent.change_parameters(
                module, **values
            ),
            "override": self.agent.overrides.override,
            "release": self.agent.overrides.release,
            "freeze": self.agent.overrides.freeze,
        }
        try:
            verbs[change.what](*change.arguments)
        except (KickaboutError, LookupError, TypeError) as error:
            raise RecordingError(f"cannot reapply a recorded change: {error}") from None
        if change.what == "switch":
            self.agent.settle()
            self._arrange()


def _program(recording: Recording, robot: str) -> Program:
    programs = recording.programs
    if not programs:
        raise RecordingError("holds no robot's program", file=recording.path)
    name = robot.replace("/", " ").strip() or next(iter(programs))
    if name not in programs:
        hint = did_you_mean(robot, [known.replace(" ", "/") for known in programs])
        raise RecordingError(f"has no robot '{robot}'.{hint}", file=recording.path)
    program = programs[name]
    if program.refusal:
        raise RecordingError(program.refusal, file=recording.path)
    return program


def _with_layers(team: Team, layers: Sequence[Layer]) -> Team:
    return replace(team, layers=(*team.layers, *layers))


def _with_providers(team: Team, providers: Mapping[str, str]) -> Team:
    for name, module in providers.items():
        threads = _threads_for(team, representation_named(name))
        if len(threads) != 1:
            where = " and ".join(threads) or "no thread"
            raise RecordingError(f"{name} is provided in {where} of team {team.name}")
        team = team.with_provider(name, module, threads[0])
    return team


def _with_defaults(team: Team) -> tuple[Team, tuple[str, ...]]:
    """Add defaults for inputs that modules have only in this version, and return their names."""
    lacking: dict[str, list[str]] = {}
    for thread, key in missing(team):
        if key.thread is None:
            lacking.setdefault(thread, []).append(key.representation.__name__)
    plans = [
        replace(plan, defaults=tuple(dict.fromkeys((*plan.defaults, *lacking.get(plan.name, ())))))
        for plan in team.threads
    ]
    names = tuple(sorted({name for found in lacking.values() for name in found}))
    return replace(team, threads=tuple(plans)), names


def _threads_for(team: Team, wanted: type) -> list[str]:
    """Return threads whose modules provide a representation, or else those that require it."""
    providing, requiring = [], []
    for plan in team.threads:
        declared = [declaration_of(module_named(m, team.packages)) for m in plan.module_names]
        if any(wanted in each.provides for each in declared):
            providing.append(plan.name)
        if any(wanted is key.representation for each in declared for key in each.inputs):
            requiring.append(plan.name)
    return providing or requiring


def _wanted(
    team: Team,
    nodes: Sequence[tuple[str, Node]],
    only: Sequence[str],
    threads: Sequence[str],
) -> set[tuple[str, str]]:
    """Return the threads and modules to be recomputed."""
    for thread in threads:
        team.thread(thread)
    return {
        (thread, node.name)
        for thread, node in nodes
        if (not only or node.name in only) and (not threads or thread in threads)
    }
