"""The motion commands: one robot walks, kicks or gets up, with figures, pictures, joint angles."""

from pathlib import Path
from typing import Annotated

import typer

from kickabout.commands.output import AsJson, show

app = typer.Typer(help="Drive one motion of a simulated robot by hand.", no_args_is_help=True)

Seed = Annotated[int, typer.Option(min=0, help="Of noise and biases.")]
Picture = Annotated[
    Path | None, typer.Option("--picture", help="Write a strip of pictures here (PNG).")
]
Table = Annotated[
    Path | None, typer.Option("--csv", help="Write wished and measured joint angles here.")
]


@app.command("walk")
def walk(
    speed: Annotated[
        tuple[float, float, float],
        typer.Option(min=-10.0, max=10.0, help="Forward and left in m/s, turn in rad/s."),
    ] = (0.3, 0.0, 0.0),
    seconds: Annotated[float, typer.Option(min=3.0)] = 10.0,
    seed: Seed = 1,
    picture: Picture = None,
    csv: Table = None,
    as_json: AsJson = False,
) -> None:
    """Walk with a speed: `kickabout motion walk --speed 0.3 0 0`."""
    from kickabout.evaluation.trials.motion_by_hand import walk_by_hand

    figures = walk_by_hand(speed, seconds=seconds, seed=seed, picture=picture, table=csv)
    _tell(figures, "walk", as_json)


@app.command("kick")
def kick(
    name: Annotated[str, typer.Argument(help="Such as forward_long, or the path of a file.")],
    standing: Annotated[bool, typer.Option("--standing", help="Out of a stand.")] = False,
    left: Annotated[bool, typer.Option("--left", help="With the left foot.")] = False,
    seed: Seed = 1,
    picture: Picture = None,
    csv: Table = None,
    as_json: AsJson = False,
) -> None:
    """Kick a ball that is put in place: `kickabout motion kick forward_long`."""
    from kickabout.evaluation.trials.motion_by_hand import kick_by_hand

    figures = kick_by_hand(
        name, standing=standing, left=left, seed=seed, picture=picture, table=csv
    )
    _tell(figures, f"kick {name}", as_json)


@app.command("getup")
def getup(
    side: Annotated[str, typer.Argument(help="front, back, left or right.")] = "back",
    seed: Seed = 1,
    picture: Picture = None,
    csv: Table = None,
    as_json: AsJson = False,
) -> None:
    """Push the robot over and let it get up: `kickabout motion getup back`."""
    from kickabout.evaluation.trials.motion_by_hand import SIDES, get_up_by_hand
    from kickabout.framework.errors import KickaboutError, did_you_mean

    if side not in SIDES:
        raise KickaboutError(f"nobody lies on '{side}'.{did_you_mean(side, SIDES)}")
    figures = get_up_by_hand(side, seed=seed, picture=picture, table=csv)
    _tell(figures, f"get up from {side}", as_json)


@app.command("catalogue")
def catalogue(
    seeds: Annotated[int, typer.Option(min=1, help="How often each kick is tried.")] = 20,
    write: Annotated[
        Path | None, typer.Option("--write", help="Write the catalogue here (TOML).")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Measure every kick: reach, direction, time, falls."""
    from dataclasses import asdict

    from rich.console import Console
    from rich.progress import track

    from kickabout.evaluation.trials.kick_catalogue import measured, write_catalogue
    from kickabout.motion.kick.bezier_kick import kick_names
    from kickabout.motion.kick.walk_kick import walk_kick_names

    total = len(walk_kick_names()) + len(kick_names())
    console = Console(stderr=True)
    entries = list(track(measured(seeds), "kicks", total=total, console=console, transient=True))
    show([asdict(entry) for entry in entries], title="kicks", as_json=as_json)
    if write is not None:
        write_catalogue(entries, write)


def _tell(figures: dict[str, float], title: str, as_json: bool) -> None:
    rows = [{"figure": name, "value": round(value, 3)} for name, value in figures.items()]
    show(rows, title=title, as_json=as_json)
