"""The bench command: run benches, show their figures, write them down."""

from pathlib import Path
from typing import Annotated

import typer


def bench(
    names: Annotated[
        list[str] | None,
        typer.Argument(help="Benches, or parts of them as match.speed; all if none."),
    ] = None,
    json_file: Annotated[
        Path | None, typer.Option("--json", help="Write the figures here.")
    ] = None,
    seeds: Annotated[
        int, typer.Option(min=1, help="How many seeds, where a bench uses them.")
    ] = 20,
    quick: Annotated[
        bool, typer.Option("--quick", help="Fewer repetitions, rougher figures.")
    ] = False,
    games: Annotated[
        Path | None,
        typer.Option(help="Keep results of whole games here, and go on from those there."),
    ] = None,
    against: Annotated[
        str, typer.Option(help="The git revision that `identity` compares the source with.")
    ] = "HEAD",
    docs: Annotated[bool, typer.Option("--docs", help="Update docs/figures.md.")] = False,
) -> None:
    """Measure the figures that the documentation quotes."""
    from kickabout.benching import load_benches, run_benches, show_report, write_docs, write_json

    benches = load_benches(names or [])
    report = run_benches(benches, seeds=seeds, quick=quick, games=games, against=against)
    show_report(report)
    if json_file:
        write_json(report, json_file)
    if docs:
        write_docs(report, Path("docs"))
    if report.failed:
        raise typer.Exit(1)
