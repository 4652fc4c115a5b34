"""The play command: a match in the terminal, with a report at the end."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

    from kickabout.simulation.match import Match
    from kickabout.simulation.referee.decisions import Decision

VIEW_RATE = 5.0  # Hz of the terminal view, in real time
FIDELITIES = ("images", "percepts", "truth")


def play(
    home: Annotated[str, typer.Argument(help="The home team.")] = "dummies",
    away: Annotated[str, typer.Argument(help="The away team.")] = "dummies",
    robots: Annotated[int | None, typer.Option(help="Robots in each team.")] = None,
    field: Annotated[str, typer.Option(help="The field to play on.")] = "",
    fidelity: Annotated[
        str, typer.Option(help="images, percepts or truth: how the robots see.")
    ] = "",
    scene: Annotated[str, typer.Option(help="A scene by name or file.")] = "",
    location: Annotated[str, typer.Option(help="Values for a place, by name or file.")] = "",
    seed: Annotated[int, typer.Option(help="Another seed, another match.")] = 1,
    duration: Annotated[float, typer.Option(help="Simulated seconds; 0 plays to the end.")] = 0.0,
    half: Annotated[float | None, typer.Option(help="Seconds of one half.")] = None,
    speed: Annotated[str, typer.Option(help="max, or a factor of real time such as 1.0.")] = "max",
    workers: Annotated[int | None, typer.Option(help="Processes; 0 for this one alone.")] = None,
    override: Annotated[
        list[str] | None, typer.Option("--set", help="Module.parameter=value, may be repeated.")
    ] = None,
    report: Annotated[Path | None, typer.Option(help="Write a report as JSON.")] = None,
    external_gamecontroller: Annotated[
        bool, typer.Option(help="Follow a GameController in the network.")
    ] = False,
    wire_to: Annotated[
        list[str] | None,
        typer.Option(help="Be the GameController of robots there too, such as 127.0.0.1:3838."),
    ] = None,
) -> None:
    """Play a match: HOME against AWAY."""
    from dataclasses import replace

    from kickabout.framework import ConfigurationError
    from kickabout.framework.configuration import command_line_layer
    from kickabout.framework.errors import did_you_mean
    from kickabout.simulation.match import Match
    from kickabout.simulation.scene import Scene, load_scene

    factor = _speed(speed)
    if fidelity and fidelity not in FIDELITIES:
        raise ConfigurationError(
            f"there is no fidelity '{fidelity}'.{did_you_mean(fidelity, FIDELITIES)}"
        )
    loaded = load_scene(scene) if scene else Scene()
    if location:
        loaded = replace(loaded, location=location)
    if half is not None:
        pause = min(half, 10.0)
        loaded = replace(loaded, referee=replace(loaded.referee, half=half, pause=pause))
    with Match(
        home,
        away,
        robots=robots,
        field=field,
        fidelity=fidelity or None,  # type: ignore[arg-type]
        seed=seed,
        scene=loaded,
        layers=[command_line_layer(override)] if override else [],
        workers=workers,
        wire_to=wire_to,
        external_gamecontroller=external_gamecontroller,
    ) as match:
        _run(match, duration, factor)
        _finish(match, report)


def _speed(text: str) -> float | None:
    from kickabout.framework import ConfigurationError

    if text == "max":
        return None
    try:
        factor = float(text)
    except ValueError:
        factor = 0.0
    if factor <= 0.0:
        raise ConfigurationError(f"a speed of '{text}'; give max or a factor such as 1.0")
    return factor


def _run(match: "Match", duration: float, factor: float | None) -> None:
    """Advance until the end, and show the state a few times a second."""
    import threading

    from rich.console import Console
    from rich.live import Live

    from kickabout.framework import clock

    begin = shown = clock.monotonic()
    console = Console()
    never = threading.Event()
    told = 0
    with Live(_view(match), console=console, auto_refresh=False, transient=True) as live:
        try:
            while not (duration and match.time >= duration) and not match.control.is_over:
                match.step()
                told = _tell(match, told, console)
                now = clock.monotonic()
                if factor is not None:
                    clock.wait(match.time / factor - (now - begin), never)
                if now - shown >= 1.0 / VIEW_RATE:
                    shown = now
                    live.update(_view(match), refresh=True)
        except KeyboardInterrupt:
            console.print("stopped by hand")


def _tell(match: "Match", told: int, console: "Console") -> int:
    """Print what the referee decided since the last time, one line each."""
    for time, decision in match.decisions[told:]:
        line = decision_line(decision)
        if line:
            console.print(f"{time:7.1f} s  {line}", highlight=False)
    return len(match.decisions)


def decision_line(decision: "Decision") -> str:
    """A decision in words; placements are left out, they follow from the others."""
    from kickabout.simulation.referee.decisions import (
        GoalScored,
        PenaltyGiven,
        StateChange,
        Whistle,
    )

    if isinstance(decision, StateChange):
        play = decision.set_play.name.lower().replace("_", " ")
        kicking = f" for {decision.kicking_team}" if decision.kicking_team else ""
        return decision.state.name.lower() + (f": {play}{kicking}" if play != "none" else "")
    if isinstance(decision, GoalScored):
        return f"goal for {decision.team}: {decision.score[0]} : {decision.score[1]}"
    if isinstance(decision, PenaltyGiven):
        return f"{decision.robot}: {decision.penalty.name.lower().replace('_', ' ')}"
    return "whistle" if isinstance(decision, Whistle) else ""


def _view(match: "Match") -> "Table":
    """The match at a glance."""
    from rich.table import Table

    state = match.control.state
    truth = match.truth
    factor = match.time / match.wall_seconds if match.wall_seconds else 0.0
    remaining = max(0, int(state.seconds_remaining))
    title = (
        f"{match.scene.home.team}  {match.score[0]} : {match.score[1]}  {match.scene.away.team}"
        f"   {remaining // 60:02d}:{remaining % 60:02d}"
        f"   {state.state.name.lower()}  {state.set_play.name.lower().replace('_', ' ')}"
    )
    caption = f"simulated {match.time:.1f} s at {factor:.2f} × real time"
    table = Table(title=title, caption=caption, title_justify="left", caption_justify="left")
    for column in ("robot", "x", "y", "heading", "state"):
        table.add_column(column, justify="right" if column in ("x", "y", "heading") else "left")
    table.add_row("ball", f"{truth.ball.x:.2f}", f"{truth.ball.y:.2f}", "", "")
    for index, robot in enumerate(match.ids):
        there = truth.robots[str(robot.team), robot.number]
        pose = there.pose
        table.add_row(
            str(robot),
            f"{pose.x:.2f}",
            f"{pose.y:.2f}",
            f"{pose.theta * 57.2958:.0f}°",
            _robot_state(match, index, upright=there.upright),
        )
    return table


def _robot_state(match: "Match", index: int, *, upright: bool) -> str:
    robot = match.ids[index]
    if index in match.lost:
        return "gone"
    penalty = match.control.referee.penalty(robot.team, robot.number).name
    if penalty != "NONE":
        return penalty.lower().replace("_", " ")
    return "upright" if upright else "fallen"


def _finish(match: "Match", path: Path | None) -> None:
    """Show the result and write the report; a failed module is an exit code of its own."""
    import msgspec
    from rich.console import Console

    from kickabout.framework import ConfigurationError

    result = match.report()
    console = Console()
    for line in result.goals:
        console.print(line)
    console.print(
        f"{result.home} {result.score[0]} : {result.score[1]} {result.away}, "
        f"{result.simulated_seconds:.0f} s simulated at {result.real_time_factor:.2f} × real time"
    )
    for robot, reason in result.lost.items():
        console.print(f"[red]{robot}: {reason}[/red]")
    if path is not None:
        try:
            path.write_bytes(msgspec.json.format(msgspec.json.encode(result), indent=2) + b"\n")
        except OSError as error:
            raise ConfigurationError(f"cannot be written: {error.strerror}", file=path) from None
    if result.failed:
        raise typer.Exit(1)
