"""The tune commands: better parameters of walk, kicks and get-up by search in simulation."""

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kickabout.commands.output import write_file

if TYPE_CHECKING:
    from kickabout.learning.search.parameter_search import Problem

app = typer.Typer(
    help="Search parameters by CMA-ES over parallel simulations.", no_args_is_help=True
)

Generations = Annotated[int, typer.Option(min=1, help="How many generations to go on for.")]
Population = Annotated[int, typer.Option(min=4, help="Candidates in a generation.")]
Trials = Annotated[int, typer.Option(min=1, help="Seeds with which each candidate is tried.")]
Workers = Annotated[int, typer.Option(min=1, help="Processes.")]
State = Annotated[Path, typer.Option(help="The search goes on from this file if it exists.")]
Output = Annotated[Path, typer.Option(help="Write what was found here (TOML).")]
CORES = os.cpu_count() or 1


@app.command("walk")
def walk(
    generations: Generations = 40,
    population: Population = 12,
    trials: Trials = 2,
    workers: Workers = CORES,
    state: State = Path("tune_walk.state"),
    output: Output = Path("tuned_walk.toml"),
) -> None:
    """Fast without falling; the result is a layer of a team or a location."""
    from kickabout.learning.search.search_problems import WalkProblem

    _search(WalkProblem(), generations, population, trials, workers, state, output)


@app.command("kick")
def kick(
    name: Annotated[str, typer.Argument(help="A kick, or the path of its file.")],
    standing: Annotated[bool, typer.Option(help="A kick out of a stand, not of the walk.")] = False,
    reach: Annotated[
        float, typer.Option(help="m; farther kicks gain nothing, only straighter ones.")
    ] = 10.0,
    generations: Generations = 60,
    population: Population = 12,
    trials: Trials = 1,
    workers: Workers = CORES,
    state: State = Path("tune_kick.state"),
    output: Output = Path("tuned_kick.toml"),
) -> None:
    """Far and straight without falling; the result is a kick's file."""
    from kickabout.learning.search.search_problems import KickProblem, StandingKickProblem

    problem = StandingKickProblem(name, reach=reach) if standing else KickProblem(name, reach=reach)
    _search(problem, generations, population, trials, workers, state, output)


@app.command("getup")
def getup(
    side: Annotated[str, typer.Argument(help="front or back.")] = "front",
    generations: Generations = 40,
    population: Population = 12,
    trials: Trials = 3,
    workers: Workers = CORES,
    state: State = Path("tune_getup.state"),
    output: Output = Path("tuned_getup.toml"),
) -> None:
    """Quickly up at the first try; the result is a layer with the pace of each key frame."""
    from kickabout.learning.search.search_problems import GetUpProblem

    _search(GetUpProblem(side), generations, population, trials, workers, state, output)


def _search(
    problem: "Problem",
    generations: int,
    population: int,
    trials: int,
    workers: int,
    state: Path,
    output: Path,
) -> None:
    from rich.console import Console
    from rich.progress import Progress

    from kickabout.learning.search.parameter_search import ParameterSearch

    search = ParameterSearch(problem, state, population=population)
    with Progress(console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("generations", total=generations)
        for now in search.generations(generations, workers=workers, trials=trials):
            write_file(output, problem.toml(now.best))
            progress.update(task, advance=1, description=f"cost {now.costs[-1]:.3f}")
    typer.echo(f"{output}: cost {search.state.costs[-1]:.3f} after {search.state.generation}")
