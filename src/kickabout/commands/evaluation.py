"""The eval commands: measure errors of perception and localization against ground truth."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kickabout.commands.options import FieldName, UsedLeagues
from kickabout.commands.output import write_file

if TYPE_CHECKING:
    from kickabout.evaluation.perception.perception_evaluation import Evaluation

app = typer.Typer(no_args_is_help=True, help="Measure perception and localization errors.")


@app.callback()
def evaluate() -> None:
    """Measure the errors of perception and localization against ground truth."""


@app.command("localization")
def localization(
    files: Annotated[list[Path], typer.Argument(help="Recordings that contain ground truth.")],
    before: Annotated[
        list[Path] | None,
        typer.Option(
            help="Recording to compare with, such as one from before a change; may be repeated."
        ),
    ] = None,
    csv: Annotated[
        Path | None, typer.Option(help="Write the errors over time to this file (CSV).")
    ] = None,
) -> None:
    """Measure errors of robots' poses in recordings."""
    from rich.console import Console

    from kickabout.commands.localization_view import errors_table, write_csv
    from kickabout.evaluation.localization_evaluation import localization_errors

    errors = [one for file in files for one in localization_errors(file)]
    earlier = [one for file in before or [] for one in localization_errors(file)]
    Console().print(errors_table(errors, earlier))
    if csv is not None:
        write_csv(errors, csv)


@app.command("perception")
def perception(
    team: Annotated[
        str, typer.Argument(help="The team to evaluate: its name, or the path of a .toml file.")
    ] = "bhuman2019",
    images: Annotated[int, typer.Option(min=1, help="Number of images to render.")] = 288,
    seed: Annotated[int, typer.Option(min=0, help="Random seed of halls, light and scenes.")] = 1,
    league: UsedLeagues = None,
    field: FieldName = "",
    folder: Annotated[
        Path | None, typer.Option(help="Evaluate the labeled images of this folder instead.")
    ] = None,
    write: Annotated[
        Path | None, typer.Option(help="Write the rendered images to this folder and stop.")
    ] = None,
    json_file: Annotated[
        Path | None, typer.Option("--json", help="Write the table to this file (JSON).")
    ] = None,
) -> None:
    """Measure a team's perception on images.

    Prints precision, recall and errors by light and distance.
    """
    from kickabout.evaluation.perception.perception_evaluation import evaluate, live_images
    from kickabout.evaluation.perception.perception_folder import read_folder, write_folder
    from kickabout.framework.teams.team import load_team
    from kickabout.soccer.league import rendered_fields

    fields = rendered_fields(league or (), field=field)
    shots = read_folder(folder, fields) if folder else live_images(fields, count=images, seed=seed)
    if write is not None:
        typer.echo(f"{write_folder(shots, write)} images written to {write}")
        return
    evaluation = evaluate(load_team(team), shots, field=fields[0])
    _show(evaluation, json_file)


def _show(evaluation: "Evaluation", json_file: Path | None) -> None:
    from rich.console import Console
    from rich.table import Table

    from kickabout.evaluation.perception.perception_evaluation import COLUMNS, table_rows

    rows = table_rows(evaluation)
    table = Table(title=f"{evaluation.images} images", title_justify="left")
    for column in COLUMNS:
        table.add_column(column)
    for row in rows:
        table.add_row(*row)
    Console().print(table)
    for camera, seconds in evaluation.times.items():
        middle = sorted(seconds)[len(seconds) // 2]
        slowest = evaluation.slowest(camera, 5)
        typer.echo(f"{camera}: {1e3 * middle:.2f} ms an image (median); slowest: {slowest}")
    if json_file is not None:
        listed = [dict(zip(COLUMNS, row, strict=True)) for row in rows]
        content = {"images": evaluation.images, "rows": listed}
        text = json.dumps(content, indent=2, ensure_ascii=False) + "\n"
        write_file(json_file, text)
