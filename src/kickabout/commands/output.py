"""Tables for people, JSON for programs, and files."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated

import typer

WIDEST = 10_000  # characters of a line for programs
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON instead of a table.")]
Packages = Annotated[
    list[str] | None,
    typer.Option(
        "--package",
        help="Python package to import recorded modules from; may be repeated.",
    ),
]


def show(rows: Sequence[Mapping[str, object]], *, title: str, as_json: bool) -> None:
    """Print rows of equal keys as a table, or as a JSON list."""
    if as_json:
        typer.echo(json.dumps(rows, indent=2, ensure_ascii=False))
        return
    if not rows:
        typer.echo(f"{title}: nothing")
        return
    from rich.console import Console
    from rich.table import Table

    table = Table(title=title, title_justify="left")
    for key in rows[0]:
        table.add_column(key, overflow="fold")  # never cut names
    for row in rows:
        table.add_row(*(_cell(value) for value in row.values()))
    console = Console()
    if not console.is_terminal:  # programs read it line by line
        console.width = WIDEST
        console.width = console.measure(table).maximum
    console.print(table)


def _cell(value: object) -> str:
    if isinstance(value, list | tuple):
        return ", ".join(str(item) for item in value)
    return "" if value is None else str(value)


def write_file(path: Path, text: str) -> None:
    """Write a file; raise an error that says why it cannot be written."""
    from kickabout.framework.errors import ConfigurationError

    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise ConfigurationError(f"cannot be written: {error.strerror}", file=path) from None
