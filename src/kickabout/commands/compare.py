"""Experiments with whole games: compare two teams, or let many play a tournament."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kickabout.commands.options import FidelityName, LeagueName, demand_names

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from rich.table import Table

    from kickabout.evaluation.games.comparison import Difference
    from kickabout.evaluation.games.games import GamePlan, GameResult
    from kickabout.evaluation.games.ratings import Standing

Half = Annotated[float, typer.Option(min=1.0, help="Duration of one half in seconds.")]
Robots = Annotated[
    int | None,
    typer.Option(min=1, help="Robots in each team; by default as many as in the league."),
]
Seed = Annotated[
    int,
    typer.Option(min=0, help="Random seed of the first pair of games; each pair takes the next."),
]
Book = Annotated[
    Path | None,
    typer.Option(help="Keep the results in this file; games that are in it are not played again."),
]
Processes = Annotated[int, typer.Option(min=1, help="Number of games played in parallel.")]


def compare(
    first: Annotated[
        str,
        typer.Argument(
            help="A team, such as bhuman2019 or, with another provider of BallModel, "
            "bhuman2019+BallModel=HulksBallTracker."
        ),
    ],
    second: Annotated[str, typer.Argument(help="The team to compare it with.")],
    games: Annotated[
        int,
        typer.Option(min=1, help="Number of games; each seed is played with sides swapped, too."),
    ] = 10,
    metric: Annotated[
        list[str] | None, typer.Option(help="Show only this metric; may be repeated.")
    ] = None,
    half: Half = 600.0,
    robots: Robots = None,
    league: LeagueName = "",
    fidelity: FidelityName = "percepts",
    seed: Seed = 1,
    results: Book = None,
    processes: Processes = 2,
) -> None:
    """Compare two teams in many games.

    Differences are printed with 95 % confidence intervals.
    """
    demand_names(teams=(first, second), league=league, fidelity=fidelity)
    from rich.console import Console

    from kickabout.evaluation.games.comparison import METRICS, differences, paired_plans

    wanted = metric or []
    _demand_known("metric", wanted, METRICS)
    plan = _plan(first, second, half=half, fidelity=fidelity, seed=seed)
    plan = _in_league(plan, [first, second], league, robots)
    played = _played(paired_plans(plan, games), results, processes)
    rows = [row for row in differences(played, first) if not wanted or row.metric in wanted]
    Console().print(_difference_table(rows, first, second, _origin(played)))
    _print_failures(played)


def tournament(
    teams: Annotated[list[str], typer.Argument(help="Two or more teams (see `kickabout teams`).")],
    games: Annotated[int, typer.Option(min=1, help="Number of games of each pair of teams.")] = 10,
    half: Half = 600.0,
    robots: Robots = None,
    league: LeagueName = "",
    fidelity: FidelityName = "percepts",
    seed: Seed = 1,
    results: Book = None,
    processes: Processes = 2,
) -> None:
    """Let every team play every other.

    The table shows Elo ratings with 95 % confidence intervals.
    """
    demand_names(teams=teams, league=league, fidelity=fidelity)
    from rich.console import Console

    from kickabout.evaluation.games.ratings import round_robin, standings
    from kickabout.framework import ConfigurationError

    if len(set(teams)) < 2 or len(set(teams)) != len(teams):
        raise ConfigurationError("a tournament needs two or more different teams")
    plan = _plan(teams[0], teams[1], half=half, fidelity=fidelity, seed=seed)
    plan = _in_league(plan, teams, league, robots)
    played = _played(round_robin(teams, plan, games), results, processes)
    Console().print(_standings_table(standings(teams, played), _origin(played)))
    _print_failures(played)


def _plan(home: str, away: str, *, half: float, fidelity: str, seed: int) -> "GamePlan":
    from kickabout.evaluation.games.games import GamePlan
    from kickabout.soccer.fidelity import FIDELITIES

    _demand_known("fidelity", [fidelity], FIDELITIES)
    return GamePlan(
        home=home,
        away=away,
        seed=seed,
        half=half,
        # Types: it was checked above.
        fidelity=fidelity,  # type: ignore[arg-type]
    )


def _in_league(
    plan: "GamePlan", teams: "Sequence[str]", league: str, robots: int | None
) -> "GamePlan":
    """Return the plan of a game in a league; refuse teams that may not play in it."""
    from dataclasses import replace

    from kickabout.framework import load_team
    from kickabout.soccer.league import load_league
    from kickabout.soccer.players import DEFAULT_LEAGUE

    loaded = load_league(league or DEFAULT_LEAGUE)
    players = loaded.teams.players if robots is None else robots
    for team in teams:
        loaded.demand_robot(load_team(team).robot, team)
        loaded.demand_players(players, team)
    return replace(plan, robots=players, league=league or DEFAULT_LEAGUE)


def _demand_known(kind: str, names: "Sequence[str]", known: "Collection[str]") -> None:
    from kickabout.framework import ConfigurationError
    from kickabout.framework.errors import did_you_mean

    for name in names:
        if name not in known:
            raise ConfigurationError(f"there is no {kind} '{name}'.{did_you_mean(name, known)}")


def _played(plans: "Sequence[GamePlan]", path: Path | None, processes: int) -> "list[GameResult]":
    """Play the games that are not in the file yet, with a progress bar."""
    from rich.console import Console
    from rich.progress import Progress

    from kickabout.evaluation.games.games import ResultsFile, play_games
    from kickabout.framework import build_graph, load_team

    for team in dict.fromkeys(team for plan in plans for team in (plan.home, plan.away)):
        build_graph(load_team(team))
    book = ResultsFile(path)
    results = []
    with Progress(console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("games", total=len(plans))
        for result in play_games(plans, book, processes=processes):
            results.append(result)
            progress.advance(task)
    return results


def _origin(played: "Sequence[GameResult]") -> str:
    """Return how many games were played by which source; a file may hold older results."""
    from kickabout.evaluation.games.games import revisions_of

    return f"{len(played)} games, played by {revisions_of(played)}"


def _difference_table(
    rows: "Sequence[Difference]", first: str, second: str, origin: str
) -> "Table":
    from rich.table import Table

    table = Table(title=f"{origin}; mean of each", title_justify="left")
    for column in ("metric", first, second, "difference", "95 % interval", "clear"):
        table.add_column(column)
    for row in rows:
        table.add_row(
            row.metric,
            f"{row.first:.3g}",
            f"{row.second:.3g}",
            f"{row.difference:+.3g}",
            f"{row.low:+.3g} … {row.high:+.3g}",
            "yes" if row.is_clear else "",
        )
    return table


def _standings_table(rows: "Sequence[Standing]", origin: str) -> "Table":
    from rich.table import Table

    table = Table(title=origin, title_justify="left")
    for column in ("team", "games", "won", "drawn", "lost", "goals", "Elo", "95 % interval"):
        table.add_column(column)
    for row in rows:
        table.add_row(
            row.team,
            *(str(number) for number in (row.games, row.won, row.drawn, row.lost)),
            f"{row.goals_for} : {row.goals_against}",
            f"{row.rating:.0f}",
            f"{row.low:.0f} … {row.high:.0f}",
        )
    return table


def _print_failures(results: "Sequence[GameResult]") -> None:
    failures = [text for result in results for text in result.failures]
    for text in failures[:10]:
        typer.echo(text, err=True)
    if failures:
        raise typer.Exit(1)
