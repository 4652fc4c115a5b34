"""The commands for recordings, from play to export."""

import io
import sys
from pathlib import Path

import pytest
from rich.console import Console
from tests.recording.samples import damage
from typer.testing import CliRunner

from kickabout.cli import app
from kickabout.commands.replay import _print_deviations
from kickabout.framework import ConfigurationError
from kickabout.recording import Comparison, Deviation, Recorder, Recording, RecordingError

RUN = CliRunner()


def run(*arguments: object, code: int = 0) -> str:
    result = RUN.invoke(app, [str(argument) for argument in arguments])
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    assert result.exit_code == code, result.output
    return result.output


def test_play_records(tmp_path: Path) -> None:
    path = tmp_path / "match.mcap"
    output = run(
        *("play", "walkers", "walkers", "--robots", 1, "--duration", 0.3, "--workers", 0),
        *("--record", path, "--recording", "models"),
    )
    assert "recorded to" in output
    with Recording(path) as recording:
        assert recording.end > 0.25
        assert recording.facts["revision"]


def test_unknown_settings_get_a_suggestion(tmp_path: Path) -> None:
    with pytest.raises(Exception, match="Did you mean 'default'"):
        run("play", "--record", tmp_path / "a.mcap", "--recording", "defalt", code=2)
    assert not (tmp_path / "a.mcap").exists()


def test_info_lists_topics(recorded: Path) -> None:
    output = run("log", "info", recorded, "home/1/*/BallPercept", "--json")
    assert '"topic": "home/1/upper/BallPercept"' in output
    assert "seed: 3" in run("log", "info", recorded)
    assert "referee" in run("log", "annotations", recorded)


def test_info_lists_the_topics_of_a_damaged_recording(recording: Recording, tmp_path: Path) -> None:
    path = tmp_path / "damaged.mcap"
    damage(recording, recording.chunks[1], path)
    output = run("log", "info", path)
    assert "is damaged and left out" in output
    assert "home/1/cognition/BallModel" in output
    assert "left out" in run("log", "cut", path, tmp_path / "saved.mcap", "--skip-damaged")
    with pytest.raises(RecordingError, match="log cut --skip-damaged"):
        run("log", "cut", path, tmp_path / "other.mcap")


def test_names_in_tables_are_not_wrapped_if_the_output_is_no_terminal(
    recorded: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    output = run("log", "info", recorded, "home/1/cognition/*")
    with Recording(recorded) as recording:
        for name in recording.matching("home/1/cognition/*"):
            if recording.counts()[name]:
                assert f" {name} " in output


def test_parts_of_a_recording_are_written(recorded: Path, tmp_path: Path) -> None:
    part = tmp_path / "part.mcap"
    run("log", "cut", recorded, part, "--start", 0.5, "--keep", "home/*")
    run("log", "filter", part, "GameState.playing", tmp_path / "some.mcap")
    run("log", "merge", tmp_path / "merged.mcap", part)
    run("log", "export", part, "home/1/cognition/BallModel", tmp_path / "ball.csv")
    run("log", "sheet", recorded, tmp_path / "sheet.png", "--moments", 2)
    for name in ("some.mcap", "merged.mcap", "ball.csv", "sheet.png"):
        assert (tmp_path / name).stat().st_size > 500


def test_a_folder_of_tables_and_a_file_for_foxglove_are_exported(
    recorded: Path, tmp_path: Path
) -> None:
    pytest.importorskip("polars", reason="tables need the extra 'data'")
    pytest.importorskip("foxglove", reason="viewers need the extra 'viz'")
    run("log", "export", recorded, "home/1/*/BallModel", "*/FrameInfo", tmp_path / "tables")
    assert (tmp_path / "tables/home/1/cognition/BallModel.parquet").is_file()
    assert (tmp_path / "tables/away/1/motion/FrameInfo.parquet").is_file()
    run("log", "export", recorded, "--to", "foxglove", tmp_path / "viewer.mcap")
    with Recording(tmp_path / "viewer.mcap") as found:
        assert found.counts()["foxglove/home/1/pose"] > 10
    with pytest.raises(RecordingError, match=r"needs one file that ends in \.mcap"):
        run("log", "export", recorded, "--to", "foxglove", tmp_path / "viewer.csv")
    with pytest.raises(RecordingError, match="one topic, given 2; a folder has several"):
        run("log", "export", recorded, "a", "b", tmp_path / "both.csv")


@pytest.mark.parametrize(
    "arguments",
    [
        ("cut", "FILE", "TARGET"),
        ("merge", "TARGET", "FILE"),
        ("filter", "FILE", "GameState.playing", "TARGET"),
        ("export", "FILE", "home/1/cognition/BallModel", "TARGET"),
        ("sheet", "FILE", "TARGET"),
    ],
)
def test_a_folder_that_does_not_exist_is_not_created(
    arguments: tuple[str, ...], recorded: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "nosuch"
    paths = {"FILE": recorded, "TARGET": folder / "new.mcap"}
    with pytest.raises(ConfigurationError, match=r"there is no folder .*nosuch; create it first"):
        run("log", *(paths.get(argument, argument) for argument in arguments))
    assert not folder.exists()


def test_info_about_a_recording_without_messages(tmp_path: Path) -> None:
    Recorder(tmp_path / "empty.mcap").close()
    assert "topics: nothing" in run("log", "info", tmp_path / "empty.mcap")
    with pytest.raises(RecordingError, match="has no topic 'home/"):
        run("log", "info", tmp_path / "empty.mcap", "home/*")


def test_a_missing_library_is_named_with_its_extra(
    recorded: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "polars", None)
    with pytest.raises(RecordingError, match=r"pip install -e '\.\[data\]' in the clone"):
        run("log", "export", recorded, "home/1/cognition/BallModel", tmp_path / "x.parquet")


def test_names_of_deviating_fields_are_complete_in_narrow_terminals() -> None:
    module, path = "HulksBallCandidateGenerator", "BallModel.last_seen_in_robot.y"
    found = Comparison(
        deviations={
            ("cognition", path): Deviation(
                thread="cognition", module=module, path=path, first_at=1.8, recorded="0.0088942"
            )
        }
    )
    console = Console(file=io.StringIO(), width=80)
    with console.capture() as shown:
        _print_deviations(console, found)
    cells = [line.split("│")[1].strip() for line in shown.get().splitlines() if "│" in line]
    assert "".join(cells) == f"cognition/{module}{path}"


def test_replay_reports_its_result(recorded: Path, tmp_path: Path) -> None:
    output = run("replay", recorded, "--robot", "home/1", "--only", "BallTracker", "--compare")
    assert "no deviation" in output
    with pytest.raises(RecordingError, match=r"has no robot 'home/7'\. Did you mean 'home/1'\?"):
        run("replay", recorded, "--robot", "home/7")
    with pytest.raises(RecordingError, match="Did you mean 'BallTracker'"):
        run("replay", recorded, "--only", "BallTraker")
    with pytest.raises(ConfigurationError, match="no such recording"):
        run("replay", tmp_path / "nowhere.mcap")
    Recorder(tmp_path / "empty.mcap").close()
    with pytest.raises(RecordingError, match="holds no robot's program"):
        run("replay", tmp_path / "empty.mcap")
