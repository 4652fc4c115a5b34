"""docs/teams.md tells the truth about who provides what in which team."""

from tests.architecture.source import ROOT

from kickabout.framework import build_graph, load_team
from kickabout.framework.teams.team_differences import Provider, team_differences

TEAMS = ("bhuman2019", "bhuman2021", "hulks2021")


def table() -> list[str]:
    """The table as it should be."""
    graphs = [build_graph(load_team(team)) for team in TEAMS]
    lines = [f"| station | provides | {' | '.join(TEAMS)} |", "|---|---|---|---|---|"]
    for row in team_differences(graphs):
        cells = [
            "as left" if k and modules == row.providers[k - 1] else _links(modules)
            for k, modules in enumerate(row.providers)
        ]
        told = ", ".join(f"`{name}`" for name in row.representations)
        lines.append(f"| {row.station} | {told} | {' | '.join(cells)} |")
    return lines


def _links(modules: Provider) -> str:
    links = (f"[{m.__name__}](../src/{m.__module__.replace('.', '/')}.py)" for m in modules)
    return ", ".join(links) or "—"


def test_the_table_says_what_the_teams_run() -> None:
    text = (ROOT / "docs" / "teams.md").read_text(encoding="utf-8")
    told = [line for line in text.splitlines() if line.startswith("|")]
    assert told == table()
