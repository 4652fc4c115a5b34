"""Every shipped configuration file loads; each key in it is known and every graph complete."""

import pytest

from kickabout.framework import build_graph, load_team, team_names
from kickabout.framework.configuration import config_names
from kickabout.representations import load_field


@pytest.mark.parametrize("name", team_names())
def test_each_team_has_a_complete_graph(name: str) -> None:
    graph = build_graph(load_team(name))
    assert all(thread.nodes for thread in graph.threads)


@pytest.mark.parametrize("name", config_names("fields"))
def test_each_field_loads(name: str) -> None:
    assert load_field(name).name == name
