"""Options that several commands share, and the checks of their values."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from kickabout.simulation.match.scene import Scene

LOOPBACK = "127.0.0.1"


def recording_name(path: Path | None) -> Path | None:
    """Return the path of a recording to write; refuse one that is not named like a recording."""
    from kickabout.framework import ConfigurationError

    if path is not None and path.suffix != ".mcap":
        raise ConfigurationError(
            f"a recording ends in .mcap, such as {path.stem or 'match'}.mcap", file=path
        )
    return path


def existing_recording(path: Path) -> Path:
    """Return the path of a recording to read; refuse a missing one before slow imports."""
    from kickabout.framework import ConfigurationError

    if not path.exists():
        raise ConfigurationError("there is no such recording", file=path)
    return path


def demand_names(
    *, teams: Sequence[str], league: str = "", field: str = "", scene: str = "", fidelity: str = ""
) -> None:
    """Refuse unknown names before the imports that a match needs, which take a second."""
    from kickabout.framework.teams.configuration import find_config
    from kickabout.soccer.fidelity import demand_fidelity

    if fidelity:
        demand_fidelity(fidelity)
    for team in teams:
        find_config("teams", team.partition("+")[0])
    for kind, name in (("leagues", league), ("fields", field), ("scenes", scene)):
        if name:
            find_config(kind, name)


def demand_plan(
    robots: int | None, *, league: str = "", scene: str = "", location: str = ""
) -> None:
    """Refuse an unknown location and a number of robots without a game before slow imports."""
    from kickabout.framework.teams.configuration import find_config, load_config

    if location:
        find_config("locations", location)
    if robots is None or robots > 0 or (robots == 0 and scene):
        return
    from kickabout.soccer.players import DEFAULT_LEAGUE, wrong_number

    teams = load_config("leagues", league or DEFAULT_LEAGUE).data.get("teams", {})
    if "max_players" in teams:
        raise wrong_number(robots, teams["max_players"])


def in_a_folder(path: Path) -> Path:
    """Return the path of a file to write; refuse one in a folder that does not exist."""
    from kickabout.framework import ConfigurationError

    if not path.parent.is_dir():
        raise ConfigurationError(
            f"cannot be written: there is no folder {path.parent}; create it first", file=path
        )
    return path


Home = Annotated[str, typer.Option(help="The home team.")]
Away = Annotated[str, typer.Option(help="The away team.")]
Robots = Annotated[
    int | None, typer.Option(help="Robots in each team; by default as many as in the league.")
]
FIDELITY = (
    "What the robots get: images (rendered; perception finds the rest), percepts (what perception "
    "would find) or truth (exact positions)"
)
FidelityName = Annotated[str, typer.Option(help=f"{FIDELITY}.")]
MatchFidelity = Annotated[
    str, typer.Option("--fidelity", help=f"{FIDELITY}; by default the scene's, else percepts.")
]
LEAGUE = "its name (see `kickabout leagues`) or the path of a .toml file"
LeagueName = Annotated[
    str,
    typer.Option(
        "--league", help=f"League to play in: {LEAGUE}; by default the scene's, else spl2019."
    ),
]
UsedLeague = Annotated[str, typer.Option("--league", help=f"League to play in: {LEAGUE}.")]
UsedLeagues = Annotated[
    list[str] | None,
    typer.Option(
        "--league",
        help=f"League whose field is rendered: {LEAGUE}; may be repeated to alternate; "
        "by default spl2019 and spl2021.",
    ),
]
FieldName = Annotated[
    str,
    typer.Option(
        "--field", help="Field to play on (see `kickabout fields`); by default the league's."
    ),
]
SceneName = Annotated[
    str, typer.Option(help="Start from this scene: its name, or the path of a .toml file.")
]
Half = Annotated[float | None, typer.Option(help="Duration of one half in seconds.")]
Seed = Annotated[
    int,
    typer.Option(min=0, help="Random seed of the match; the same seed gives the same match."),
]
Override = Annotated[
    list[str] | None,
    typer.Option(
        "--set",
        help="Set a parameter: Module.parameter=value, such as BallTracker.gate=2.5; "
        "may be repeated.",
    ),
]
Record = Annotated[
    Path | None,
    typer.Option(help="Write a recording to this file (.mcap).", callback=recording_name),
]
InFoxglove = Annotated[
    bool,
    typer.Option(
        "--foxglove", help="Serve the match live to Foxglove or Lichtblick, at port 8765."
    ),
]
RecordingName = Annotated[
    str,
    typer.Option(
        help="What to record: default (what a replay needs, and the main models), models (all "
        "but images), full (everything) or the path of a .toml file."
    ),
]
Host = Annotated[
    str,
    typer.Option(help="Address at which the studio listens; other machines need its token."),
]
Port = Annotated[
    int | None,
    typer.Option(help="Port at which the studio listens; by default the first free from 8420."),
]
ReadOnly = Annotated[bool, typer.Option(help="Let pages of the studio look, but change nothing.")]


def scene_with(
    name: str, *, fidelity: str = "", location: str = "", half: float | None = None
) -> "Scene":
    """Return the scene with what the command line changes in it."""
    from dataclasses import replace

    from kickabout.simulation.match.scene import Scene, load_scene
    from kickabout.soccer.fidelity import demand_fidelity

    scene = load_scene(name) if name else Scene()
    if fidelity:
        scene = replace(scene, fidelity=demand_fidelity(fidelity))
    if location:
        scene = replace(scene, location=location)
    if half is not None:
        pause = min(half, 10.0)
        scene = replace(scene, referee=replace(scene.referee, half=half, pause=pause))
    return scene
