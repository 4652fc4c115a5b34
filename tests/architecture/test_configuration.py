"""Every shipped configuration file loads; each key in it is known and every graph complete."""

import pytest

from kickabout.framework import build_graph, load_team, team_names
from kickabout.framework.teams.configuration import config_names
from kickabout.representations import load_field
from kickabout.simulation.match.fidelity import with_fidelity
from kickabout.soccer.fidelity import FIDELITIES


@pytest.mark.parametrize("name", team_names())
@pytest.mark.parametrize("fidelity", FIDELITIES)
def test_each_team_has_a_complete_graph(name: str, fidelity: str) -> None:
    graph = build_graph(with_fidelity(load_team(name), fidelity))
    assert graph.threads
    assert all(thread.nodes for thread in graph.threads)


@pytest.mark.parametrize("name", config_names("fields"))
def test_each_field_loads(name: str) -> None:
    assert load_field(name).name == name
