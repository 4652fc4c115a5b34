"""Comparison of teams: from their module graphs to representations with other providers."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from kickabout.framework.graph import Graph
from kickabout.framework.module import Module, declaration_of

Provider = tuple[type[Module[Any]], ...]  # modules of all threads that provide a representation


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """Representations that are not provided by the same modules in all teams."""

    station: str
    representations: tuple[str, ...]
    providers: tuple[Provider, ...]  # per team; empty if no module provides it


def team_differences(graphs: Sequence[Graph]) -> list[Difference]:
    """Return the differences between teams by station, in the order of threads and modules."""
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
