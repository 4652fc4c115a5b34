"""Teams side by side: from their module graphs to who provides what in which of them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from kickabout.framework.graph import Graph
from kickabout.framework.module import Module, declaration_of

Provider = tuple[type[Module[Any]], ...]  # modules of all threads that provide something


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """Representations that not all teams get from the same modules."""

    station: str
    representations: tuple[str, ...]
    providers: tuple[Provider, ...]  # of each team; empty if nobody provides it


def team_differences(graphs: Sequence[Graph]) -> list[Difference]:
    """What differs between teams, in the order of their threads and modules, by station."""
    provided = [_providers(graph) for graph in graphs]
    names = dict.fromkeys(name for providers in provided for name in providers)
    together: dict[tuple[Provider, ...], list[str]] = {}
    for name in names:
        together.setdefault(tuple(team.get(name, ()) for team in provided), []).append(name)
    found = [
        Difference(
            station=declaration_of(next(filter(None, providers))[0]).station.partition(".")[0],
            representations=tuple(representations),
            providers=providers,
        )
        for providers, representations in together.items()
        if len(set(providers)) > 1
    ]
    stations = list(dict.fromkeys(row.station for row in found))
    return sorted(found, key=lambda row: stations.index(row.station))


def _providers(graph: Graph) -> dict[str, Provider]:
    found: dict[str, Provider] = {}
    for thread in graph.threads:
        for node in thread.nodes:
            for provided in filter(None, node.provides):
                before = found.get(provided.__name__, ())
                if node.module not in before:
                    found[provided.__name__] = (*before, node.module)
    return found
