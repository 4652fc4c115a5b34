"""The bench command: run benches, show and save their results."""

from pathlib import Path
from typing import Annotated

import typer


def bench(
    names: Annotated[
        list[str] | None,
        typer.Argument(help="Benches, or parts of them such as match.speed; by default all."),
    ] = None,
    json_file: Annotated[
        Path | None, typer.Option("--json", help="Write the results to this file (JSON).")
    ] = None,
    seeds: Annotated[
        int, typer.Option(min=1, help="Number of random seeds for benches that simulate.")
    ] = 20,
    quick: Annotated[
        bool, typer.Option("--quick", help="Repeat less, for rougher results.")
    ] = False,
    games: Annotated[
        Path | None,
        typer.Option(
            help="Keep the results of whole games in this file and continue from those in it."
        ),
    ] = None,
    against: Annotated[
        str,
        typer.Option(
            help="Git revision that `identity` and `match.speed` compare with; for `identity`, "
            "by default the last commit."
        ),
    ] = "",
    docs: Annotated[
        bool, typer.Option("--docs", help="Update docs/figures.md with the results.")
    ] = False,
) -> None:
    """Measure speed and quality, as quoted in the documentation."""
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
