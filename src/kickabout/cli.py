"""The command line: `kickabout play`, `bench`, `teams`, `modules` and more."""

import os
import sys
from contextlib import suppress
from typing import Annotated

import typer

from kickabout.commands import (
    bench,
    cache,
    calibrate,
    compare,
    doctor,
    evaluation,
    film,
    listing,
    log,
    motion,
    new,
    play,
    replay,
    run,
    studio,
    train,
    tune,
)
from kickabout.commands.interruption import EXIT_CODE, MESSAGE, treat_alike

app = typer.Typer(
    name="kickabout",
    help="A robot-soccer team in Python: play simulated matches, record and inspect them.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)
app.command("play")(play.play)
app.command("run")(run.run)
app.command("studio")(studio.studio)
app.command("replay")(replay.replay)
app.command("teams")(listing.teams)
app.command("modules")(listing.modules)
app.command("parameters")(listing.parameters)
app.command("robots")(listing.robots)
app.command("leagues")(listing.leagues)
app.command("fields")(listing.fields)
app.command("bench")(bench.bench)
app.command("compare")(compare.compare)
app.command("tournament")(compare.tournament)
app.command("train")(train.train)
app.command("film")(film.film)
app.command("doctor")(doctor.doctor)
app.add_typer(cache.app, name="cache")
app.add_typer(new.app, name="new")
app.add_typer(calibrate.app, name="calibrate")
app.add_typer(evaluation.app, name="eval")
app.add_typer(log.app, name="log")
app.add_typer(motion.app, name="motion")
app.add_typer(tune.app, name="tune")


@app.command("version")
def version() -> None:
    """Print the version."""
    from kickabout import __version__

    typer.echo(__version__)


def _print_version(is_wanted: bool) -> None:
    if is_wanted:
        version()
        raise typer.Exit


@app.callback()
def _options(
    show_version: Annotated[
        bool,
        typer.Option(
            "--version", help="Print the version and exit.", callback=_print_version, is_eager=True
        ),
    ] = False,
) -> None:
    """Declare the options of the program itself; their callbacks do the work."""


def main() -> None:
    """Run a command; an error that the user can correct is one message and exit code 2."""
    treat_alike()
    try:
        app(prog_name="kickabout")
    except SystemExit as ending:
        if ending.code == EXIT_CODE:
            _end_at_once()
        raise
    except Exception as error:  # our error class is imported only after an error
        from kickabout.framework.errors import KickaboutError

        if not isinstance(error, KickaboutError):
            raise
        typer.secho(f"kickabout: {error}", err=True, fg="red")
        sys.exit(2)


def _end_at_once() -> None:
    """Exit without the interpreter's shutdown, which takes seconds; all resources are closed."""
    with suppress(OSError):  # the terminal may be closed
        typer.echo(MESSAGE, err=True)
        sys.stdout.flush()
    os._exit(EXIT_CODE)


if __name__ == "__main__":
    main()
