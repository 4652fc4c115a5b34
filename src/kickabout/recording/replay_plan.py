"""Which modules a replay recomputes, and which it plays back from the recording."""

from collections.abc import Callable, Collection
from dataclasses import dataclass

from kickabout.framework.frame import FrameInfo
from kickabout.framework.graph import Graph, Node, ThreadGraph
from kickabout.framework.representation import representation_named

IsRecorded = Callable[[str, type], bool]  # thread and type → every value is in the recording


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplayPlan:
    """What a replay does with each module; keys are threads and modules."""

    recomputed: frozenset[tuple[str, str]] = frozenset()
    played: frozenset[tuple[str, str]] = frozenset()
    unavailable: frozenset[tuple[str, str]] = frozenset()  # neither possible
    unrecorded: frozenset[tuple[str, str]] = frozenset()  # recomputed because not recorded
    idle: frozenset[tuple[str, str]] = (
        frozenset()
    )  # not recorded, and no recomputed module needs them
    missing: frozenset[type] = frozenset()  # inputs that are neither recorded nor recomputed

    def threads(self) -> set[str]:
        """Return the threads in which a module is recomputed."""
        return {thread for thread, _ in self.recomputed}


def planned(
    graph: Graph, is_recorded: IsRecorded, wanted: Collection[tuple[str, str]]
) -> ReplayPlan:
    """Recompute the wanted modules if possible; play back the others.

    A module whose inputs are not in the recording can only be played back; one whose outputs
    are not there has to be recomputed. If neither is possible, its outputs are missing for others.
    """
    absent = _absent_inputs(graph, is_recorded)
    while True:
        modes = {
            (thread.name, node.name): _mode(thread, node, is_recorded, wanted, absent)
            for thread in graph.threads
            for node in thread.nodes
        }
        lost = {
            kind
            for thread in graph.threads
            for node in thread.nodes
            if modes[thread.name, node.name] == "unavailable"
            for kind in node.provides
            if kind is not None
        }
        if lost <= absent:
            break
        absent |= lost
    _skip_unneeded(graph, modes)
    recomputed = _with(modes, "recomputed", "unrecorded")
    return ReplayPlan(
        recomputed=recomputed,
        played=_with(modes, "played"),
        unavailable=_with(modes, "unavailable"),
        unrecorded=_with(modes, "unrecorded"),
        idle=_with(modes, "idle"),
        missing=frozenset(absent),
    )


def _skip_unneeded(graph: Graph, modes: dict[tuple[str, str], str]) -> None:
    """Recompute modules that are not wanted only if a recomputed one needs them."""
    nodes = {(thread.name, node.name): node for thread in graph.threads for node in thread.nodes}
    running = {key for key, mode in modes.items() if mode == "recomputed"}
    while True:
        needs = {key.representation for each in running for key in nodes[each].declaration.inputs}
        more = {
            key
            for key, mode in modes.items()
            if mode == "unrecorded" and key not in running and needs & set(nodes[key].provides)
        }
        if not more:
            break
        running |= more
    for key, mode in modes.items():
        if mode == "unrecorded" and key not in running:
            modes[key] = "idle"


def _with(modes: dict[tuple[str, str], str], *wanted: str) -> frozenset[tuple[str, str]]:
    return frozenset(key for key, mode in modes.items() if mode in wanted)


def _absent_inputs(graph: Graph, is_recorded: IsRecorded) -> set[type]:
    return {
        representation_named(name)
        for thread in graph.threads
        for name in thread.plan.inputs
        if not is_recorded(thread.name, representation_named(name))
    }


def _mode(
    thread: ThreadGraph,
    node: Node,
    is_recorded: IsRecorded,
    wanted: Collection[tuple[str, str]],
    absent: set[type],
) -> str:
    is_wanted = (thread.name, node.name) in wanted
    needs = {key.representation for key in node.declaration.inputs} - {FrameInfo}
    outputs = [kind for kind in node.provides if kind is not None]
    can_play = all(is_recorded(thread.name, kind) for kind in outputs)
    can_run = not needs & absent
    if can_run and is_wanted:
        return "recomputed"
    if can_play:
        return "played"
    return "unrecorded" if can_run else "unavailable"
