"""The table of docs/teams.md lists the modules that each team runs."""

from tests.architecture.source import ROOT

from kickabout.framework import build_graph, load_team
from kickabout.framework.teams.team_differences import Provider, team_differences

TEAMS = ("bhuman2019", "bhuman2021", "hulks2021")


def table() -> list[str]:
    """Return the expected table."""
    graphs = [build_graph(load_team(team)) for team in TEAMS]
    lines = [f"| station | provides | {' | '.join(TEAMS)} |", "|---|---|---|---|---|"]
    for row in team_differences(graphs):
        cells = [
            "as left" if k and modules == row.providers[k - 1] else _links(modules)
            for k, modules in enumerate(row.providers)
        ]
        provided = ", ".join(f"`{name}`" for name in row.representations)
        lines.append(f"| {row.station} | {provided} | {' | '.join(cells)} |")
    return lines


def _links(modules: Provider) -> str:
    links = (f"[{m.__name__}](../src/{m.__module__.replace('.', '/')}.py)" for m in modules)
    return ", ".join(links) or "—"


def test_the_table_lists_the_modules_that_teams_run() -> None:
    text = (ROOT / "docs" / "teams.md").read_text(encoding="utf-8")
    written = [line for line in text.splitlines() if line.startswith("|")]
    assert written == table()
