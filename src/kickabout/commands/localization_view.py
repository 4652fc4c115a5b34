"""Localization errors as a table in the terminal, or as rows of a file."""

import math
from collections.abc import Sequence
from pathlib import Path

from rich.table import Table

from kickabout.commands.output import write_file
from kickabout.evaluation.localization_evaluation import ErrorsOverTime, ErrorSummary, summary_of


def errors_table(errors: Sequence[ErrorsOverTime], earlier: Sequence[ErrorsOverTime]) -> Table:
    """Return a table with rows for each robot, for all, and for all of the earlier recordings."""
    table = Table(title="localization errors", title_justify="left")
    for column in ("recording", "robot", "samples", "median", "95th", "turn", "lost"):
        table.add_column(column)
    for one in errors:
        table.add_row(one.file, one.robot, *_cells(one.summary))
    table.add_section()
    after = summary_of(list(errors))
    table.add_row("all", "", *_cells(after))
    if earlier:
        before = summary_of(list(earlier))
        table.add_row("all, before", "", *_cells(before))
        table.add_row("difference", "", "", *_difference(before, after))
    return table


def _cells(summary: ErrorSummary) -> tuple[str, ...]:
    return (
        str(summary.samples),
        f"{100.0 * summary.median:.1f} cm",
        f"{100.0 * summary.p95:.1f} cm",
        f"{math.degrees(summary.turn_median):.1f}°",
        f"{100.0 * summary.lost:.2f} %",
    )


def _difference(before: ErrorSummary, after: ErrorSummary) -> tuple[str, ...]:
    return (
        f"{100.0 * (after.median - before.median):+.1f} cm",
        f"{100.0 * (after.p95 - before.p95):+.1f} cm",
        f"{math.degrees(after.turn_median - before.turn_median):+.1f}°",
        f"{100.0 * (after.lost - before.lost):+.2f} %",
    )


def write_csv(errors: Sequence[ErrorsOverTime], path: Path) -> None:
    lines = ["recording,robot,time,distance,turn"]
    for one in errors:
        rows = zip(one.times, one.distances, one.turns, strict=True)
        lines += [f"{one.file},{one.robot},{t:.3f},{d:.4f},{turn:.4f}" for t, d, turn in rows]
    write_file(path, "\n".join(lines) + "\n")
