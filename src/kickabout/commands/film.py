"""The film command: a recording as a film, an animation or a strip of pictures."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kickabout.commands.options import existing_recording

if TYPE_CHECKING:
    from kickabout.film.plan import FilmOptions

Time = Annotated[float | None, typer.Option(help="First time to show, in seconds.")]

Size = Annotated[
    str, typer.Option(help="Width and height of a picture in pixels, such as 1280x720.")
]
Rate = Annotated[
    float | None,
    typer.Option(help="Pictures in a second; by default 25 in videos, 12.5 in .webp, 10 in .gif."),
]


def film(
    file: Annotated[
        Path, typer.Argument(help="The recording to show (.mcap).", callback=existing_recording)
    ],
    out: Annotated[
        Path,
        typer.Option(
            help="The file to write: a video (.mp4, .webm), an animation (.webp, .gif) or a strip "
            "of pictures (.png)."
        ),
    ],
    view: Annotated[
        str,
        typer.Option(help="What to show: field (from above), 3d or camera (what a robot sees)."),
    ] = "field",
    start: Time = None,
    end: Annotated[float | None, typer.Option(help="Last time to show, in seconds.")] = None,
    robot: Annotated[
        str, typer.Option(help="The robot whose camera is shown, such as home/3.")
    ] = "",
    camera: Annotated[str, typer.Option(help="The robot's camera; by default its first.")] = "",
    follow: Annotated[
        str, typer.Option(help="Keep this in view: ball, or a robot such as home/3.")
    ] = "",
    speed: Annotated[float, typer.Option(help="Speed: 2 shows two seconds in one.")] = 1.0,
    size: Size = "",
    rate: Rate = None,
    every: Annotated[
        float | None,
        typer.Option(help="Seconds between the pictures of a strip; by default 12 pictures."),
    ] = None,
) -> None:
    """Make a film or a strip of pictures from a recording."""
    from kickabout.film.plan import FilmOptions

    options = FilmOptions(
        target=out,
        view=view,
        start=start,
        end=end,
        robot=robot,
        camera=camera,
        follow=follow,
        speed=speed,
        size=size,
        rate=rate,
        every=every,
    )
    count = _filmed(file, options)
    typer.echo(f"{out}: {count} pictures, {out.stat().st_size / 1000.0:.0f} kB")


def _filmed(file: Path, options: "FilmOptions") -> int:
    """Make the film and return the number of its pictures; refuse bad options at once."""
    from kickabout.film.plan import check_options, film_plan

    check_options(options)
    from kickabout.film.film import make_film
    from kickabout.studio.sources.recorded_match import RecordedMatch

    match = RecordedMatch(file)
    try:
        plan = film_plan(options, match)
        with _progress(len(plan.times)) as report:
            make_film(plan, match, report)
    finally:
        match.close()
    return len(plan.times)


@contextmanager
def _progress(total: int) -> Iterator[Callable[[int], None]]:
    """Show a bar, if there is a terminal."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn
    from rich.progress import TimeRemainingColumn as Remaining

    console = Console(stderr=True)
    columns = (TextColumn("pictures"), BarColumn(), MofNCompleteColumn(), Remaining())
    with Progress(*columns, console=console, disable=not console.is_terminal) as bar:
        task = bar.add_task("", total=total)
        yield lambda count: bar.update(task, completed=count)
