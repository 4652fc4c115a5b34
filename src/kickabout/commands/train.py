"""The train command: render images, train a network, evaluate it, write it with its card."""

import importlib.util
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer

from kickabout.commands.options import UsedLeagues

PLANS = ("ball", "hulks-ball", "robots", "boundary")

Output = Annotated[
    Path | None,
    typer.Option(
        help="Folder to write the network to; by default the user's configuration folder."
    ),
]


def train(
    name: Annotated[
        str, typer.Argument(help="Network to train: ball, hulks-ball, robots or boundary.")
    ],
    pictures: Annotated[
        int, typer.Option(min=1, help="Number of images to render for training.")
    ] = 12000,
    judged: Annotated[
        int,
        typer.Option(min=1, help="Number of images to evaluate with, of held-out appearances."),
    ] = 2000,
    steps: Annotated[int, typer.Option(min=1, help="Number of training steps.")] = 6000,
    league: UsedLeagues = None,
    seed: Annotated[int, typer.Option(min=0, help="Random seed of images and training.")] = 1,
    threads: Annotated[int, typer.Option(min=1, help="Number of threads for PyTorch.")] = 2,
    output: Output = None,
    fresh: Annotated[
        bool,
        typer.Option("--fresh", help="Start again instead of continuing from the last checkpoint."),
    ] = False,
) -> None:
    """Train a neural network on rendered images.

    Images and checkpoints are kept in the user's cache, so that a second call continues where the
    first one stopped.
    """
    from kickabout.framework.errors import KickaboutError, did_you_mean

    if name not in PLANS:
        raise KickaboutError(f"there is no network '{name}' to train.{did_you_mean(name, PLANS)}")
    if importlib.util.find_spec("torch") is None:
        raise KickaboutError(
            "training needs PyTorch, which comes with the extra 'train': "
            "pip install -e '.[train]' in the clone"
        )
    from kickabout.framework.teams.robot_configuration import NETS
    from kickabout.learning.training.plans import Plan, learn
    from kickabout.learning.training.progress import TrainingProgress
    from kickabout.robots.nao.configuration import NAO

    plan = Plan(
        name=name,
        pictures=pictures,
        held_out_pictures=judged,
        steps=steps,
        seed=seed,
        threads=threads,
        fresh=fresh,
        date=datetime.now(tz=UTC).date().isoformat(),
        leagues=tuple(league or ()),
    )
    with TrainingProgress() as progress:
        cards = learn(plan, output or NAO.folders(NETS)[0], progress)
    for card in cards:
        typer.echo(f"{card.path}:")
        for key, value in card.metrics.items():
            typer.echo(f"  {key} = {value:.4g}")
