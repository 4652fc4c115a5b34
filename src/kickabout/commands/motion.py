"""The motion commands: one robot walks, kicks or gets up, with metrics, pictures, joint angles."""

from pathlib import Path
from typing import Annotated

import typer

from kickabout.commands.output import AsJson, show

app = typer.Typer(help="Try a motion of one simulated robot.", no_args_is_help=True)

Seed = Annotated[int, typer.Option(min=0, help="Random seed for sensor noise and biases.")]
Robot = Annotated[str, typer.Option("--robot", help="Kind of robot; see `kickabout robots`.")]
Picture = Annotated[
    Path | None, typer.Option("--picture", help="Draw moments of the motion into this file (PNG).")
]
Table = Annotated[
    Path | None,
    typer.Option("--csv", help="Write desired and measured joint angles to this file (CSV)."),
]


@app.command("walk")
def walk(
    speed: Annotated[
        tuple[float, float, float],
        typer.Option(
            min=-10.0,
            max=10.0,
            help="Speed forward and to the left in m/s, turning speed in rad/s.",
        ),
    ] = (0.3, 0.0, 0.0),
    seconds: Annotated[
        float, typer.Option(min=3.0, help="Duration of the walk in seconds.")
    ] = 10.0,
    robot: Robot = "nao",
    seed: Seed = 1,
    picture: Picture = None,
    csv: Table = None,
    as_json: AsJson = False,
) -> None:
    """Walk: `kickabout motion walk --speed 0.3 0 0`."""
    from kickabout.evaluation.trials.motion_by_hand import walk_by_hand

    metrics = walk_by_hand(
        speed, seconds=seconds, robot=robot, seed=seed, picture=picture, table=csv
    )
    _show(metrics, "walk", as_json)


@app.command("kick")
def kick(
    name: Annotated[
        str,
        typer.Argument(help="The kick: a name such as forward_long, or the path of a .toml file."),
    ],
    standing: Annotated[
        bool, typer.Option("--standing", help="Kick while standing instead of walking.")
    ] = False,
    left: Annotated[bool, typer.Option("--left", help="Kick with the left foot.")] = False,
    robot: Robot = "nao",
    seed: Seed = 1,
    picture: Picture = None,
    csv: Table = None,
    as_json: AsJson = False,
) -> None:
    """Kick: `kickabout motion kick forward_long`.

    The ball is placed where the kick expects it.
    """
    from kickabout.evaluation.trials.motion_by_hand import kick_by_hand

    metrics = kick_by_hand(
        name, standing=standing, left=left, robot=robot, seed=seed, picture=picture, table=csv
    )
    _show(metrics, f"kick {name}", as_json)


@app.command("getup")
def getup(
    side: Annotated[
        str, typer.Argument(help="Side that the robot falls to: front, back, left or right.")
    ] = "back",
    robot: Robot = "nao",
    seed: Seed = 1,
    picture: Picture = None,
    csv: Table = None,
    as_json: AsJson = False,
) -> None:
    """Fall and get up: `kickabout motion getup back`."""
    from kickabout.evaluation.trials.motion_by_hand import SIDES, get_up_by_hand
    from kickabout.framework.errors import KickaboutError, did_you_mean

    if side not in SIDES:
        raise KickaboutError(f"there is no side '{side}'.{did_you_mean(side, SIDES)}")
    metrics = get_up_by_hand(side, robot=robot, seed=seed, picture=picture, table=csv)
    _show(metrics, f"get up from {side}", as_json)


@app.command("check")
def check(
    net: Annotated[
        str, typer.Argument(help="The motion net: the name or the path of its folder.")
    ] = "germanteam2001",
    robot: Annotated[str, typer.Option("--robot", help="Kind of robot.")] = "ers210",
) -> None:
    """Check the motion texts of a net: `kickabout motion check`.

    Prints each error with file, line and motion: unknown names, missing transitions, wrong angles.
    """
    from kickabout.framework.errors import KickaboutError
    from kickabout.framework.teams.robot_configuration import RobotConfiguration
    from kickabout.motion.motion_net.german_team_functions import german_team_functions
    from kickabout.motion.motion_net.joint_columns import JointColumns
    from kickabout.motion.motion_net.motion_tables import problems_of
    from kickabout.motion.motion_net.net_library import load_net
    from kickabout.robots.kind import robot_kind

    configuration = RobotConfiguration(robot)
    motions = load_net(net, configuration)
    columns = JointColumns(robot_kind(robot))
    problems = list(problems_of(motions, columns, german_team_functions(configuration)))
    for problem in problems:
        typer.echo(str(problem), err=True)
    count = len(motions.motions)
    if problems:
        raise KickaboutError(f"motion net '{net}' has {len(problems)} errors in {count} motions")
    typer.echo(f"motion net '{net}': {count} motions, {len(motions.transitions)} transitions, good")


@app.command("net")
def net_motion(
    name: Annotated[str, typer.Argument(help="The motion, such as head_kick.")],
    seconds: Annotated[float, typer.Option(min=0.5, help="Duration in seconds.")] = 3.0,
    seed: Seed = 1,
    picture: Picture = None,
    as_json: AsJson = False,
) -> None:
    """Run a motion of a net, such as `kickabout motion net head_kick`.

    The ball is placed before the robot.
    """
    from kickabout.evaluation.trials.motion_net_trials import motion_by_name

    metrics = motion_by_name(name, seconds=seconds, seed=seed, picture=picture)
    _show(metrics, name, as_json)


@app.command("catalogue")
def catalogue(
    seeds: Annotated[
        int,
        typer.Option(min=1, help="Number of tries of each kick, each with another random seed."),
    ] = 20,
    write: Annotated[
        Path | None, typer.Option("--write", help="Write the catalogue to this file (TOML).")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Measure reach and falls of every kick."""
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


def _show(metrics: dict[str, float], title: str, as_json: bool) -> None:
    rows = [{"metric": name, "value": round(value, 3)} for name, value in metrics.items()]
    show(rows, title=title, as_json=as_json)
