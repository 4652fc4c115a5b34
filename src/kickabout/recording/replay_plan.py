"""Which modules think again in a replay, and which are played from the recording, and why."""

from collections.abc import Callable, Collection
from dataclasses import dataclass

from kickabout.framework.frame import FrameInfo
from kickabout.framework.graph import Graph, Node, ThreadGraph
from kickabout.framework.representation import representation_named

IsRecorded = Callable[[str, type], bool]  # thread and type → every value is in the recording


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplayPlan:
    """What happens to each module; keys are threads and modules."""

    recomputed: frozenset[tuple[str, str]] = frozenset()
    played: frozenset[tuple[str, str]] = frozenset()
    silent: frozenset[tuple[str, str]] = frozenset()  # neither possible: "nothing known"
    unasked: frozenset[tuple[str, str]] = frozenset()  # recomputed, only as not recorded
    idle: frozenset[tuple[str, str]] = frozenset()  # not recorded, and nobody needs them
    missing: frozenset[type] = frozenset()  # inputs that are not there

    def threads(self) -> set[str]:
        """Threads in which something is recomputed."""
        return {thread for thread, _ in self.recomputed}


def planned(
    graph: Graph, is_recorded: IsRecorded, wanted: Collection[tuple[str, str]]
) -> ReplayPlan:
    """Recompute what is wanted and can be; play the rest.

    A module whose inputs are not in the recording can only be played; one whose outputs are
    not there has to be recomputed. What lacks both makes those silent that need it.
    """
    absent = _absent_inputs(graph, is_recorded)
    while True:
        sorted_out = {
            (thread.name, node.name): _fate(thread, node, is_recorded, wanted, absent)
            for thread in graph.threads
            for node in thread.nodes
        }
        lost = {
            kind
            for thread in graph.threads
            for node in thread.nodes
            if sorted_out[thread.name, node.name] == "silent"
            for kind in node.provides
            if kind is not None
        }
        if lost <= absent:
            break
        absent |= lost
    _spare(graph, sorted_out)
    recomputed = _with(sorted_out, "recomputed", "unasked")
    return ReplayPlan(
        recomputed=recomputed,
        played=_with(sorted_out, "played"),
        silent=_with(sorted_out, "silent"),
        unasked=_with(sorted_out, "unasked"),
        idle=_with(sorted_out, "idle"),
        missing=frozenset(absent),
    )


def _spare(graph: Graph, fates: dict[tuple[str, str], str]) -> None:
    """Modules that nobody asked for only think if one that does think needs them."""
    nodes = {(thread.name, node.name): node for thread in graph.threads for node in thread.nodes}
    busy = {key for key, fate in fates.items() if fate == "recomputed"}
    while True:
        needs = {key.representation for each in busy for key in nodes[each].declaration.inputs}
        more = {
            key
            for key, fate in fates.items()
            if fate == "unasked" and key not in busy and needs & set(nodes[key].provides)
        }
        if not more:
            break
        busy |= more
    for key, fate in fates.items():
        if fate == "unasked" and key not in busy:
            fates[key] = "idle"


def _with(fates: dict[tuple[str, str], str], *wanted: str) -> frozenset[tuple[str, str]]:
    return frozenset(key for key, fate in fates.items() if fate in wanted)


def _absent_inputs(graph: Graph, is_recorded: IsRecorded) -> set[type]:
    return {
        representation_named(name)
        for thread in graph.threads
        for name in thread.plan.inputs
        if not is_recorded(thread.name, representation_named(name))
    }


def _fate(
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
    can_think = not needs & absent
    if can_think and is_wanted:
        return "recomputed"
    if can_play:
        return "played"
    return "unasked" if can_think else "silent"
