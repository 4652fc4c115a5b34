"""The log commands: what is in a recording, parts of it, and exports for other tools."""

from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kickabout.commands.options import existing_recording, in_a_folder
from kickabout.commands.output import AsJson, show

if TYPE_CHECKING:
    from kickabout.recording import Recording


class Viewer(Enum):
    """A viewer that opens exports."""

    FOXGLOVE = "foxglove"
    RERUN = "rerun"


VIEWER_FILES = {Viewer.FOXGLOVE: ".mcap", Viewer.RERUN: ".rrd"}

app = typer.Typer(help="Inspect, cut, merge, filter and export recordings.", no_args_is_help=True)

File = Annotated[
    Path, typer.Argument(help="The recording to read (.mcap).", callback=existing_recording)
]
NewRecording = Annotated[
    Path, typer.Argument(help="The recording to write (.mcap).", callback=in_a_folder)
]


@app.command("info")
def info(
    file: File,
    pattern: Annotated[str, typer.Argument(help="Topics to list; may contain wildcards.")] = "*",
    as_json: AsJson = False,
) -> None:
    """Print what a recording contains.

    These are facts about the match, and topics with the number and size of their messages.
    """
    from kickabout.recording import Recording

    with Recording(file, skip_damaged=True) as recording:
        sizes = dict.fromkeys(recording.matching(pattern), 0)
        for message in recording.messages(list(sizes)):
            sizes[message.topic] += len(message.data)
        if not as_json:
            _facts(recording)
        counts = recording.counts()
        rows = [
            {
                "topic": name,
                "type": recording.topics[name].kind,
                "rate": recording.topics[name].rate,
                "messages": counts[name],
                "kB": round(size / 1000.0, 1),
            }
            for name, size in sizes.items()
            if counts[name]
        ]
        show(rows, title="topics", as_json=as_json)


def _facts(recording: "Recording") -> None:
    for name, value in recording.facts.items():
        typer.echo(f"{name}: {value if len(value) < 100 else value[:97] + '…'}")
    typer.echo(f"time: {recording.start:.3f} s to {recording.end:.3f} s")
    typer.echo(f"robots: {', '.join(recording.programs) or 'none'}")
    for remark in recording.remarks:
        typer.echo(remark)
    for name in ("dropped cycles", "stopped early"):
        if name in recording.metadata:
            typer.echo(f"{name}: {recording.metadata[name]}")


@app.command("annotations")
def annotations(file: File, as_json: AsJson = False) -> None:
    """Print the events of a recording.

    These are remarks of modules and calls of the referee, with their times.
    """
    from kickabout.recording import Recording

    with Recording(file) as recording:
        rows = [
            {"time": round(time, 3), "source": source, "text": text}
            for time, source, text in recording.annotations()
        ]
    show(rows, title="annotations", as_json=as_json)


@app.command("cut")
def cut(
    file: File,
    target: NewRecording,
    start: Annotated[
        float | None, typer.Option(min=0.0, help="Keep from this time on, in seconds.")
    ] = None,
    end: Annotated[
        float | None, typer.Option(min=0.0, help="Keep what is before this time, in seconds.")
    ] = None,
    keep: Annotated[
        list[str] | None,
        typer.Option(help="Keep only these topics; may contain wildcards, may be repeated."),
    ] = None,
    remove: Annotated[
        list[str] | None,
        typer.Option(help="Leave out these topics; may contain wildcards, may be repeated."),
    ] = None,
    skip_damaged: Annotated[
        bool, typer.Option("--skip-damaged", help="Leave out damaged chunks instead of failing.")
    ] = False,
) -> None:
    """Copy a time span or some topics."""
    from kickabout.recording import Recording
    from kickabout.recording.format.rewriting import cut as cut_out

    with Recording(file, skip_damaged=skip_damaged) as recording:
        count = cut_out(
            recording, target, start=start, end=end, keep=keep or ("*",), remove=remove or ()
        )
        for remark in recording.remarks:
            typer.echo(remark)
    typer.echo(f"{target}: {count} messages")


@app.command("merge")
def merge(
    target: NewRecording,
    files: Annotated[list[Path], typer.Argument(help="Recordings of the same match to merge.")],
) -> None:
    """Merge recordings of the same match."""
    from contextlib import ExitStack

    from kickabout.recording import Recording
    from kickabout.recording.format.rewriting import merged

    with ExitStack() as stack:
        count = merged([stack.enter_context(Recording(file)) for file in files], target)
    typer.echo(f"{target}: {count} messages")


@app.command("filter")
def filter_(
    file: File,
    condition: Annotated[
        str, typer.Argument(help="Condition, such as 'BallPercept.seen and GameState.playing'.")
    ],
    target: NewRecording,
) -> None:
    """Copy the cycles in which a condition holds."""
    from kickabout.recording import Condition, Recording
    from kickabout.recording.format.rewriting import filtered

    parsed = Condition(condition)
    with Recording(file) as recording:
        count = filtered(recording, target, parsed)
    typer.echo(f"{target}: {count} messages")


@app.command("export")
def export(
    file: File,
    names: Annotated[
        list[str],
        typer.Argument(
            metavar="[TOPIC]... TARGET",
            help="Topics, which may contain wildcards, and the file or folder to write. A file "
            "ends in .csv, .parquet, .jsonl, .wav or .png and has one topic; a folder gets a "
            "Parquet file for each topic. With --to, a file alone: .mcap for foxglove, "
            ".rrd for rerun.",
        ),
    ],
    viewer: Annotated[
        Viewer | None,
        typer.Option(
            "--to", help="Write a file for a viewer: foxglove adds its standard topics to ours."
        ),
    ] = None,
) -> None:
    """Export topics to tables, pictures or sound, or all to a viewer."""
    from kickabout.recording import Recording

    *topics, last = names
    target = in_a_folder(Path(last))
    with Recording(file) as recording:
        if viewer is not None:
            count = _for_viewer(recording, viewer, target, topics)
        elif target.suffix:
            count = _to_file(recording, topics, target)
        else:
            from kickabout.recording import write_tables

            count = write_tables(recording, target, topics or "*")
    typer.echo(f"{target}: {count}")


def _to_file(recording: "Recording", topics: list[str], target: Path) -> int:
    from kickabout.recording import RecordingError
    from kickabout.recording.export import exported

    if len(topics) != 1:
        raise RecordingError(
            f"holds one topic, given {len(topics)}; a folder has several", file=target
        )
    return exported(recording, topics[0], target)


def _for_viewer(recording: "Recording", viewer: Viewer, target: Path, topics: list[str]) -> int:
    from kickabout.recording import RecordingError

    ending = VIEWER_FILES[viewer]
    if target.suffix != ending or topics:
        raise RecordingError(f"--to {viewer.value} needs one file that ends in {ending}")
    from kickabout.recording.viewers import LAYOUT, demand_library

    if viewer is Viewer.FOXGLOVE:
        demand_library("foxglove", "foxglove-sdk")
        from kickabout.recording.viewers.foxglove_file import add_standard_topics

        count = add_standard_topics(recording, target)
        typer.echo(f"a layout for Foxglove: {LAYOUT}")
        return count
    demand_library("rerun", "rerun-sdk")
    from kickabout.recording.viewers.rerun_file import write_rerun

    return write_rerun(recording, target)


@app.command("sheet")
def sheet(
    file: File,
    target: Annotated[
        Path, typer.Argument(help="The picture to write (PNG).", callback=in_a_folder)
    ],
    view: Annotated[
        str, typer.Option(help="What to draw: field, or the name of a topic with images.")
    ] = "field",
    moments: Annotated[
        int, typer.Option(min=1, max=400, help="Number of moments, evenly spaced in time.")
    ] = 20,
) -> None:
    """Draw many moments into one picture."""
    from kickabout.recording import Recording
    from kickabout.recording.contact_sheet import contact_sheet

    with Recording(file) as recording:
        count = contact_sheet(recording, view, target, moments=moments)
    typer.echo(f"{target}: {count} moments")
