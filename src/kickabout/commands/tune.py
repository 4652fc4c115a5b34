"""The tune commands: search better parameters of walk, kicks and get-up in simulation."""

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kickabout.commands.output import write_file

if TYPE_CHECKING:
    from kickabout.learning.search.parameter_search import Problem, Values

app = typer.Typer(help="Search better parameters in simulation (CMA-ES).", no_args_is_help=True)

Generations = Annotated[int, typer.Option(min=1, help="Number of generations to run.")]
Population = Annotated[int, typer.Option(min=4, help="Number of candidates in each generation.")]
Trials = Annotated[
    int,
    typer.Option(
        min=1, help="Number of simulations of each candidate, each with another random seed."
    ),
]
Workers = Annotated[int, typer.Option(min=1, help="Number of processes.")]
State = Annotated[
    Path, typer.Option(help="Keep the search in this file; if it exists, continue from it.")
]
Output = Annotated[Path, typer.Option(help="Write the best parameters to this file (TOML).")]
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
    """Search a walk that is fast and does not fall.

    The result is a file of parameters for `kickabout play --location`.
    """
    from kickabout.learning.search.search_problems import WalkProblem

    _search(WalkProblem(), generations, population, trials, workers, state, output)


@app.command("kick")
def kick(
    name: Annotated[
        str, typer.Argument(help="The kick to start from: its name, or the path of a .toml file.")
    ],
    standing: Annotated[
        bool, typer.Option(help="The robot stands before the kick instead of walking.")
    ] = False,
    reach: Annotated[
        float, typer.Option(help="Distance in meters beyond which only straightness counts.")
    ] = 10.0,
    generations: Generations = 60,
    population: Population = 12,
    trials: Trials = 1,
    workers: Workers = CORES,
    state: State = Path("tune_kick.state"),
    output: Output = Path("tuned_kick.toml"),
) -> None:
    """Search a kick that is far and straight.

    The result is a file with the kick.
    """
    from kickabout.learning.search.search_problems import KickProblem, StandingKickProblem

    problem = StandingKickProblem(name, reach=reach) if standing else KickProblem(name, reach=reach)
    _search(problem, generations, population, trials, workers, state, output)


@app.command("trot")
def trot(
    robot: Annotated[
        str, typer.Option("--robot", help="Kind of robot, one with four legs.")
    ] = "ers210",
    gait: Annotated[
        str, typer.Option(help="The gait to start from: its name, or the path of a .toml file.")
    ] = "plain",
    generations: Generations = 40,
    population: Population = 12,
    trials: Trials = 1,
    workers: Workers = CORES,
    state: State = Path("tune_trot.state"),
    output: Output = Path("tuned_trot.toml"),
) -> None:
    """Search a trot that is fast and stays on its paws.

    The result is a file with the gait and the speeds that its strides reach.
    """
    from kickabout.learning.search.trot_search import TrotProblem

    problem = TrotProblem(robot, gait)
    best = _search(problem, generations, population, trials, workers, state, output)
    write_file(output, problem.finished(best, seed=1, seconds=20.0))


@app.command("getup")
def getup(
    side: Annotated[
        str,
        typer.Argument(
            help="Side that the robot lies on: front or back; on four legs also left or right."
        ),
    ] = "front",
    robot: Annotated[str, typer.Option("--robot", help="Kind of robot.")] = "nao",
    generations: Generations = 40,
    population: Population = 12,
    trials: Trials = 3,
    workers: Workers = CORES,
    state: State = Path("tune_getup.state"),
    output: Output = Path("tuned_getup.toml"),
) -> None:
    """Search a faster way to get up.

    The result is a file with the get-up. Of a NAO, it has another pace of each key frame; of a
    robot with four legs, other postures.
    """
    from kickabout.learning.search.four_legged_get_up_search import FourLeggedGetUpProblem
    from kickabout.learning.search.search_problems import GetUpProblem

    problem = GetUpProblem(side) if robot == "nao" else FourLeggedGetUpProblem(robot, side)
    _search(problem, generations, population, trials, workers, state, output)


def _search(
    problem: "Problem",
    generations: int,
    population: int,
    trials: int,
    workers: int,
    state: Path,
    output: Path,
) -> "Values":
    """Run a search, and return its best values."""
    from rich.console import Console
    from rich.progress import Progress

    from kickabout.learning.search.parameter_search import ParameterSearch

    search = ParameterSearch(problem, state, population=population)
    console = Console(stderr=True)
    is_silent = not console.is_terminal  # where no progress bar can be shown
    if is_silent:
        values, first = len(search.ranges), search.state.generation
        typer.echo(f"searching {values} values from generation {first} on", err=True)
    with Progress(console=console, transient=True, disable=is_silent) as progress:
        task = progress.add_task("generations", total=generations)
        for now in search.generations(generations, workers=workers, trials=trials):
            write_file(output, problem.toml(now.best))
            progress.update(task, advance=1, description=f"cost {now.costs[-1]:.3f}")
            if is_silent:
                typer.echo(f"generation {now.generation}: cost {now.costs[-1]:.3f}", err=True)
    found = search.state
    typer.echo(f"{output}: cost {found.costs[-1]:.3f} after {found.generation} generations")
    return found.best
