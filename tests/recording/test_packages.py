"""Packages that a recording names are imported only if the user permits it."""

import shutil
from pathlib import Path

import msgspec
import pytest
from tests.recording.test_commands import run
from typer.testing import CliRunner

from kickabout import Match
from kickabout.cli import app
from kickabout.framework import KickaboutError, load_team
from kickabout.framework.registry import file_name_of, module_named
from kickabout.recording import Recorder, Recording, RecordingError, Replay
from kickabout.recording.format.rewriting import cut
from kickabout.recording.format.writer import RecordingWriter
from kickabout.recording.recorder import PROGRAMS
from kickabout.simulation.match.inspection import Question
from kickabout.studio.sources.live_match import LiveMatch
from kickabout.studio.sources.recorded_match import RecordedMatch
from kickabout.studio.sources.source import StudioError
from kickabout.studio.studio_controller import StudioController

MODULE = load_team("dummies").threads[0].modules[0]


class Trap:
    """A package with a module of the dummies; importing it writes a file."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder / folder.name  # another name for each test, as imports stay
        self.name = f"{folder.name}.modules"
        self._sign = folder / "imported"
        modules = self._folder / "modules"
        modules.mkdir(parents=True)
        (self._folder / "__init__.py").write_text(f"open({str(self._sign)!r}, 'w').close()\n")
        (modules / "__init__.py").touch()
        home = module_named(MODULE).__module__
        (modules / f"{file_name_of(MODULE)}.py").write_text(f"from {home} import {MODULE}\n")

    @property
    def imported(self) -> bool:
        return self._sign.exists()

    @property
    def refusal(self) -> str:
        return (
            f"team 'dummies' has modules of '{self.name}', "
            f"which are imported only if you allow it with --package {self.name}"
        )

    def remove(self) -> None:
        shutil.rmtree(self._folder)


@pytest.fixture
def trap(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Trap:
    """Provide the package in the import path, like one of the working directory."""
    monkeypatch.syspath_prepend(tmp_path)
    return Trap(tmp_path)


@pytest.fixture
def file(tmp_path: Path, trap: Trap) -> Path:
    """Return a recording of dummies whose teams name the trap as their package."""
    with Match(
        "dummies", robots=1, workers=0, recorder=Recorder(tmp_path / "honest.mcap")
    ) as match:
        match.run(0.3)
    with Recording(tmp_path / "honest.mcap") as recording:
        programs = msgspec.json.decode(recording.attachments[PROGRAMS])
        programs["teams"][0]["packages"] = [trap.name]
        recording.attachments[PROGRAMS] = msgspec.json.encode(programs)
        cut(recording, tmp_path / "match.mcap")
    return tmp_path / "match.mcap"


def test_a_replay_names_the_packages_and_imports_none(file: Path, trap: Trap) -> None:
    with pytest.raises(RecordingError, match=f"match.mcap: {trap.refusal}$"):
        run("replay", file)
    assert not trap.imported


def test_a_replay_imports_what_the_user_allows(file: Path, trap: Trap) -> None:
    output = run("replay", file, "--compare", "--package", trap.name)
    assert output.count("no deviation") == 2
    assert trap.imported


def test_log_tools_import_no_packages(file: Path, trap: Trap, tmp_path: Path) -> None:
    run("log", "info", file)
    run("log", "cut", file, tmp_path / "cut.mcap", "--start", 0.1)
    run("log", "merge", tmp_path / "merged.mcap", file)
    run("log", "sheet", file, tmp_path / "sheet.png", "--moments", 2)
    assert not trap.imported
    with Recording(tmp_path / "merged.mcap") as recording:
        assert recording.programs["home 1"].refused == (trap.name,)


def test_the_studio_shows_values_but_no_graph(file: Path, trap: Trap) -> None:
    source = RecordedMatch(file)
    try:
        assert b"FrameInfo" in source.inspect("home 1", Question(values=("FrameInfo",)))
        for question in Question(graph=True), Question(parameters=(MODULE,)):
            with pytest.raises(StudioError, match=trap.refusal):
                source.inspect("home 1", question)
    finally:
        source.close()
    assert not trap.imported


def test_the_studio_names_the_packages_at_its_start(file: Path, trap: Trap) -> None:
    started = ["studio", str(file), "--no-browser", "--host", "0.0.0.0", "--token", "short"]
    refused = CliRunner().invoke(app, started)  # because of its token, so that it ends
    assert refused.output.count(trap.refusal) == 1
    allowed = CliRunner().invoke(app, [*started, "--package", trap.name])
    assert trap.refusal not in allowed.output


def test_the_studio_shows_the_graph_of_allowed_packages(file: Path, trap: Trap) -> None:
    source = RecordedMatch(file, packages=[trap.name])
    try:
        question = Question(graph=True, parameters=(MODULE,))
        assert MODULE.encode() in source.inspect("home 1", question)
    finally:
        source.close()
    assert trap.imported


def test_looking_back_in_a_match_needs_no_permission(tmp_path: Path, trap: Trap) -> None:
    team, file = tmp_path / "team.toml", tmp_path / "match.mcap"
    team.write_text(f'extends = "dummies"\npackages = ["{trap.name}"]\n', encoding="utf-8")
    with Match(str(team), robots=1, workers=0, recorder=Recorder(file)) as match:
        match.run(1.2)
        controller = StudioController(LiveMatch(match, running=False, served=False), history=file)
        controller.go_to(0.1)
        assert MODULE.encode() in controller.inspect("home 1", Question(graph=True))
        controller.close()


def test_a_missing_package_is_refused_with_a_clear_error(file: Path, trap: Trap) -> None:
    with pytest.raises(RecordingError, match=trap.refusal):
        run("replay", file, "--package", "another")
    trap.remove()
    with pytest.raises(KickaboutError, match=f"there is no package '{trap.name}'"):
        run("replay", file, "--package", trap.name)


ROBOT = {"name": "home 1", "seed": 1, "team": 0}
TEAM = {
    "name": "a",
    "robot": "nao",
    "description": "",
    "packages": [],
    "constants": [],
    "threads": [],
    "layers": [],
    "parameters": {},
}


@pytest.mark.parametrize(
    "programs",
    [
        5,
        [],
        "text",
        {"teams": {}, "robots": []},
        {"teams": [TEAM], "robots": [5]},
        {"teams": [TEAM], "robots": [{**ROBOT, "team": 1}]},
        {"teams": [TEAM], "robots": [{**ROBOT, "team": -1}]},
        {"teams": [TEAM], "robots": [{**ROBOT, "constants": {"FieldDimensions": 3}}]},
        {"teams": [TEAM], "robots": [{**ROBOT, "constants": {"Nonsense": {}}}]},
        {"teams": [{**TEAM, "packages": [1]}], "robots": [ROBOT]},
        {"teams": [{**TEAM, "packages": "kickabout"}], "robots": [ROBOT]},
        {"teams": [{**TEAM, "parameters": {"a": []}}], "robots": [ROBOT]},
    ],
    ids=lambda programs: str(programs)[-60:],
)
def test_malformed_programs_are_refused_with_a_clear_error(
    tmp_path: Path, programs: object
) -> None:
    path = tmp_path / "wrong.mcap"
    write_programs(path, msgspec.json.encode(programs))
    for words in (["replay"], ["log", "info"]):
        with pytest.raises(RecordingError, match=r"wrong\.mcap: its programs\.json cannot be used"):
            run(*words, path)
    with pytest.raises(RecordingError, match=r"wrong\.mcap: its programs\.json cannot be used"):
        run("log", "merge", tmp_path / "merged.mcap", path)


@pytest.mark.parametrize(
    "data",
    [b"\xff\xfe", b"{", b'{"teams":[{"parameters":{"a":{"b":' + b"[" * 100_000],
    ids=["bytes", "unfinished", "nested deeply"],
)
def test_programs_that_are_not_json_are_refused_with_a_clear_error(
    tmp_path: Path, data: bytes
) -> None:
    path = tmp_path / "wrong.mcap"
    write_programs(path, data)
    with (
        Recording(path) as recording,
        pytest.raises(RecordingError, match=r"wrong\.mcap: its programs\.json cannot be used"),
    ):
        Replay(recording)


def write_programs(path: Path, data: bytes) -> None:
    writer = RecordingWriter(path)
    writer.attachment(PROGRAMS, "application/json", data)
    writer.close()
