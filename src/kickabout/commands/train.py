"""The train command: render data, learn a network, judge it, write it with its card."""

import importlib.util
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer

PLANS = ("ball", "hulks-ball", "robots", "boundary")


def train(
    name: Annotated[
        str, typer.Argument(help="What to learn: ball, hulks-ball, robots or boundary.")
    ],
    pictures: Annotated[int, typer.Option(min=1, help="Pictures to render for training.")] = 12000,
    judged: Annotated[
        int, typer.Option(min=1, help="Pictures of looks that are held out, to judge by.")
    ] = 2000,
    steps: Annotated[int, typer.Option(min=1, help="Steps of learning.")] = 6000,
    seed: Annotated[int, typer.Option(min=0, help="Of pictures and learning.")] = 1,
    threads: Annotated[int, typer.Option(min=1, help="Threads that PyTorch may use.")] = 2,
    output: Annotated[
        Path | None, typer.Option(help="Folder for the network; the user's own by default.")
    ] = None,
    fresh: Annotated[
        bool, typer.Option("--fresh", help="Do not go on from an earlier checkpoint.")
    ] = False,
) -> None:
    """Learn a network from pictures that are rendered for it.

    Pictures and checkpoints are kept in the user's cache, so that a second call goes on where the
    first one stopped.
    """
    from kickabout.framework.errors import KickaboutError, did_you_mean

    if name not in PLANS:
        raise KickaboutError(
            f"there is nothing to learn called '{name}'.{did_you_mean(name, PLANS)}"
        )
    if importlib.util.find_spec("torch") is None:
        raise KickaboutError(
            "learning needs PyTorch, which comes with the extra 'train': "
            "pip install 'kickabout[train]'"
        )
    from kickabout.framework.teams.configuration import config_folders
    from kickabout.learning.training.plans import Plan, learn
    from kickabout.learning.training.progress import TrainingProgress

    plan = Plan(
        name=name,
        pictures=pictures,
        judged=judged,
        steps=steps,
        seed=seed,
        threads=threads,
        fresh=fresh,
        date=datetime.now(tz=UTC).date().isoformat(),
    )
    with TrainingProgress() as progress:
        cards = learn(plan, output or config_folders("nets")[0], progress)
    for card in cards:
        typer.echo(f"{card.path}:")
        for key, value in card.metrics.items():
            typer.echo(f"  {key} = {value:.4g}")
