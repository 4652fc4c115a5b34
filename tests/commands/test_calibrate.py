"""The calibrate commands write files for the loaders, and say what is missing."""

import json
from pathlib import Path

import numpy as np
import pytest
from scipy.io import wavfile
from typer.testing import CliRunner

from kickabout.cli import app
from kickabout.framework.errors import KickaboutError
from kickabout.framework.teams.toml_file import read_toml
from kickabout.perception.colors.color_table import read_table
from kickabout.perception.sound.whistle_reference import load_recording
from kickabout.recording.picture_file import write_picture
from kickabout.representations import ColorClass


def run(*words: str) -> str:
    result = CliRunner().invoke(app, ["calibrate", *words], catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result.output


def test_labeled_regions_become_color_thresholds(tmp_path: Path) -> None:
    picture = np.zeros((40, 80, 3), np.uint8)
    picture[:, :40] = (50, 130, 60)
    picture[:, 40:] = (220, 220, 220)
    write_picture(picture, tmp_path / "a.png")
    entry = {"file": "a.png", "field": [[2, 2, 36, 38]], "white": [[44, 2, 78, 38]]}
    (tmp_path / "regions.jsonl").write_text(json.dumps(entry) + "\n", encoding="utf-8")
    output = run("colors", str(tmp_path), "--output", str(tmp_path / "layer.toml"))
    assert "white: 100.0 %" in output
    values = read_toml(tmp_path / "layer.toml").data["parameters"]["ColorCalibrationLoader"]
    assert 100.0 < values["white_y"] < 220.0


def orange_folder(folder: Path) -> None:
    picture = np.zeros((40, 80, 3), np.uint8)
    picture[:, :40] = (220, 110, 20)
    write_picture(picture, folder / "a.png")
    entry = {"file": "a.png", "orange": [[2, 2, 36, 38]], "none": [[44, 2, 78, 38]]}
    (folder / "regions.jsonl").write_text(json.dumps(entry) + "\n", encoding="utf-8")


def test_labeled_regions_become_a_color_table(tmp_path: Path) -> None:
    orange_folder(tmp_path)
    output = run("color-table", str(tmp_path / "hall.table"), "--folder", str(tmp_path))
    assert "orange: 100.0 %" in output
    table = read_table(tmp_path / "hall.table")
    assert set(np.unique(table)) == {ColorClass.NONE, ColorClass.ORANGE}
    assert read_toml(tmp_path / "hall.toml").data["name"] == "hall"


def test_a_color_table_needs_its_ending(tmp_path: Path) -> None:
    orange_folder(tmp_path)
    with pytest.raises(KickaboutError, match=r"ends in \.table"):
        run("color-table", str(tmp_path / "hall.png"), "--folder", str(tmp_path))


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--league", "spl1999"), "there is no league 'spl1999'. Did you mean 'spl2019'"),
        (("--field", "moon"), "there is no field 'moon'"),
    ],
)
def test_cameras_are_calibrated_only_in_known_leagues(
    words: tuple[str, ...], sentence: str
) -> None:
    with pytest.raises(KickaboutError, match=sentence):
        run("camera", *words)


def test_a_folder_without_regions_is_refused(tmp_path: Path) -> None:
    with pytest.raises(KickaboutError, match=r"has no file regions\.jsonl"):
        run("colors", str(tmp_path))


def test_a_folder_without_images_is_refused(tmp_path: Path) -> None:
    with pytest.raises(KickaboutError, match="no images"):
        run("intrinsics", str(tmp_path))


def test_a_whistle_becomes_a_reference(tmp_path: Path) -> None:
    run("whistle", "fox40", "--synthesize", "--folder", str(tmp_path))
    window, rate = load_recording(tmp_path / "fox40.wav")
    assert window.size == round(0.128 * rate)
    run("whistle", "own", "--recording", str(tmp_path / "fox40.wav"), "--folder", str(tmp_path))
    assert (tmp_path / "own.toml").is_file()


def test_a_whistle_needs_a_source(tmp_path: Path) -> None:
    with pytest.raises(KickaboutError, match="--recording"):
        run("whistle", "own", "--folder", str(tmp_path))


def test_a_recording_without_sound_is_refused(tmp_path: Path) -> None:
    words = tmp_path / "words.txt"
    words.write_text("not a whistle")
    empty = tmp_path / "empty.wav"
    wavfile.write(empty, 16000, np.zeros(0, np.int16))
    for path, message in ((words, "is not a readable WAV file"), (empty, "contains no sound")):
        with pytest.raises(KickaboutError, match=message):
            run("whistle", "own", "--recording", str(path), "--folder", str(tmp_path))


def test_a_missing_recording_of_a_whistle_is_named(tmp_path: Path) -> None:
    missing = tmp_path / "nosuch.wav"
    with pytest.raises(KickaboutError, match=r"nosuch\.wav: the file does not exist"):
        run("whistle", "own", "--recording", str(missing), "--folder", str(tmp_path))


def test_a_folder_for_whistles_that_cannot_be_created_is_refused(tmp_path: Path) -> None:
    taken = tmp_path / "taken"
    taken.write_text("a file where a folder should be")
    with pytest.raises(KickaboutError, match="taken: cannot be written"):
        run("whistle", "fox40", "--synthesize", "--folder", str(taken))
