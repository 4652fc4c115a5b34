"""The module graph: from a team's list of modules to a valid order of execution."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from kickabout.framework.errors import GraphError, did_you_mean
from kickabout.framework.frame import FrameInfo
from kickabout.framework.module import Declaration, Input, declaration_of
from kickabout.framework.registry import ModuleClass, module_named, providers_of
from kickabout.framework.representation import has_functions, representation_named
from kickabout.framework.teams.team import Cadence, Team, ThreadPlan


@dataclass(frozen=True, slots=True, kw_only=True)
class Node:
    """A module in a thread, with the outputs that it was chosen for."""

    module: ModuleClass
    declaration: Declaration
    provides: tuple[type | None, ...]  # as declared; None if another module was chosen
    cadence: Cadence = Cadence()  # in which cycles it runs

    @property
    def name(self) -> str:
        return self.declaration.name


@dataclass(frozen=True, slots=True, kw_only=True)
class HandOver:
    """A representation that a thread takes from others at the start of its cycle."""

    key: Input
    threads: tuple[str, ...]  # if several, the one that triggered this cycle is used


@dataclass(frozen=True, slots=True, kw_only=True)
class ThreadGraph:
    """One thread: its nodes in order of execution, and its inputs from outside."""

    plan: ThreadPlan
    nodes: tuple[Node, ...]
    given: tuple[type, ...]  # from the framework, the body and the constants
    defaults: tuple[
        type, ...
    ]  # stay at their default values, as configured or as no module is there
    hand_overs: tuple[HandOver, ...]

    @property
    def name(self) -> str:
        return self.plan.name

    def provider_of(self, representation: type) -> Node | None:
        return next((node for node in self.nodes if representation in node.provides), None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Graph:
    """All threads of a team, checked: every input has exactly one source."""

    team: Team
    threads: tuple[ThreadGraph, ...]
    sources: Mapping[type, list[str]]  # representation → threads that provide or receive it
    followers: Mapping[str, list[str]]  # thread → threads that run after each of its cycles

    def thread(self, name: str) -> ThreadGraph:
        for thread in self.threads:
            if thread.name == name:
                return thread
        hint = did_you_mean(name, [thread.name for thread in self.threads])
        raise GraphError(f"team {self.team.name} has no thread '{name}'.{hint}")

    def threads_providing(self, representation: type) -> list[str]:
        """Return the threads that provide this representation or receive it from the body."""
        return self.sources.get(representation, [])


def build_graph(team: Team) -> Graph:
    """Choose providers, check all dependencies and sort; raise a GraphError if impossible."""
    for plan in team.threads:
        _check_triggers(team, plan)
    nodes = {plan.name: _chosen_nodes(team, plan) for plan in team.threads}
    threads = tuple(_thread_graph(team, plan, nodes) for plan in team.threads)
    return Graph(team=team, threads=threads, sources=_sources(threads), followers=_followers(team))


def _sources(threads: tuple[ThreadGraph, ...]) -> dict[type, list[str]]:
    found: dict[type, list[str]] = {}
    for thread in threads:
        provided = [p for node in thread.nodes for p in node.provides if p is not None]
        for representation in (*_inputs(thread.plan), *provided):
            found.setdefault(representation, []).append(thread.name)
    return found


def _followers(team: Team) -> dict[str, list[str]]:
    return {
        plan.name: [other.name for other in team.threads if plan.name in other.after]
        for plan in team.threads
    }


def _check_triggers(team: Team, plan: ThreadPlan) -> None:
    names = [other.name for other in team.threads]
    for trigger in plan.after:
        if trigger not in names or trigger == plan.name:
            hint = did_you_mean(trigger, [name for name in names if name != plan.name])
            raise GraphError(
                f"thread '{plan.name}' runs after '{trigger}', which is not another thread.{hint}"
            )
        if plan.name in team.thread(trigger).after:
            raise GraphError(f"threads '{plan.name}' and '{trigger}' run after each other")
    if not plan.after and plan.rate is None and not plan.inputs:
        raise GraphError(
            f"thread '{plan.name}' has neither a rate, nor inputs, nor threads to run after"
        )


def _chosen_nodes(team: Team, plan: ThreadPlan) -> list[Node]:
    """Return the modules of one thread, with the outputs that each provides."""
    overrides = {representation_named(name): module for name, module in plan.providers.items()}
    chosen: dict[type, str] = {}
    nodes: list[Node] = []
    for module in team.modules_of(plan):
        declaration = declaration_of(module)
        outputs: list[type | None] = []
        for provided in declaration.provides:
            wanted = overrides.get(provided)
            if wanted is not None and wanted != declaration.name:
                outputs.append(None)
                continue
            if provided in chosen:
                raise GraphError(
                    f"thread '{plan.name}': {chosen[provided]} and {declaration.name} both provide "
                    f"{provided.__name__}; remove one, or choose in [threads.{plan.name}.providers]"
                )
            chosen[provided] = declaration.name
            outputs.append(provided)
        if any(outputs):
            cadence = plan.cadence.get(declaration.name, Cadence())
            nodes.append(
                Node(
                    module=module,
                    declaration=declaration,
                    provides=tuple(outputs),
                    cadence=cadence,
                )
            )
    _check_overrides(plan, overrides, chosen)
    _check_cadence(team, plan)
    return nodes


def _check_cadence(team: Team, plan: ThreadPlan) -> None:
    """Check names in cadences; modules that a layer has replaced may still be listed."""
    for module, cadence in plan.cadence.items():
        module_named(module, team.packages)
        if cadence.after and cadence.after not in plan.after:
            hint = did_you_mean(cadence.after, list(plan.after))
            raise GraphError(
                f"thread '{plan.name}': {module} runs with '{cadence.after}', but the thread does"
                f" not run after it.{hint}"
            )


def _check_overrides(plan: ThreadPlan, overrides: dict[type, str], chosen: dict[type, str]) -> None:
    for representation, module in overrides.items():
        if module and chosen.get(representation) != module:
            able = ", ".join(providers_of(representation)) or "no module"
            raise GraphError(
                f"thread '{plan.name}': {module} does not provide {representation.__name__}; "
                f"{able} could"
            )


def _thread_graph(team: Team, plan: ThreadPlan, nodes: dict[str, list[Node]]) -> ThreadGraph:
    given = (FrameInfo, *_inputs(plan), *(representation_named(name) for name in team.constants))
    defaults = tuple(representation_named(name) for name in plan.defaults)
    own = {provided: node for node in nodes[plan.name] for provided in node.provides if provided}
    for representation in (*given, *defaults):
        if representation in own:
            raise GraphError(
                f"thread '{plan.name}': {representation.__name__} is listed as given or default, "
                f"and {own[representation].name} provides it"
            )
    hand_overs: dict[Input, HandOver] = {}
    unprovided: dict[type, None] = {}
    for node in nodes[plan.name]:
        for key in node.declaration.inputs:
            here = key.representation in own or key.representation in (*given, *defaults)
            if key.thread is None and here:
                continue
            sources = _sources_elsewhere(team, plan, key, nodes)
            if not sources and key.optional:
                unprovided[key.representation] = None
            else:
                hand_overs[key] = _hand_over(team, plan, node, key, sources)
    return ThreadGraph(
        plan=plan,
        nodes=tuple(_sorted(plan, nodes[plan.name], own)),
        given=given,
        defaults=(*defaults, *unprovided),
        hand_overs=tuple(hand_overs.values()),
    )


def _sources_elsewhere(
    team: Team, plan: ThreadPlan, key: Input, nodes: dict[str, list[Node]]
) -> list[str]:
    """Return the other threads that provide an input; else those that keep it at its default."""
    wanted = key.representation
    others = [
        other
        for other in team.threads
        if other.name != plan.name and (key.thread is None or other.name == key.thread)
    ]
    sources = [
        other.name
        for other in others
        if wanted in _inputs(other) or any(wanted in n.provides for n in nodes[other.name])
    ]
    return sources or [other.name for other in others if wanted.__name__ in other.defaults]


def _hand_over(
    team: Team, plan: ThreadPlan, node: Node, key: Input, sources: list[str]
) -> HandOver:
    wanted = key.representation
    if not sources:
        raise GraphError(_no_provider_message(team, plan, node, key))
    triggers = [name for name in sources if name in plan.after]
    sources = triggers or sources
    if len(sources) > 1 and not triggers:
        raise GraphError(
            f"thread '{plan.name}': {node.name} requires {wanted.__name__}, which threads "
            f"{' and '.join(sources)} provide; name one: Annotated[{wanted.__name__}, From(…)]"
        )
    if has_functions(wanted):
        raise GraphError(
            f"thread '{plan.name}': {node.name} requires {wanted.__name__} of thread {sources[0]}, "
            "but it holds functions, which may be called only in the thread that provides them"
        )
    return HandOver(key=key, threads=tuple(sources))


def _no_provider_message(team: Team, plan: ThreadPlan, node: Node, key: Input) -> str:
    name = key.representation.__name__
    able = providers_of(key.representation, team.packages)
    where = f" in thread '{key.thread}'" if key.thread else ""
    could = f"possible: {', '.join(able)}" if able else "none is known"
    return (
        f"thread '{plan.name}': {node.name} requires {name}, but no module provides it{where} "
        f"({could}). Add a provider, or list {name} under defaults"
    )


def _inputs(plan: ThreadPlan) -> tuple[type, ...]:
    return tuple(representation_named(name) for name in plan.inputs)


def _sorted(plan: ThreadPlan, nodes: list[Node], own: dict[type, Node]) -> Iterator[Node]:
    """Sort depth first in the order of the team file, which makes the order deterministic."""
    done: set[str] = set()
    order: list[Node] = []

    def visit(node: Node, path: tuple[tuple[Node, type | None], ...]) -> None:
        if node.name in done:
            return
        if any(node is before for before, _ in path):
            raise GraphError(_cycle(plan, node, path))
        for required in node.declaration.requires:
            if required in own:
                visit(own[required], (*path, (node, required)))
        done.add(node.name)
        order.append(node)

    for node in nodes:
        visit(node, ())
    return iter(order)


def _cycle(plan: ThreadPlan, node: Node, path: tuple[tuple[Node, type | None], ...]) -> str:
    start = next(i for i, (before, _) in enumerate(path) if before is node)
    steps = path[start:]
    names = [before.name for before, _ in steps] + [node.name]
    needs = [
        f"{names[i]} requires {required.__name__ if required else '?'} of {names[i + 1]}"
        for i, (_, required) in enumerate(steps)
    ]
    return (
        f"thread '{plan.name}': cyclic dependency: {', '.join(needs)}; "
        "use Last[…] in one of them, or replace one"
    )
