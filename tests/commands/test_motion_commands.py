"""The motion commands: metrics, pictures, joint angles and the kick catalogue."""

import csv
import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from kickabout.cli import app
from kickabout.evaluation.trials.kick_catalogue import write_catalogue
from kickabout.framework import KickaboutError
from kickabout.framework.teams.toml_file import read_toml
from kickabout.framework.teams.typed_file import read_as
from kickabout.pictures.codec import read_rgb
from kickabout.robots.nao.configuration import NAO
from kickabout.soccer.kick_catalogue import KickCatalogue, KickEntry, kick_catalogue

ENTRY = KickEntry(
    name="forward",
    walking=True,
    ball_x=0.17,
    ball_y=-0.05,
    direction=-0.02,
    reach=1.8,
    reach_spread=0.1,
    direction_spread=0.02,
    duration=0.5,
    ball_time=0.37,
    hit=1.0,
    falls=0.0,
)


def _metrics(*words: str) -> dict[str, float]:
    result = CliRunner().invoke(app, ["motion", *words, "--json"])
    assert result.exit_code == 0, result.output
    return {row["metric"]: row["value"] for row in json.loads(result.stdout)}


def test_a_walk_reports_its_speed_and_writes_joint_angles(tmp_path: Path) -> None:
    table = tmp_path / "walk.csv"
    metrics = _metrics("walk", "--speed", "0.2", "0", "0", "--seconds", "4", "--csv", str(table))
    assert metrics["forward speed in m/s"] == pytest.approx(0.2, abs=0.04)
    assert metrics["falls"] == 0
    with table.open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 60
    assert {"time", "left_knee_pitch_desired", "left_knee_pitch_measured"} <= set(rows[0])


def test_a_kick_writes_a_strip_of_pictures(tmp_path: Path) -> None:
    picture = tmp_path / "kick.png"
    metrics = _metrics("kick", "forward", "--picture", str(picture))
    assert metrics["reach in m"] > 1.0
    image = read_rgb(picture)
    assert image is not None
    assert image.shape[1] == 8 * 176
    assert image.std() > 10.0


def test_an_unknown_side_to_get_up_from_is_refused() -> None:
    result = CliRunner().invoke(app, ["motion", "getup", "bakc"])
    assert isinstance(result.exception, KickaboutError)
    assert "back" in str(result.exception)


def test_the_catalogue_is_read_as_it_was_written(tmp_path: Path) -> None:
    path = tmp_path / "catalogue.toml"
    write_catalogue([ENTRY], path)
    assert read_as(NAO.checked(read_toml(path)), KickCatalogue).kicks == (ENTRY,)


def test_the_shipped_catalogue_knows_all_kicks() -> None:
    catalogue = kick_catalogue(NAO)
    assert catalogue.kick("forward_long", walking=False).reach > 4.0
    assert catalogue.kick("forward_long", walking=True).reach > 2.7
    assert catalogue.kick("turn", walking=True).direction_of(left=True) > 0.3
    assert catalogue.kick("side", walking=True).ball_in_robot(left=True).y > 0.1
    with pytest.raises(KickaboutError, match="walking forward"):
        catalogue.kick("forwrd", walking=True)
