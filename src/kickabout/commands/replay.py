"""The replay command: recompute what recorded robots computed, and report differences."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kickabout.commands.options import Override, existing_recording
from kickabout.commands.output import Packages

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

    from kickabout.recording import Comparison, Deviation, Replay, Tolerances

MAX_DEVIATIONS = 40  # shown
MAX_VALUE_WIDTH = 9  # columns
Robots = Annotated[
    list[str] | None,
    typer.Option(help="Replay only this robot, such as home/2; may be repeated."),
]
Compare = Annotated[
    bool, typer.Option("--compare", help="Report outputs that differ from the recorded ones.")
]
Only = Annotated[
    list[str] | None, typer.Option(help="Recompute only this module; may be repeated.")
]
Threads = Annotated[
    list[str] | None, typer.Option(help="Recompute only this thread; may be repeated.")
]
Providers = Annotated[
    list[str] | None,
    typer.Option(
        help="Let another module provide a representation: "
        "Representation=Module, such as BallModel=HulksBallTracker; may be repeated."
    ),
]
ToleranceTexts = Annotated[
    list[str] | None,
    typer.Option(
        help="Largest difference to ignore: a number for all fields, or PATH=NUMBER for some, "
        "such as BallModel.*=1e-6; may be repeated."
    ),
]
Isolated = Annotated[
    bool,
    typer.Option(
        help="Give each module the recorded inputs, so that differences do not propagate."
    ),
]
Until = Annotated[
    float | None, typer.Option(min=0.0, help="Stop at this time of the recording, in seconds.")
]


def replay(
    file: Annotated[
        Path, typer.Argument(help="The recording to replay (.mcap).", callback=existing_recording)
    ],
    robot: Robots = None,
    compare: Compare = False,
    only: Only = None,
    thread: Threads = None,
    provider: Providers = None,
    override: Override = None,
    isolated: Isolated = False,
    tolerance: ToleranceTexts = None,
    until: Until = None,
    packages: Packages = None,
) -> None:
    """Recompute what recorded robots computed.

    The modules of this version get the recorded inputs. With --compare, the exit code is 1 if
    outputs differ.
    """
    from kickabout.framework.teams.configuration import command_line_layer
    from kickabout.recording import Recording, RecordingError, Replay

    def made(recording: "Recording", name: str) -> Replay:
        return Replay(
            recording,
            name,
            only=only or (),
            threads=thread or (),
            providers=_assignments(provider or ()),
            layers=[command_line_layer(override)] if override else [],
            compare=compare,
            isolated=isolated,
            tolerances=_tolerances(tolerance or ()),
        )

    with Recording(file, packages=packages or ()) as recording:
        for remark in recording.remarks:
            typer.echo(f"{file}: {remark}")
        names = robot or list(recording.programs)
        if not names:
            raise RecordingError("holds no robot's program", file=file)
        is_equal = [_run(made(recording, name), until) for name in names]
    if not all(is_equal):
        raise typer.Exit(1)


def _run(replayed: "Replay", until: float | None) -> bool:
    """Replay one robot and print the results; return whether they equal the recorded ones."""
    from rich.console import Console

    from kickabout.framework import clock

    console = Console()
    begin = clock.monotonic()
    found = replayed.run(until)
    _print_summary(console, replayed, clock.monotonic() - begin)
    if replayed.compares:
        _print_deviations(console, found)
    return found.is_equal


def _assignments(texts: Sequence[str]) -> dict[str, str]:
    from kickabout.recording import RecordingError

    found = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not (name and equals and value):
            raise RecordingError(f"'{text}' does not have the form Representation=Module")
        found[name.strip()] = value.strip()
    return found


def _tolerances(texts: Sequence[str]) -> "Tolerances":
    from kickabout.recording import Tolerances

    paths: dict[str, float] = {}
    everywhere = 0.0
    for text in texts:
        path, equals, value = text.rpartition("=")
        if equals:
            paths[path] = _number(value)
        else:
            everywhere = _number(text)
    return Tolerances(everywhere=everywhere, by_path=paths)


def _number(text: str) -> float:
    from kickabout.recording import RecordingError

    try:
        return float(text)
    except ValueError:
        raise RecordingError(f"the tolerance is '{text}'; expected a number") from None


def _print_summary(console: "Console", replayed: "Replay", seconds: float) -> None:
    plan = replayed.plan
    passed = replayed.time - replayed.recording.start
    console.print(
        f"{replayed.robot}: {passed:.1f} s replayed at {passed / max(seconds, 1e-9):.1f} × real "
        f"time; {len(plan.recomputed)} modules recomputed, {len(plan.played)} played",
        highlight=False,
    )
    for what, keys in (
        ("not recorded, so recomputed", plan.unrecorded),
        ("neither recorded nor computable, so missing", plan.unavailable),
    ):
        if keys:
            console.print(f"  {what}: {', '.join(sorted({name for _, name in keys}))}")
    if replayed.defaulted:
        listed = ", ".join(replayed.defaulted)
        console.print(f"  required only since then, so at their defaults: {listed}")
    for note in replayed.program.notes:
        console.print(f"  {note}")


def _add_deviation(table: "Table", each: "Deviation") -> None:
    table.add_row(
        each.path,
        str(each.cycles),
        f"{each.first_at:.3f} s",
        f"{each.largest:.3g}",
        each.recorded,
        each.now,
    )


def _print_deviations(console: "Console", found: "Comparison") -> None:
    from rich.table import Table

    if found.is_equal:
        console.print(f"  {found.values} values compared, no deviation", highlight=False)
        return
    table = Table(title=f"{len(found.deviations)} fields deviate, {found.values} values compared")
    table.add_column("field", overflow="fold")  # names are never cut
    for column in ("cycles", "first at", "largest"):
        table.add_column(column, no_wrap=True)
    for column in ("recorded", "now"):
        table.add_column(column, no_wrap=True, max_width=MAX_VALUE_WIDTH)
    entries = sorted(found.deviations.values(), key=lambda each: each.first_at)[:MAX_DEVIATIONS]
    modules = [f"{each.thread}/{each.module}" for each in entries]
    for module in dict.fromkeys(modules):
        table.add_section()
        table.add_row(f"[bold]{module}[/bold]")
        for each in [each for each, name in zip(entries, modules, strict=True) if name == module]:
            _add_deviation(table, each)
    console.print(table)
